// A reader who does anything: thousands of actions drawn from a seed, on scenarios drawn from it too. Whatever was done, the
// page is whole: no error, no failure told, Back leads to an equal moment, and nothing heaps up. script/test does not run it yet:
// node --test tests/browser/chaos.mjs
import assert from "node:assert/strict";
import { test } from "node:test";
import { BROWSERS, KEY, count, open, ready, seen, serve } from "./harness.mjs";

const SEED = Number(process.env.RAN_TWICE_SEED ?? 20261130);
const ACTIONS = Number(process.env.RAN_TWICE_CHAOS ?? 2_000);
/** Actions on one scenario before the next is chosen, at most. */
const STAY_MAX = 25;
const KEYS = [KEY.left, KEY.right, KEY.up, KEY.down, KEY.home, KEY.end, KEY.space, KEY.enter, KEY.escape, KEY.tab, "[", "]", "?", "1", "2", "3", "9"];
const HASHES = [
  "scenario=race-loose&schedule=W1.W9.W1", "scenario=race-loose&step=99999999", "scenario=nothing", "scenario=race-claim&switch=key:none&workers=999",
  "%F0%9F", "scenario=race-loose&faults=crash:8&workers=6&step=end", "text=1z.AAAA", "scenario=sweeper&schedule=crash-W1.sweeper&with=x:y&step=3",
];

/** Numbers below a bound, the same for one seed everywhere (xorshift32: Marsaglia, Xorshift RNGs, 2003). */
function drawing(seed) {
  let state = seed | 0 || 1;
  return (bound) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % bound;
  };
}

/** All that tells one moment from another, as far as it does not wait for a count. */
const momentHere = () => {
  const words = (selector) => [...document.querySelectorAll(selector)].map((element) => element.innerText.replace(/\s+/g, " ").trim());
  const player = document.querySelector("[data-test=player]");
  return { shown: document.documentElement.dataset.ready, step: player?.dataset.step, tables: words(".tables__list table"), handler: words(".handler__line") };
};

// Run in the page before its own scripts.
const WATCH = `
  window.print = () => {};
  window.momentHere = ${momentHere};
  window.wasmBytes = () => Object.values(exported).find((value) => value instanceof WebAssembly.Memory).buffer.byteLength;
  let told;
  Object.defineProperty(window, "ranTwiceLoaded", {
    get: () => told && ((exported) => { window.exported = exported; return told(exported); }),
    set: (value) => { told = value; },
  });`;

/** Presses, moves or chooses the control that `at` falls on; what it was, or nothing where there is none. */
function act(at, value) {
  const usable = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.disabled && element.getAttribute("aria-disabled") !== "true";
  // What leads away from the page is not the page's to keep whole.
  // The editor and the projector have tests of their own; what is drawn here knows of neither.
  const apart = (element) => element.closest(".editor, .present, dialog") || element.matches("[data-test=edit], [data-test=own], [data-test=draft], [data-test=present]");
  const inside = (element) => !apart(element) && !element.matches("a[target], a[download], a[href$='.txt'], a[href^=http], input[type=file]");
  const controls = [...document.querySelectorAll("#app :is(button, a[href], select, input, summary, [data-cell], [data-step])")].filter((element) => usable(element) && inside(element));
  const element = controls[at % controls.length];
  if (!element) return "";
  if (element.matches("select")) {
    element.selectedIndex = value % element.options.length;
    element.dispatchEvent(new Event("change", { bubbles: true }));
  } else if (element.matches("input[type=range]")) {
    const [least, most] = [Number(element.min || 0), Number(element.max || 100)];
    element.value = least + (value % (most - least + 1));
    element.dispatchEvent(new Event("input", { bubbles: true }));
  } else if (element.matches("input:not([type=checkbox], [type=radio]), textarea")) {
    element.value = ["race", "lease", "<b>x", "zzz", ""][value % 5];
    element.dispatchEvent(new Event("input", { bubbles: true }));
  } else {
    element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  }
  const said = element.getAttribute("aria-label") ?? element.innerText ?? "";
  // Two frames: the page draws in the first.
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(`${element.tagName.toLowerCase()} “${said.trim().slice(0, 40)}”`))));
}

/** Presses the link to a scenario; the moment that was left by it. Where nothing is listed, the address is written. */
const leave = (name) => {
  const there = momentHere();
  const link = document.querySelector(`[data-test=chapters] a[href$="scenario=${name}"]`);
  if (link) link.click();
  else location.hash = `scenario=${name}`;
  return link ? there : {};
};

const whole = (session) => session.run(() => ({
  failed: document.documentElement.dataset.failed ?? "",
  drawn: document.getElementById("app").hasChildNodes(),
  live: document.querySelectorAll("[data-test=player] :is([aria-live=polite], [role=status]:not([aria-live=off]))").length,
}));

/** What is held, at one and the same moment of the page. */
async function held(session) {
  await session.run(() => { location.hash = "scenario=race-loose&step=2"; });
  await ready(session, "race-loose");
  await session.until("it shows its second step", () => document.querySelector("[data-test=player]").dataset.step === "2");
  const [nodes, wasm] = await session.run(() => [
    document.querySelectorAll("*").length,
    window.wasmBytes(),
  ]);
  if (session.browser !== "chromium") return { nodes, wasm };
  const cdp = (cmd) => session.command("POST", "/goog/cdp/execute", { cmd, params: {} });
  await cdp("HeapProfiler.collectGarbage");
  return { nodes, wasm, heap: (await cdp("Runtime.getHeapUsage")).usedSize };
}

for (const browser of BROWSERS) {
  test(`${browser}: ${ACTIONS} actions drawn from seed ${SEED} leave the page whole`, async (t) => {
    const draw = drawing(SEED);
    const session = await open(browser);
    const site = await serve(t, { scripts: { "watch.js": WATCH } });
    await session.go(`${site.address}#scenario=race-loose&step=1`);
    await ready(session, "race-loose");
    const names = await session.run(() => [...document.querySelectorAll("[data-test=chapters] a")].map(({ hash }) => /scenario=([\w-]+)/.exec(hash)[1]));
    assert.ok(names.length > 50, `${names.length} scenarios`);
    // Once through what is loaded when it is first used.
    for (let at = 0; at < 200; at += 1) await session.run(act, draw(1 << 30), draw(1 << 30));
    const before = await held(session);
    const done = [];
    let [stay, backs] = [0, 0];
    try {
      for (let action = 0; action < ACTIONS; action += 1) {
        if (stay === 0) {
          stay = 1 + draw(STAY_MAX);
          const name = names[draw(names.length)];
          done.push(`to ${name}`);
          const there = await session.run(leave, name);
          await ready(session, name);
          // Every other time it goes back first, to where it was.
          if (draw(2) === 0 && there.shown && there.shown !== name) {
            await session.back();
            await ready(session, there.shown);
            await session.wait("Back leads to an equal moment", async () => {
              try {
                assert.deepEqual(await session.run(momentHere), there);
                return true;
              } catch (error) {
                if (done.at(-1) !== "back") done.push("back");
                done.because = error;
                return false;
              }
            }).catch(() => { throw done.because; });
            backs += 1;
          }
        }
        stay -= 1;
        const kind = draw(20);
        if (kind === 0) {
          const hash = HASHES[draw(HASHES.length)];
          done.push(`#${hash}`);
          await session.run((hash) => { location.hash = hash; }, hash);
          await session.run(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
        } else if (kind < 4) {
          const key = KEYS[draw(KEYS.length)];
          done.push(`key ${Object.keys(KEY).find((name) => KEY[name] === key) ?? key}`);
          await session.run(() => document.querySelector("[data-test=player]")?.focus());
          await session.press(key);
        } else {
          done.push(await session.run(act, draw(1 << 30), draw(1 << 30)));
        }
        if (action % 10 === 9) {
          const { failed, drawn, live } = await whole(session);
          assert.deepEqual([failed, drawn, live <= 1], ["", true, true], `${live} live regions`);
          const { errors, violations } = await seen(session);
          assert.deepEqual([errors, violations], [[], []]);
        }
      }
    } catch (error) {
      error.message = `${error.message}\nseed ${SEED}, after ${done.length} actions, the last of them:\n${done.slice(-25).join("\n")}`;
      throw error;
    }
    const after = await held(session);
    t.diagnostic(`seed ${SEED}: ${done.length} actions, ${backs} times back; before ${JSON.stringify(before)}, after ${JSON.stringify(after)}`);
    for (const [what, figure] of Object.entries(before)) assert.ok(after[what] <= figure * 2, `${what}: ${figure} before, ${after[what]} after`);
    assert.ok(backs > ACTIONS / STAY_MAX / 8, `${backs} times back`);
    count("chaos-actions", ACTIONS);
    count("chaos-backs", backs);
  });
}

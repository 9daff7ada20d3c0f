// A reader who does anything: thousands of actions drawn from a seed, on scenarios drawn from it too, with the editor, the
// projector, the browser's Back and Forward, reloads and other sizes of the window. Whatever was done, the page is whole: no error,
// no failure told, no markup that somebody wrote; Back and Forward lead to equal moments, what was typed is kept, nothing heaps up.
// RAN_TWICE_SEED and RAN_TWICE_CHAOS (the number of actions) make it another run; the same seed draws the same actions.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { BROWSERS, KEY, count, open, ready, serve } from "./harness.mjs";
import { drawing, inPage } from "./chaos/page.mjs";

const SEED = Number(process.env.RAN_TWICE_SEED ?? 20261130);
const ACTIONS = Number(process.env.RAN_TWICE_CHAOS ?? 2_000);
/** Actions that the page does by itself between two looks at it from outside. */
const BATCH = 10;
/** Actions before the first measure: once through what is loaded when it is first used. */
const WARM = 500;
const KEYS = [
  KEY.left, KEY.right, KEY.up, KEY.down, KEY.home, KEY.end, KEY.space, KEY.enter, KEY.escape, KEY.tab, KEY.pageDown, KEY.pageUp,
  "[", "]", "?", "/", ".", "b", "q", "1", "2", "9", "x", "#", "<", [KEY.shift, KEY.tab], [KEY.control, "z"],
];
const SIZES = [[1280, 900], [1024, 700], [700, 800], [500, 640], [1400, 1000]];
const RACE = readFileSync(join(import.meta.dirname, "../../static/scenarios/guide/3-race-loose.twice"), "utf8");
/** The page reports to authors what it does not know of an address. */
const REPORTED = /^Ran Twice: nothing is known of /;

// Run in the page before its own scripts.
const WATCH = `(${inPage})(${drawing}, ${JSON.stringify(RACE)});`;

/** One reader at one page. */
class Reader {
  constructor(session, site, seed) {
    Object.assign(this, { session, site, seed, draw: drawing(seed), did: [], actions: 0, backs: 0, forwards: 0, reloads: 0, drafts: new Map() });
  }

  async open(hash) {
    await this.session.go(`${this.site.address}#${hash}`);
    await ready(this.session);
  }

  /** The page does some actions by itself; the same draw, the same actions. */
  async batch(actions) {
    const { did, backs, forwards, written, wrong } = await this.session.run((seed, actions) => window.chaos.batch(seed, actions), this.draw(1 << 30), actions);
    this.did.push(...did);
    this.actions += actions;
    this.backs += backs;
    this.forwards += forwards;
    this.keep(written);
    if (wrong) throw new Error(wrong);
  }

  /** Of each draft what was written last, as far as that tells it from others. */
  keep(written) {
    for (const [name, sign] of written) this.drafts.set(name, sign);
  }

  /** Keys as a hand presses them, wherever the focus is. */
  async press() {
    const keys = Array.from({ length: 1 + this.draw(5) }, () => KEYS[this.draw(KEYS.length)]);
    const where = ["[data-test=player]", "[data-test=text]", ""][this.draw(3)];
    this.did.push(`keys ${keys.flat().map((key) => Object.keys(KEY).find((name) => KEY[name] === key) ?? key).join(" ")} in ${where}`);
    await this.session.run((where) => window.chaos.before(where), where);
    await this.session.press(...keys);
    await this.after(keys.length);
  }

  /** The pointer, wherever it comes down. */
  async point() {
    const [x, y] = await this.session.run((across, down) => window.chaos.aim(across, down), this.draw(1000), this.draw(1000));
    if (x === undefined) return;
    this.did.push(`pointer at ${x} ${y}`);
    await this.session.run(() => window.chaos.before(""));
    await this.session.command("POST", "/actions", {
      actions: [{
        type: "pointer", id: "hand", parameters: { pointerType: "mouse" },
        actions: [{ type: "pointerMove", duration: 0, x, y }, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }],
      }],
    });
    await this.after(1);
  }

  async after(actions) {
    const { written, wrong } = await this.session.run(() => window.chaos.after());
    this.keep(written);
    this.actions += actions;
    if (wrong) throw new Error(wrong);
  }

  async resize() {
    const [width, height] = SIZES[this.draw(SIZES.length)];
    this.did.push(`size ${width} × ${height}`);
    await this.session.resize(width, height);
    this.actions += 1;
  }

  /** The page is loaded again, and is what it was: its moment, and what was being written. */
  async reload() {
    this.did.push("reload");
    const before = await this.session.run(() => window.chaos.leave());
    await this.whole();
    await this.session.reload();
    await ready(this.session);
    const wrong = await this.session.run((before) => window.chaos.returned(before), before);
    this.reloads += 1;
    this.actions += 1;
    if (wrong) throw new Error(wrong);
  }

  async whole() {
    const [found, { errors, violations }, lost, forgotten] = await this.session.run((drafts) => window.chaos.whole(drafts), [...this.drafts]);
    assert.deepEqual(found, { failed: "", stacks: [], drawn: true, live: true, injected: [] });
    assert.deepEqual([errors.filter((error) => !REPORTED.test(error)), violations], [[], []]);
    for (const name of forgotten) this.drafts.delete(name);
    assert.deepEqual(lost, [], "what was typed is kept");
  }

  /** What is held, at one and the same moment of the page. */
  async held() {
    const { session } = this;
    await session.resize(1280, 900);
    await session.run(() => window.chaos.tidy());
    const [nodes, wasm] = await session.run(() => [document.querySelectorAll("*").length, window.wasmBytes()]);
    if (session.browser !== "chromium") return { nodes, wasm };
    const cdp = (cmd) => session.command("POST", "/goog/cdp/execute", { cmd, params: {} });
    await cdp("HeapProfiler.collectGarbage");
    return { nodes, wasm, heap: (await cdp("Runtime.getHeapUsage")).usedSize };
  }

  /** As many actions, by the page itself and from outside. */
  async act(actions, reloads) {
    for (const end = this.actions + actions; this.actions < end; ) {
      await this.batch(Math.min(BATCH, end - this.actions));
      const kind = this.draw(10);
      if (kind < 2) await this.press();
      else if (kind < 3) await this.point();
      else if (kind === 3 && this.draw(2)) await this.resize();
      else if (kind === 4 && reloads && this.draw(2)) await this.reload();
      await this.whole();
    }
  }
}

for (const browser of BROWSERS) {
  test(`${browser}: ${ACTIONS} actions drawn from seed ${SEED} leave the page whole`, async (t) => {
    const session = await open(browser);
    const site = await serve(t, { scripts: { "chaos.js": WATCH } });
    const reader = new Reader(session, site, SEED);
    await reader.open("scenario=race-loose&step=1");
    try {
      await reader.act(Math.min(WARM, ACTIONS / 4), false);
      const before = await reader.held();
      // A page that is loaded again begins anew: what heaps up, heaps up over the second half.
      await reader.act(ACTIONS / 2 - reader.actions, true);
      await reader.act(ACTIONS - reader.actions, false);
      const after = await reader.held();
      const { actions, backs, forwards, reloads } = reader;
      t.diagnostic(`seed ${SEED}: ${actions} actions, ${backs} times back, ${forwards} forward, ${reloads} reloads; before ${JSON.stringify(before)}, after ${JSON.stringify(after)}`);
      for (const [what, figure] of Object.entries(before)) assert.ok(after[what] <= figure * 2, `${what}: ${figure} before, ${after[what]} after`);
      assert.ok(backs > ACTIONS / 60, `${backs} times back`);
      assert.deepEqual(site.requests.filter(({ path, status }) => status !== 200 && path !== "/favicon.ico"), [], "nothing is asked for that is not there");
      count("chaos-actions", actions);
      count("chaos-backs", backs);
      count(`chaos-seed-${SEED}`, 1);
    } catch (error) {
      throw new Error(`${error.message}\nseed ${SEED}, after ${reader.actions} actions, the last of them:\n${reader.did.slice(-30).join("\n")}`);
    } finally {
      await session.resize(1280, 900);
    }
  });
}

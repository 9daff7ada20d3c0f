// The reader makes another schedule: a step is dragged, or moved with keys; and decides what happens next.
import assert from "node:assert/strict";
import { test } from "node:test";
import { BROWSERS, KEY, Player, open, ready, seen, serve, serveDocument, words } from "./harness.mjs";

const STAYS = "W2's insert stays after its charge: a worker takes its statements in order. Nothing was moved.";

/** Who takes each step, from left to right. */
const order = (session) => session.run(() => Array.from(document.querySelectorAll("[data-column]"))
  .sort((one, other) => one.dataset.column - other.dataset.column)
  .map((cell) => cell.closest("tr").querySelector("th").innerText).join(" "));

const orderIs = (session, wanted) => session.wait(`the schedule is ${wanted}`, async () => (await order(session)) === wanted);

/** What came of a move or a choice, in the words of the player's one live region; nothing where there is nothing to tell. */
const aside = (session) => session.run(() => document.querySelector("[data-test=said] [data-test=aside]")?.innerText.replace(/\s+/g, " ").trim() ?? "");

/** The middle of the cell of a step, in the window, once nothing moves it any more: what is counted meanwhile adds lines. */
const middle = (session, at) => session.run(async (at) => {
  const cell = () => document.querySelector(`[data-column="${at}"]`);
  const place = () => JSON.stringify(cell().getBoundingClientRect());
  for (let before = ""; before !== place(); ) {
    cell().scrollIntoView({ block: "center" });
    before = place();
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  const { left, top, width, height } = cell().getBoundingClientRect();
  return { x: Math.round(left + width / 2), y: Math.round(top + height / 2), width };
}, at);

/** Drags a step over so many columns with the mouse; less than one lets it fall back. */
async function drag(session, at, columns) {
  const { x, y, width } = await middle(session, at);
  const to = Math.round(x + columns * width);
  const pause = { type: "pause", duration: 30 };
  await session.command("POST", "/actions", {
    actions: [{
      type: "pointer", id: "mouse", parameters: { pointerType: "mouse" },
      actions: [
        { type: "pointerMove", x, y, duration: 0 }, { type: "pointerDown", button: 0 }, pause,
        { type: "pointerMove", x: Math.round((x + to) / 2), y, duration: 60 }, pause,
        { type: "pointerMove", x: to, y, duration: 60 }, pause, { type: "pointerUp", button: 0 },
      ],
    }],
  });
}

const focusStep = (session, at) => session.run((at) => document.querySelector(`[data-column="${at}"] button`).focus(), at);
const focusedStep = (session) => session.run(() => document.activeElement.closest("[data-column]")?.dataset.column ?? document.activeElement.tagName);
const alt = (arrow) => ["\uE00A", arrow];

/** The choices: their words, and whether they can be taken. */
const choices = (session) => session.run(() => Array.from(document.querySelectorAll(".decide__list button"), (button) =>
  `${button.innerText.replace(/\s+/g, " ").trim()}${button.ariaDisabled === "true" ? " (blocked)" : ""}`));

for (const browser of BROWSERS) {
  test(`${browser}: a step is dragged to another column, and the run before is one click away`, async (t) => {
    const session = await open(browser);
    const player = await Player.open(session, await serve(t), "scenario=race-loose&step=2");
    await orderIs(session, "W1 W2 W1 W2 W1 W2");
    await drag(session, 2, 1);
    await orderIs(session, "W1 W2 W2 W1 W1 W2");
    assert.equal((await player.steps())[0], 2, "the reader sees as many steps as before");
    assert.match(await player.address(), /schedule=W1\.W2\.W2\.W1\.W1\.W2/);
    // A step that was taken, too; what the playhead shows changes with it.
    await drag(session, 1, -1);
    await orderIs(session, "W2 W1 W2 W1 W1 W2");
    await session.run(() => Array.from(document.querySelectorAll(".lanes button")).find((button) => button.innerText === "Back to the run before").click());
    await orderIs(session, "W1 W2 W2 W1 W1 W2");

    const before = await player.moment();
    await drag(session, 3, 0.3);
    assert.deepEqual(await player.moment(), before, "a step that falls back changes nothing and is not pressed");
    assert.deepEqual(await seen(session), { violations: [], errors: [] });
  });

  test(`${browser}: a step that cannot move says why, and nothing has changed`, async (t) => {
    const session = await open(browser);
    const player = await Player.open(session, await serve(t), "scenario=race-loose&step=2");
    const [before, address] = [await order(session), await session.address()];
    await drag(session, 5, -2);
    await session.wait("the reason is shown", async () => (await aside(session)) === STAYS);
    assert.equal(await order(session), before);
    assert.deepEqual(await player.steps(), [2, 6]);
    assert.equal(await session.address(), address);
    const live = await session.run(() => Array.from(document.querySelectorAll("[data-test=player] :is([role=status], [role=alert], [role=log], [aria-live])"))
      .filter((part) => part.getAttribute("aria-live") !== "off").map((part) => [part.dataset.test, part.getAttribute("aria-atomic")]));
    assert.deepEqual(live, [["said", "false"]], "one live region, of which only what is new is read");
    await player.next();
    assert.equal(await aside(session), "");
  });

  test(`${browser}: Escape gives up a drag, and what was held lands where it stood`, async (t) => {
    const session = await open(browser);
    const player = await Player.open(session, await serve(t), "scenario=race-loose&step=2");
    await player.counted();
    const before = await player.moment();
    const { x, y, width } = await middle(session, 2);
    const pointer = (actions) => session.command("POST", "/actions", { actions: [{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions }] });
    const to = Math.round(x + width);
    await pointer([{ type: "pointerMove", x, y, duration: 0 }, { type: "pointerDown", button: 0 }, { type: "pointerMove", x: to, y, duration: 60 }]);
    await session.until("it is held", () => document.querySelector('[data-held=""]'));
    await session.press(KEY.escape);
    await session.until("it is not held any more", () => document.querySelector("[data-held=no]"));
    await pointer([{ type: "pointerMove", x: to + 4, y, duration: 0 }, { type: "pointerUp", button: 0 }]);
    await session.until("it is let go", () => !document.querySelector("[data-held]"));
    assert.deepEqual(await player.moment(), before, "nothing has changed");
    await drag(session, 2, 1);
    await orderIs(session, "W1 W2 W2 W1 W1 W2");
  });

  test(`${browser}: a step that is let go lands in its new place`, async (t) => {
    const session = await open(browser);
    await Player.open(session, await serve(t), "scenario=race-loose&step=2");
    await session.run(() => {
      window.landed = [];
      document.addEventListener("animationstart", ({ animationName, target }) => {
        if (animationName === "land") window.landed.push([target.closest("[data-column]").dataset.column, getComputedStyle(target).animationDuration]);
      });
    });
    await drag(session, 2, 1);
    await orderIs(session, "W1 W2 W2 W1 W1 W2");
    await session.until("it lands", () => window.landed.some(([column]) => column === "3"));
    assert.ok((await session.run(() => window.landed)).every(([, ms]) => ms === "0.18s"));
    assert.deepEqual(await session.run(() => Array.from(document.querySelectorAll("[data-lands]"), (cell) => cell.dataset.column)), ["3"]);
    // One that falls back lands as well.
    await drag(session, 4, -2);
    await session.wait("the reason is shown", async () => /^W1's insert stays/.test(await aside(session)));
    await session.until("it lands where it stood", () => window.landed.at(-1)[0] === "4");
    const named = await session.run(() => Array.from(document.styleSheets, (sheet) => Array.from(sheet.cssRules)).flat()
      .find((rule) => rule.media?.mediaText === "(prefers-reduced-motion: reduce)").cssRules[0].style.getPropertyValue("animation-name"));
    assert.equal(named, "none", "with reduced motion nothing moves");
  });

  test(`${browser}: planned steps that no longer fit are named after a choice and after a move`, async (t) => {
    const session = await open(browser);
    const player = await Player.open(session, await serve(t), "scenario=race-loose&schedule=W1.W1.W2.W1.W2.W2&step=2");
    await session.run(() => document.querySelector("[data-test=player]").focus());
    await session.press("1");
    await player.at(3);
    assert.equal(await aside(session), "W2's charge and W2's insert can no longer happen: left out.");
    await orderIs(session, "W1 W1 W1 W2");
    await session.press(KEY.right);
    await player.at(4);
    assert.equal(await aside(session), "", "it is told once");
    await Player.open(session, await serve(t), "scenario=race-claim");
    await focusStep(session, 1);
    await session.press(alt(KEY.left));
    await session.wait("it is told", async () => (await aside(session)) === "W1's charge can no longer happen: left out.");
  });

  test(`${browser}: a step is moved with keys, the focus goes with it, and it says why it stays`, async (t) => {
    const session = await open(browser);
    await Player.open(session, await serve(t), "scenario=race-loose");
    await focusStep(session, 4);
    await session.press(alt(KEY.left));
    await orderIs(session, "W1 W2 W1 W1 W2 W2");
    assert.equal(await focusedStep(session), "3");
    await session.press(alt(KEY.right));
    await orderIs(session, "W1 W2 W1 W2 W1 W2");
    assert.equal(await focusedStep(session), "4");
    await session.press(alt(KEY.right));
    await orderIs(session, "W1 W2 W1 W2 W2 W1");
    assert.equal(await focusedStep(session), "5");
    await session.press(alt(KEY.right));
    await focusStep(session, 1);
    await session.press(alt(KEY.right), alt(KEY.right));
    await session.wait("the reason is shown", async () => /^W2's look stays before its charge: /.test(await aside(session)));
    await orderIs(session, "W1 W1 W2 W2 W2 W1");
    assert.equal(await focusedStep(session), "2");
  });

  test(`${browser}: every choice stands in one row, blocked ones with their reason`, async (t) => {
    const session = await open(browser);
    const site = await serve(t);
    const player = await Player.open(session, site, "scenario=crash-after-key&step=1");
    const there = async (wanted) => {
      await session.wait(`the choices are ${wanted}`, async () => JSON.stringify(await choices(session)) === JSON.stringify(wanted));
    };
    await there(["W1 do charges", "W2 insert keys_unique", "W1 dies here as planned", "W2 dies here"]);
    await session.press("1");
    assert.deepEqual((await player.steps())[0], 1, "keys outside the player do nothing");
    await session.run(() => document.querySelector(".decide button").focus());
    await session.press(KEY.enter);
    await player.at(2);
    // The one crash is still there for W2; W1 is done.
    await there(["W1's run has ended (blocked)", "W2 insert keys_unique as planned", "W2 dies here"]);
    assert.equal(await session.run(() => document.activeElement.innerText.trim()), "W1's run has ended", "a choice keeps the focus it has");
    await session.press(KEY.enter);
    assert.deepEqual((await player.steps())[0], 2, "a blocked choice does nothing");
    await session.press("2");
    await player.at(3);
    await there(["W1's run has ended (blocked)", "W2's run has ended (blocked)"]);
  });

  test(`${browser}: in 320 px the choices are whole, and a step that stays says so in sight`, async (t) => {
    const session = await open(browser);
    const site = await serve(t);
    const host = await serveDocument(t, `<!doctype html><html lang="en"><title>Host</title><style>iframe{border:0}</style><iframe width="320" height="640" src="${site.address}#scenario=crash-after-charge&step=1"></iframe>`);
    await session.go(host.address);
    await session.frame(await session.find("iframe"));
    await ready(session, "crash-after-charge");
    assert.equal((await choices(session)).length, 4);
    const out = () => session.run(() => Array.from(document.querySelectorAll(".decide > *, .decide button"))
      .filter((part) => part.scrollWidth > part.clientWidth + 1 || part.getBoundingClientRect().right > innerWidth).map((part) => part.innerText));
    assert.deepEqual(await out(), []);
    await drag(session, 0, 1);
    await session.wait("the reason is shown", async () => /^W1's charge stays before its death: /.test(await aside(session)));
    assert.deepEqual(await out(), []);
    const seen = await session.run(() => {
      const sentence = document.querySelector("[data-test=aside]");
      const { left, top, width, height } = sentence.getBoundingClientRect();
      return sentence.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
    assert.ok(seen, "the sentence is not in sight");
  });
}

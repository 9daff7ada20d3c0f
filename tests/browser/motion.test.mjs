// What moves when a step is taken, taken back, or cut short by a key: the style sheet's own animations, as the browser reports them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { BROWSERS, KEY, Player, open, serve, words } from "./harness.mjs";

/** Notes what begins, what ends after how long, and what is broken off, from now on. */
function note(session) {
  return session.run(() => {
    window.moves = [];
    for (const type of ["animationstart", "animationend", "animationcancel"]) {
      document.addEventListener(type, ({ animationName, elapsedTime, pseudoElement, target }) => {
        window.moves.push({ type, name: animationName, ms: Math.round(elapsedTime * 1000), of: `${target.classList[0]}${pseudoElement}` });
      });
    }
  });
}

const moves = (session) => session.run(() => window.moves);

/** Waits until nothing moves any more, and returns how long what was met moved. */
async function lengths(session) {
  await session.until("nothing moves", () => {
    const begun = window.moves.filter(({ type }) => type === "animationstart").length;
    return begun > 0 && window.moves.length === 2 * begun && document.getAnimations().length === 0;
  });
  const ended = (await moves(session)).filter(({ type }) => type === "animationend");
  return Object.fromEntries(ended.map(({ of, ms }) => [of, ms]));
}

/** Brings the focus into the player, at a moment of step 3. */
async function opened(session, t, hash) {
  const player = await Player.open(session, await serve(t), `scenario=race-loose&${hash}`);
  await session.run(() => document.querySelector("[data-test=player]").focus());
  await note(session);
  return player;
}

for (const browser of BROWSERS) {
  test(`${browser}: a step back moves all that a step moves, in half the time`, async (t) => {
    const session = await open(browser);
    const player = await opened(session, t, "step=2");
    await session.press(KEY.right);
    await player.at(3);
    const there = await lengths(session);
    await note(session);
    await session.press(KEY.left);
    await player.at(2);
    const back = await lengths(session);
    for (const part of ["pin", "handler__line", "said__text", "said::before", "ribbon__line", "pill"]) {
      assert.ok(there[part] > 0, `${part} does not move in a step: ${JSON.stringify(there)}`);
      assert.equal(back[part], there[part] / 2, `${part} in a step back: ${JSON.stringify(back)}`);
    }
  });

  test(`${browser}: the sentence before fades while the new one comes, and is not read`, async (t) => {
    const session = await open(browser);
    const player = await opened(session, t, "step=1");
    await player.counted();
    const before = await words(await session.find(".said__text"));
    await session.press(KEY.right);
    await player.at(2);
    const shown = await session.run(() => {
      const said = document.querySelector(".said");
      return { before: said.dataset.before, words: said.innerText };
    });
    assert.equal(shown.before, before);
    assert.ok(!shown.words.includes(before));
    const faded = await lengths(session);
    assert.ok(faded["said::before"] > 0, JSON.stringify(faded));
    assert.equal(await session.run(() => getComputedStyle(document.querySelector(".said"), "::before").opacity), "0");
  });

  test(`${browser}: a key that takes no step finishes what moves`, async (t) => {
    const session = await open(browser);
    const player = await opened(session, t, "step=2");
    // The slowest speed leaves the second key time to come in between.
    await (await session.find('[aria-label="Speed"] button:first-child')).click();
    await session.run(() => document.querySelector("[data-test=player]").focus());
    await note(session);
    await session.press(KEY.right);
    await session.until("something moves", () => window.moves.length > 0);
    await session.press("x");
    await player.at(3);
    await session.until("nothing moves", () => document.getAnimations().length === 0);
    const all = await moves(session);
    const broken = all.filter(({ type }) => type === "animationcancel").map(({ of }) => of);
    assert.ok(broken.includes("pin") && broken.includes("said__text"), JSON.stringify(all));
  });
}

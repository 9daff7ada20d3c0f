// Links: the browser's Back and Forward between scenarios, and links that do not hold.
import assert from "node:assert/strict";
import { test } from "node:test";
import { BROWSERS, Player, open, ready, seen, serve, words } from "./harness.mjs";

for (const browser of BROWSERS) {
  test(`${browser}: Back and Forward go between scenarios, and each comes back at its moment`, async (t) => {
    const session = await open(browser);
    const player = await Player.open(session, await serve(t), "scenario=race-loose");
    await player.next();
    await player.next();
    await player.address();
    const left = await player.moment();
    await (await session.find('[data-test="chapters"] [href*="race-claim"], [data-test="chapters"] [data-scenario="race-claim"]')).click();
    await ready(session, "race-claim");
    await player.next();
    await player.address();
    const came = await player.moment();
    await session.back();
    await ready(session, "race-loose");
    await player.at(2);
    assert.deepEqual(await player.moment(), left);
    await session.forward();
    await ready(session, "race-claim");
    await player.at(1);
    assert.deepEqual(await player.moment(), came);
  });

  test(`${browser}: a step that was taken just before Back is there after Forward`, async (t) => {
    const session = await open(browser);
    const player = await Player.open(session, await serve(t), "scenario=race-loose&step=1");
    await (await session.find('[data-test="chapters"] [href*="race-claim"], [data-test="chapters"] [data-scenario="race-claim"]')).click();
    await ready(session, "race-claim");
    // The address is written a little later than the step, and by then the reader is elsewhere.
    await session.run(() => {
      document.querySelector("[data-test=next]").click();
      document.querySelector("[data-test=next]").click();
      history.back();
    });
    await ready(session, "race-loose");
    await player.at(1);
    await session.forward();
    await ready(session, "race-claim");
    await player.at(2);
    assert.equal(new URL(await session.address()).hash, "#scenario=race-claim&step=2");
    await session.back();
    await ready(session, "race-loose");
    await player.at(1);
    assert.equal(new URL(await session.address()).hash, "#scenario=race-loose&step=1");
  });

  // What is wrong, and the word of it that the notice must repeat or the step that is shown instead.
  const broken = [
    ["a scenario that is not there", "scenario=race-lose&step=2", /race-lose/],
    ["a step that is not there", "scenario=race-loose&step=999", /999/],
    ["a step that is no number", "scenario=race-loose&step=soon", /soon/],
    ["a schedule with a process that is not there", "scenario=race-loose&schedule=W1.W9", /W9/],
    ["a schedule that cannot go on", "scenario=race-claim&schedule=W1.W1.W1.W1.W1.W1.W1", /W1/],
    ["a link cut in the middle of a name", "scenario=race-loose&schedule=W1.W", /W\b/],
    ["a link of a later version", "v=99&scenario=race-loose", /99/],
    ["bytes that are no text", "scenario=%ff%fe", /./],
  ];
  for (const [what, hash, said] of broken) {
    test(`${browser}: ${what} is explained, and a moment is shown all the same`, async (t) => {
      const session = await open(browser);
      const site = await serve(t);
      await session.go(`${site.address}#${hash}`);
      await ready(session);
      const notice = await session.find('[data-test="notice"]');
      assert.ok(await notice.isShown());
      assert.match(await words(notice), said);
      assert.ok(await (await session.find('[data-test="player"]')).isShown());
      assert.deepEqual(await seen(session), { violations: [], errors: [] });
    });
  }
}

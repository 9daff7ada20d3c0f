// The seven steps of the guide, in every browser: played to the end, compared with what the guide prints, gone back to the
// start, and shared as a link from the middle.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { BROWSERS, GUIDE, Player, count, open, seen, serve } from "./harness.mjs";

// The page opens step 4 on a schedule where one worker is refused before the other has charged; the guide prints this one.
const PRINTED_SCHEDULE = { "race-claim": "W1.W1.W2" };

// Most of a journey is waiting for the play to go on, so the browsers go at the same time.
describe("the guide", { concurrency: BROWSERS.length }, () => {
  for (const browser of BROWSERS) {
    describe(browser, { concurrency: 1 }, () => {
      let done = 0;

      for (const { name, golden } of GUIDE) {
        test(`${browser}: ${name}`, async (t) => {
          const session = await open(browser);
          const site = await serve(t);
          const schedule = PRINTED_SCHEDULE[name] ? `&schedule=${PRINTED_SCHEDULE[name]}` : "";
          const player = await Player.open(session, site, `scenario=${name}${schedule}`);
          const [first, last] = await player.steps();
          assert.equal(first, 0);
          await player.uncover();
          const start = await player.moment();

          await player.playToTheEnd();
          assert.equal(await player.printed(), readFileSync(golden, "utf8"));

          for (let step = last; step > 0; step -= 1) {
            await player.press("back");
            await player.at(step - 1);
          }
          assert.deepEqual(await player.moment(), start);

          const middle = last >> 1;
          for (let step = 0; step < middle; step += 1) await player.next();
          const before = await player.moment();
          const { hash } = new URL(await player.address());
          const shared = await Player.open(session, site, hash.slice(1));
          assert.deepEqual(await shared.moment(), before);
          await session.reload();
          await session.until("the page is back", () => document.documentElement.dataset.ready);
          assert.deepEqual(await shared.moment(), before);

          assert.deepEqual(await seen(session), { violations: [], errors: [] });
          done += 1;
          if (done === GUIDE.length) count(`browser-${browser}`, 1);
        });
      }
    });
  }
});

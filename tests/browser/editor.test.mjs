// A scenario of one's own: in a link, in the editor, in a file, and never lost.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { BROWSERS, Player, open, ready, seen, serve, words } from "./harness.mjs";

const OWN = "your-own";
const RACE = readFileSync(join(import.meta.dirname, "../../static/scenarios/guide/3-race-loose.twice"), "utf8");
const MINE = RACE.replaceAll("charge-77", "order-5").replace("Race: check, then write", "My own race");

/** What a link carries for a text. */
const payload = (text) => `1z.${deflateRawSync(text).toString("base64url")}`;

/** Waits for an element. */
async function found(session, selector) {
  await session.until(`there is ${selector}`, (selector) => document.querySelector(selector) !== null, selector);
  return session.find(selector);
}

/** Loads a hash afresh that holds a text. */
async function opened(session, site, hash) {
  await session.go("about:blank");
  await session.go(`${site.address}#${hash}`);
  await ready(session, OWN);
  return new Player(session);
}

const title = (session) => session.run(() => document.querySelector(".page__title").textContent);

for (const browser of BROWSERS) {
  test(`${browser}: a link opens the text that it carries at its moment, and Back and Forward go by it`, async (t) => {
    const session = await open(browser);
    const site = await serve(t);
    const shipped = await Player.open(session, site, "scenario=race-claim&step=1");
    await session.run((hash) => { location.hash = hash; }, `scenario=race-loose&step=3&text=${payload(MINE)}`);
    await ready(session, OWN);
    await shipped.at(3);
    assert.equal(await title(session), "My own race");
    assert.match(await words(await shipped.control("said")), /order-5/);
    await shipped.next();
    assert.match(await shipped.address(), /#scenario=race-loose&step=4&text=1z\./);
    await session.back();
    await ready(session, "race-claim");
    await shipped.at(1);
    await session.forward();
    await ready(session, OWN);
    await shipped.at(4);
    // The same address in a new page is the same moment.
    const left = await shipped.moment();
    const [, hash] = (await session.address()).split("#");
    const again = await opened(session, site, hash);
    await again.at(4);
    assert.deepEqual(await again.moment(), left);
    assert.deepEqual(await seen(session), { violations: [], errors: [] });
  });

  const broken = [
    ["cut off", payload(MINE).slice(0, 200), /cut off/],
    ["of a later version", "2z.AAAA", /newer version/],
    ["of nobody's", "1z.____", /damaged/],
    ["larger than a text may be", payload("a".repeat(4 << 20)), /larger than a link/],
  ];
  for (const [what, text, said] of broken) {
    test(`${browser}: a text ${what} is told, and what the reader had stays`, async (t) => {
      const session = await open(browser);
      const player = await Player.open(session, await serve(t), "scenario=race-loose&step=2");
      await session.run((hash) => { location.hash = hash; }, `scenario=race-claim&text=${text}`);
      const notice = await found(session, '[data-test="notice"]');
      assert.match(await words(notice), said);
      assert.deepEqual((await player.steps())[0], 2);
      assert.equal(await title(session), "Race: check, then write");
      assert.deepEqual(await seen(session), { violations: [], errors: [] });
    });
  }
}

// The list of every scenario: found by title, cause and source, with a mouse and with keys, beside the player and in a
// panel; how every one ends; and the way from one to the next.
import assert from "node:assert/strict";
import { test } from "node:test";
import { BROWSERS, KEY, Player, open, ready, seen, serve, serveDocument, tabTo, words } from "./harness.mjs";

const RACE = "scenario=race-loose";
const entries = (session) => session.run(() => [...document.querySelectorAll("[data-test=chapters] a")].map((link) => link.hash.split("=")[1]));
const found = (session) => session.run(() => document.querySelector("[data-test=found]").textContent);
const focused = (session) => session.run(() => document.activeElement.id || document.activeElement.hash || document.activeElement.dataset.test || document.activeElement.tagName);
const isFocused = (session, what) => session.wait(`the focus is on ${what}`, async () => (await focused(session)) === what);
const fetchedWords = (session) => session.run(() => performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("/words.txt")).length);
const isOpen = (session) => session.run(() => document.getElementById("chapters").matches(":popover-open"));

async function start(session, site, hash = "") {
  await session.go("about:blank");
  await session.go(`${site.address}${hash && `#${hash}`}`);
  await ready(session);
}

/** Shows the race in a frame of this width. */
async function framed(session, t, width) {
  const site = await serve(t);
  const host = await serveDocument(t, `<!doctype html><html lang="en"><title>Host</title><style>body{margin:0}iframe{border:0}</style><iframe width="${width}" height="720" src="${site.address}#${RACE}"></iframe>`);
  await session.frame(null);
  await session.go(host.address);
  await session.frame(await session.find("iframe"));
  await ready(session, "race-loose");
}

for (const browser of BROWSERS) {
  test(`${browser}: with a mouse: found by title, by cause, and all shown again`, async (t) => {
    const session = await open(browser);
    await start(session, await serve(t));
    const all = await entries(session);
    assert.equal(await fetchedWords(session), 0, "what is searched is fetched before anybody searches");
    const field = await session.find("#filter");
    await field.click();
    await session.wait("what is searched is here", async () => (await fetchedWords(session)) === 1);
    await field.type("claim first");
    await session.wait("the list is shorter", async () => (await entries(session)).length < all.length);
    assert.ok((await entries(session)).includes("race-claim"));
    assert.match(await found(session), new RegExp(`^\\d+ of ${all.length} scenarios\\.$`));
    await (await session.find(".filter__clear")).click();
    await session.wait("all are shown", async () => (await entries(session)).length === all.length);
    await isFocused(session, "filter");
    // "instant" stands in no title.
    await field.type("instant");
    await session.wait("the cause is found", async () => (await entries(session)).includes("race-loose"));
    assert.match(await words(await session.find(".chapters__excerpt")), /at the same instant/);
    assert.equal(await (await session.find(".chapters__excerpt mark")).text(), "instant");
    await (await session.find("[data-test=chapters] [href$=race-loose]")).click();
    await ready(session, "race-loose");
    assert.deepEqual(await seen(session), { violations: [], errors: [] });
  });

  test(`${browser}: with keys alone: the slash enters, arrows go through what is found, Enter opens what fits best, Escape shows all`, async (t) => {
    const session = await open(browser);
    await start(session, await serve(t), RACE);
    await session.press("/");
    await isFocused(session, "filter");
    await session.press(..."crash after");
    await session.wait("they are found", async () => (await entries(session)).length > 1 && (await found(session)) !== "");
    const [first, second] = await entries(session);
    await session.press(KEY.down);
    await isFocused(session, `#scenario=${first}`);
    await session.press(KEY.down);
    await isFocused(session, `#scenario=${second}`);
    await session.press(KEY.up, KEY.up);
    await isFocused(session, "filter");
    await session.press(KEY.up);
    await isFocused(session, "filter");
    await session.press(KEY.escape);
    await session.wait("all are shown", async () => (await found(session)) === "");
    await isFocused(session, "filter");
    await session.press(..."crash after", KEY.enter);
    await ready(session, first);
    await isFocused(session, "player");
    // Inside the player it enters, too; where something is typed it is a letter.
    await session.press("/");
    await isFocused(session, "filter");
    await session.press("/");
    await session.wait("it is a letter", async () => (await (await session.find("#filter")).property("value")).endsWith("/"));
  });

  test(`${browser}: the slash means nothing where single keys are turned off`, async (t) => {
    const session = await open(browser);
    const site = await serve(t);
    await start(session, site, RACE);
    await session.run(() => localStorage.setItem("ran-twice.keys", "off"));
    await start(session, site, RACE);
    await session.press("/");
    assert.notEqual(await focused(session), "filter");
    await session.run(() => localStorage.removeItem("ran-twice.keys"));
  });

  test(`${browser}: that nothing is found is told outside of the player, with a way back`, async (t) => {
    const session = await open(browser);
    await start(session, await serve(t), RACE);
    await (await session.find("#filter")).type("zebra");
    await session.wait("it is told", async () => (await found(session)) === "No scenario says “zebra”.");
    assert.deepEqual(await entries(session), []);
    const outside = await session.run(() => {
      const regions = [...document.querySelectorAll("[role=status], [role=alert], [aria-live]:not([aria-live=off])")].filter((region) => region.checkVisibility());
      return regions.filter((region) => !region.closest("[data-test=player]")).map((region) => region.dataset.test);
    });
    assert.deepEqual(outside, ["found"]);
    await (await session.find(".filter__clear")).click();
    await session.wait("all are shown", async () => (await entries(session)).length > 6);
  });

  test(`${browser}: where what is searched does not come, titles are, and that is said`, async (t) => {
    const session = await open(browser);
    await start(session, await serve(t, { change: (path, reply) => { if (path?.endsWith("/words.txt")) reply.status = 404; } }));
    await (await session.find("#filter")).type("claim first");
    await session.wait("it is said", async () => /Only titles were searched/.test(await found(session)));
    assert.ok((await entries(session)).includes("race-claim"));
  });

  for (const width of [320, 390, 720]) {
    test(`${browser}: in ${width} px the list opens in a panel, with the same filter`, async (t) => {
      const session = await open(browser);
      await framed(session, t, width);
      assert.equal(await isOpen(session), false);
      assert.match(await words(await session.find("[data-test=scenarios]")), /Race: check, then write/);
      await (await session.find("[data-test=scenarios]")).click();
      // The first press waits for the second part of the code.
      await session.wait("the list is open", () => isOpen(session));
      const { left, right, bottom } = await session.run(() => document.getElementById("chapters").getBoundingClientRect().toJSON());
      assert.ok(left >= 0 && right <= width && bottom <= 720, `${left}, ${right}, ${bottom}`);
      assert.ok(await session.run(() => document.documentElement.scrollWidth) <= width);
      await (await session.find("#filter")).type("claim first");
      await session.wait("it is found", async () => (await found(session)) !== "" && (await entries(session)).includes("race-claim"));
      await session.press(KEY.escape);
      await session.wait("all are shown", async () => (await found(session)) === "");
      assert.equal(await isOpen(session), true);
      await session.press(KEY.escape);
      await session.wait("the panel is closed", async () => !(await isOpen(session)));
      await session.run(() => document.activeElement.blur());
      await session.press("/");
      await isFocused(session, "filter");
      await session.press(..."claim first", KEY.enter);
      await ready(session, "race-claim");
      assert.equal(await isOpen(session), false);
      await isFocused(session, "player");
      await session.frame(null);
    });
  }

  test(`${browser}: the scenarios before and after this one are named, by link and by key`, async (t) => {
    const session = await open(browser);
    await start(session, await serve(t), RACE);
    const links = await session.findAll(".around a");
    assert.deepEqual(await Promise.all(links.map(words)), ["Previous scenario In sequence", "Next scenario Race: claim first"]);
    await session.run((link) => link.scrollIntoView(), links[1]);
    await links[1].click();
    await ready(session, "race-claim");
    await session.until("the page is shown from its top", () => scrollY === 0);
    await isFocused(session, "player");
    await session.press("p");
    await ready(session, "race-loose");
    await session.press("p");
    await ready(session, "in-sequence");
    await session.press("p");
    await ready(session, "enqueue-twice");
    assert.equal((await session.findAll(".around a")).length, 1);
    await session.press("n");
    await ready(session, "in-sequence");
    await session.back();
    await ready(session, "enqueue-twice");
  });

  test(`${browser}: every ending is counted one after the other, with progress, and can be stopped`, async (t) => {
    const session = await open(browser);
    await start(session, await serve(t));
    const all = (await entries(session)).length;
    const button = await session.find("[data-test=endings]");
    const progress = () => session.run(() => document.querySelector(".chapters__progress").textContent);
    await button.click();
    await session.wait("some are known", async () => Number.parseInt(await progress(), 10) >= 3);
    if ((await button.text()) === "Stop") {
      await button.click();
      await session.wait("it is stopped", async () => /^Show the other \d+ endings$/.test(await button.text()));
      const known = await progress();
      await new Promise((resolve) => setTimeout(resolve, 300));
      assert.equal(await progress(), known, "it counts on");
      await button.click();
    }
    await session.wait("all are known", async () => (await button.text()) === "Every ending is shown", 120_000);
    assert.equal(await progress(), "");
    assert.ok(await session.run((button) => document.activeElement === button, button), "the focus is lost");
    const signed = await session.run(() => [...document.querySelectorAll("[data-test=chapters] a")].filter((link) => link.querySelector(".chapters__sign")).length);
    // One without an effect has none.
    assert.ok(signed > all * 0.8, `${signed} of ${all} have a sign`);
    assert.deepEqual(await seen(session), { violations: [], errors: [] });
  });

  test(`${browser}: an incident names where it was told, and the page itself asks nothing there`, async (t) => {
    const session = await open(browser);
    const site = await serve(t);
    await start(session, site);
    await (await session.find("#filter")).type("github.com");
    await session.wait("they are found", async () => /^\d/.test(await found(session)));
    const [name] = await entries(session);
    await Player.open(session, site, `scenario=${name}`);
    const link = await session.find(".page__source a");
    assert.match(await link.attribute("href"), /^https:\/\/github\.com\//);
    assert.deepEqual([await link.attribute("rel"), (await link.attribute("target")) || null], ["noreferrer", null]);
    const elsewhere = await session.run((address) => performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => !name.startsWith(address)), site.address);
    assert.deepEqual(elsewhere, []);
  });
}

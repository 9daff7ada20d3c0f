// The start page: what the bare address shows first, and the ways from it into a scenario and back.
import assert from "node:assert/strict";
import { test } from "node:test";
import { BROWSERS, KEY, Player, open, otherSite, ready, seen, serve, serveDocument, tabTo, words } from "./harness.mjs";

const SIZES = [[1280, 720], [720, 720], [390, 720], [320, 568]];

/** Shows the bare address in a frame of this size; a window itself cannot be as narrow as a phone. */
async function framed(session, site, t, width, height) {
  const host = await serveDocument(t, `<!doctype html><html lang="en"><title>Host</title><style>body{margin:0}iframe{border:0}</style><iframe width="${width}" height="${height}" src="${site.address}"></iframe>`);
  await session.frame(null);
  await session.go(host.address);
  await session.frame(await session.find("iframe"));
  await ready(session, "start");
}

for (const browser of BROWSERS) {
  test(`${browser}: the first screen says what this is and has the way in, at every size`, async (t) => {
    const session = await open(browser);
    const site = await serve(t);
    for (const [width, height] of SIZES) {
      await framed(session, site, t, width, height);
      const [below, wide, mains] = await session.run(() => {
        const bottom = (selector) => document.querySelector(selector).getBoundingClientRect().bottom;
        return [Math.max(bottom("h1"), bottom("[data-test=start]")), document.documentElement.scrollWidth, document.querySelectorAll(".button--main").length];
      });
      assert.ok(below <= height, `at ${width} × ${height} the way in ends at ${below} px`);
      assert.ok(wide <= width, `at ${width} px the page is ${wide} px wide`);
      assert.equal(mains, 1);
    }
    await session.frame(null);
  });

  test(`${browser}: the main button opens the race, and Back and Forward go between the two`, async (t) => {
    const session = await open(browser);
    const site = await serve(t);
    await session.go(site.address);
    await ready(session, "start");
    assert.equal(await session.address(), site.address);
    const packs = () => site.requests.map(({ path }) => path.split("/").pop()).filter((name) => name.endsWith(".pack"));
    await session.wait("the race is fetched", () => packs().length > 0);
    assert.deepEqual(packs(), ["race-loose.pack"]);
    await (await session.find("[data-test=start]")).click();
    await ready(session, "race-loose");
    assert.match(await session.address(), /#scenario=race-loose$/);
    await session.press(KEY.right);
    const player = new Player(session);
    await player.at(1);
    await player.address();
    await session.back();
    await ready(session, "start");
    assert.equal(await session.address(), site.address);
    await session.forward();
    await ready(session, "race-loose");
    await player.at(1);
    assert.deepEqual(await seen(session), { violations: [], errors: [] });
  });

  test(`${browser}: a scenario far down the list opens at the top of the page, and its name leads back`, async (t) => {
    const session = await open(browser);
    const site = await serve(t);
    await session.go(`${site.address}?theme=dark`);
    await ready(session, "start");
    const links = await session.findAll("[data-test=chapters] a");
    const last = links.at(-1);
    const [, name] = /scenario=([\w-]+)/.exec(await last.attribute("href"));
    await session.run((link) => link.scrollIntoView({ block: "center" }), last);
    await last.click();
    await ready(session, name);
    await session.until("the page is shown from its top", () => scrollY === 0);
    await (await session.find(".page__name")).click();
    await ready(session, "start");
    assert.equal(await session.address(), `${site.address}?theme=dark`, "the reader's theme is kept");
  });

  test(`${browser}: with keys alone: in by Tab and Enter, and the run is stepped at once`, async (t) => {
    const session = await open(browser);
    await session.go((await serve(t)).address);
    await ready(session, "start");
    await tabTo(session, "[data-test=start]");
    await session.press(KEY.enter);
    await ready(session, "race-loose");
    await session.until("the player has the focus", () => document.activeElement.matches("[data-test=player]"));
    await session.press(KEY.right);
    await new Player(session).at(1);
  });

  test(`${browser}: where the query names a moment, the name leads to the bare address`, async (t) => {
    const session = await open(browser);
    const site = await serve(t);
    await session.go(`${site.address}?scenario=race-claim&step=1`);
    await ready(session, "race-claim");
    await (await session.find(".page__name")).click();
    await ready(session, "start");
    assert.equal(await session.address(), site.address);
  });

  test(`${browser}: a frame in somebody's documentation never shows the start page`, async (t) => {
    const session = await open(browser);
    const site = await serve(t);
    const host = await serveDocument(t, `<!doctype html><html lang="en"><title>Host</title><iframe width="720" height="420" src="${otherSite(site.address)}?embed=1"></iframe>`);
    await session.go(host.address);
    await session.frame(await session.find("iframe"));
    await ready(session, "enqueue-twice");
    assert.equal((await session.findAll("[data-test=start], .more:not([hidden]) a")).length, 2);
    assert.equal(await session.run(() => getComputedStyle(document.querySelector(".more")).display), "none");
    await session.frame(null);
  });

  test(`${browser}: what it says of your own scenarios and of embedding can be read`, async (t) => {
    const session = await open(browser);
    await session.go((await serve(t)).address);
    await ready(session, "start");
    const more = await session.find(".more");
    assert.match(await words(more), /text file.*documentation/);
    const pages = await session.run(() => Promise.all([...document.querySelectorAll(".more a")].map(async (link) => {
      const answer = await fetch(link.href);
      return [answer.status, answer.headers.get("content-type"), (await answer.text()).slice(0, 2)];
    })));
    assert.deepEqual(pages, Array(2).fill([200, "text/plain; charset=utf-8", "# "]));
  });
}

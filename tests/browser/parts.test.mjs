// The wasm in two parts: a first view runs with the first alone, and what a reader does before the second has come is not lost.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { DIST } from "../../script/server.mjs";
import { BROWSERS, GUIDE, KEY, Player, open, ready, seen, serve, tabTo, words } from "./harness.mjs";

const isRest = (path) => /ran-twice-rest-.*\.wasm$/.test(path);
const asked = (site, is) => site.requests.filter(({ path }) => is(path)).length;
// A reload would ask for it again.
const isPage = (path) => path.endsWith("/") || path.endsWith("/index.html");

/** The same, for as long as a slow network would take. */
function late(t) {
  let go;
  const gone = new Promise((resolve) => (go = resolve));
  return { go, serving: serve(t, { change: (path) => (isRest(path) ? gone : undefined) }) };
}

test("the page is built in two parts", () => {
  assert.equal(readdirSync(DIST).filter(isRest).length, 1);
});

/** Notes what the page listens to, and what start.js holds back. */
const LISTENING = `
  window.listening = new Set();
  const listen = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (type, ...more) {
    if (this === document || this.id === "app" || document.currentScript === null) window.listening.add(type);
    return listen.call(this, type, ...more);
  };`;
const HELD = /const HEARD = \[([^\]]*)\]/.exec(readFileSync(new URL("../../static/start.js", import.meta.url), "utf8"))[1].match(/\w+/g);

for (const browser of BROWSERS) {
  test(`${browser}: whatever the app listens to is held back until the second part is there`, async (t) => {
    const session = await open(browser);
    const site = await serve(t, { scripts: { "listening.js": LISTENING } });
    for (const hash of ["", "#scenario=race-loose&step=2"]) {
      await session.go("about:blank");
      await session.go(`${site.address}${hash}`);
      await ready(session);
      const listening = await session.run(() => [...window.listening]);
      assert.ok(listening.includes("click"), "the app listens to something");
      assert.deepEqual(listening.filter((type) => !HELD.includes(type)), []);
    }
  });

  for (const hash of ["", ...GUIDE.map(({ name }) => `#scenario=${name}`)]) {
    test(`${browser}: the first view of ${hash || "the bare address"} needs the first part alone`, async (t) => {
      const session = await open(browser);
      const site = await serve(t);
      await session.go(`${site.address}${hash}`);
      await ready(session);
      assert.deepEqual(await seen(session), { violations: [], errors: [] });
      assert.deepEqual([asked(site, isRest), asked(site, isPage)], [0, 1]);
    });
  }

  test(`${browser}: an address that asks for more has both parts before it is drawn`, async (t) => {
    const session = await open(browser);
    const site = await serve(t);
    for (const hash of ["scenario=race-loose&step=3", "scenario=killed-before-ack", "scenario=nothing-like-it"]) {
      const before = asked(site, isRest);
      await session.go("about:blank");
      await session.go(`${site.address}#${hash}`);
      await ready(session);
      assert.ok(asked(site, isRest) > before || hash !== "scenario=race-loose&step=3");
      assert.deepEqual(await seen(session), { violations: [], errors: [] });
    }
    assert.equal(asked(site, isPage), 3, "nothing was started twice");
  });

  test(`${browser}: presses and keys that come before the second part are heard when it is there, in their order`, async (t) => {
    const { serving, go } = late(t);
    const session = await open(browser);
    const site = await serving;
    const player = await Player.open(session, site, "scenario=race-loose");
    await (await session.find("[data-test=next]")).click();
    await session.press(KEY.right);
    assert.equal((await player.steps())[0], 0, "nothing is heard yet");
    go();
    await player.at(2);
    assert.deepEqual(await seen(session), { violations: [], errors: [] });
    assert.equal(asked(site, isPage), 1);
  });

  test(`${browser}: a Tab before the second part moves the focus once`, async (t) => {
    const { serving, go } = late(t);
    const session = await open(browser);
    const site = await serving;
    await session.go(site.address);
    await ready(session, "start");
    await tabTo(session, "[data-test=start]");
    go();
    // Time enough for the second part, and for what would be said again.
    await session.run(() => new Promise((resolve) => setTimeout(resolve, 500)));
    assert.ok(await session.run(() => document.activeElement.matches("[data-test=start]")), "the focus stays where Tab has moved it");
    await session.press(KEY.enter);
    await ready(session, "race-loose");
    assert.deepEqual(await seen(session), { violations: [], errors: [] });
  });

  test(`${browser}: a second part that does not come is told in words`, async (t) => {
    const session = await open(browser);
    const site = await serve(t, {
      change(path, reply) {
        if (isRest(path)) reply.status = 404;
      },
    });
    await Player.open(session, site, "scenario=race-loose");
    await (await session.find("[data-test=next]")).click();
    // The page may start once more meanwhile, so the panel is looked for each time.
    const told = () => session.run(() => { const panel = document.getElementById("failure"); return panel?.checkVisibility() && panel.innerText; });
    assert.match(await session.wait("the page says what failed", told, 5_000), /File not found: ran-twice-rest-/);
  });
}

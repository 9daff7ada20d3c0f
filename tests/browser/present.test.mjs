// The page on a projector: the keys of a clicker, a list of scenarios, blank, the whole screen, notes in a window of their own, the
// QR code of the moment, and type and colours that are read from the back of a room.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import jsQR from "jsqr";
import { DIST } from "../../script/server.mjs";
import { BROWSERS, KEY, Player, count, open, painted, ready, seen, serve, serveDocument, words } from "./harness.mjs";
import { luminance, picture } from "./picture.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RACE = "scenario=race-loose";
const LIST = "mode=present&list=race-loose,race-claim";
const isBlank = (session) => session.run(() => "blank" in document.documentElement.dataset);
const isPresented = (session) => session.run(() => document.documentElement.dataset.mode === "present");

/** In another window of the browser: `use` gets there and back. */
async function elsewhere(session, handle, use) {
  const here = await session.command("GET", "/window");
  await session.command("POST", "/window", { handle });
  try {
    return await use();
  } finally {
    await session.command("POST", "/window", { handle: here });
  }
}

/** Pictures that are taken of a code: a browser may hand out one from before it has drawn. */
const PICTURES_MAX = 20;

/** What a phone reads off the screen. */
async function scanned(session) {
  for (let pictures = 0; pictures < PICTURES_MAX; pictures += 1) {
    await painted(session);
    const { left, top, width, height } = await session.run(() => {
      const { left, top, width, height } = document.querySelector(".code__picture").getBoundingClientRect();
      return { left, top, width, height };
    });
    const image = picture(await session.screenshot());
    const [columns, rows] = [Math.floor(width), Math.floor(height)];
    const pixels = new Uint8ClampedArray(columns * rows * 4).fill(255);
    for (let y = 0; y < rows; y += 1) for (let x = 0; x < columns; x += 1) pixels.set(image.at(Math.ceil(left) + x, Math.ceil(top) + y), (y * columns + x) * 4);
    const read = jsQR(pixels, columns, rows)?.data;
    if (read) return read;
  }
  throw new Error(`${session.browser}: on none of ${PICTURES_MAX} pictures is there a code that can be read`);
}

async function newWindow(session, act) {
  const before = await session.command("GET", "/window/handles");
  await act();
  return session.wait("another window opens", async () => (await session.command("GET", "/window/handles")).find((handle) => !before.includes(handle)));
}

for (const browser of BROWSERS) {
  test(`${browser}: a clicker goes through the list from first to last and back, from wherever the focus is`, async (t) => {
    const session = await open(browser);
    const site = await serve(t);
    await session.go(`${site.address}?${LIST}`);
    await ready(session, "race-loose");
    const player = new Player(session);
    for (const [step, focus] of [[1, "body"], [2, ".lanes input, [type=range]"], [3, "[data-test=next]"], [4, "[data-test=player]"]]) {
      await session.run((focus) => document.querySelector(focus)?.focus(), focus);
      await session.press(KEY.pageDown);
      await player.at(step);
    }
    await session.press(KEY.pageUp);
    await player.at(3);
    await session.press(KEY.pageDown, KEY.pageDown, KEY.pageDown);
    await player.at(6);
    assert.match(await words(await session.find("[data-test=present]")), /Scenario 1 of 2/);
    await session.press(KEY.pageDown);
    await ready(session, "race-claim");
    assert.match(await words(await session.find("[data-test=present]")), /Scenario 2 of 2/);
    assert.equal((await player.steps())[0], 0);
    await session.press(KEY.pageUp);
    await ready(session, "race-loose");
    await player.at(6);
    // The address has the place in the list and the moment, so that a reload returns to it.
    await session.wait("the address has both", async () => /\?mode=present&list=race-loose,race-claim#scenario=race-loose&step=end$/.test(await session.address()));
    await session.reload();
    await ready(session, "race-loose");
    await player.at(6);
    assert.ok(await isPresented(session));
    assert.deepEqual(await seen(session), { violations: [], errors: [] });
  });

  test(`${browser}: a point and a B blank the page, F5 does not reload it, Escape leaves`, async (t) => {
    const session = await open(browser);
    const player = await Player.open(session, await serve(t), `${RACE}&step=1`, "mode=present");
    await session.run(() => (window.mark = true));
    for (const key of [".", "b"]) {
      await session.press(key);
      assert.ok(await isBlank(session), key);
      assert.ok(luminance(picture(await session.screenshot()).at(200, 200)) < 0.01);
      await session.press(key);
      assert.ok(!(await isBlank(session)));
    }
    await session.press("b", KEY.pageDown);
    assert.ok(!(await isBlank(session)));
    assert.equal((await player.steps())[0], 1, "the first press only shows the page again");
    await session.press("\uE035");
    await session.run(() => new Promise((resolve) => setTimeout(resolve, 300)));
    assert.ok(await session.run(() => window.mark), "F5 has reloaded the page");
    await session.run(() => document.fullscreenElement && document.exitFullscreen());
    await session.wait("the window is there again", () => session.run(() => !document.fullscreenElement));
    await session.press(KEY.escape);
    await session.wait("the page is left as it was", async () => !(await isPresented(session)));
    assert.ok(await session.run(() => window.mark && !!document.querySelector("[data-test=chapters]")));
    assert.deepEqual(await player.steps(), [1, 6]);
    assert.match(await session.address(), /\/#scenario=race-loose&step=1$/);
    await (await session.find(".page__present")).click();
    await session.wait("it is presented", () => isPresented(session));
    assert.match(await session.address(), /\?mode=present#/);
    assert.deepEqual(await seen(session), { violations: [], errors: [] });
  });

  test(`${browser}: what scrolls on a projector is reached by keys there, and only there`, async (t) => {
    const session = await open(browser);
    const host = await serveDocument(t, `<!doctype html><html lang="en"><title>Host</title><iframe width="1024" height="560" src="${(await serve(t)).address}?mode=present#scenario=crash-after-key&step=end"></iframe>`);
    await session.go(host.address);
    await session.frame(await session.find("iframe"));
    await ready(session);
    const reached = () => session.run(() => document.querySelectorAll(":is(.handler__programs, .tables__list)[tabindex]").length);
    await session.wait("a box scrolls", async () => (await reached()) > 0);
    await session.run(() => document.querySelector("[data-test=player]").focus());
    await session.press(KEY.escape);
    await session.wait("the projector is off", async () => !(await isPresented(session)));
    assert.equal(await reached(), 0);
    await session.frame(null);
  });

  const ways = [["over a channel", {}], ["by messages where there is no channel", { scripts: { "none.js": "delete window.BroadcastChannel" } }]];
  for (const [way, host] of ways) {
    test(`${browser}: a second window has the notes of every moment, and steps the first, ${way}`, async (t) => {
      const session = await open(browser);
      const site = await serve(t, host);
      await Player.open(session, site, `${RACE}&step=2`, LIST);
      await hasNotes(session, new Player(session));
      assert.deepEqual(await seen(session), { violations: [], errors: [] });
    });
  }

  test(`${browser}: the single file opened from a file: address presents, with notes in a second window`, async () => {
    const session = await open(browser);
    await session.go(`${pathToFileURL(join(DIST, "ran-twice.html")).href}?${LIST}#${RACE}&step=2`);
    await ready(session, "race-loose");
    await hasNotes(session, new Player(session));
  });

  test(`${browser}: the QR code leads a phone to the exact moment; where it cannot, it is said why`, async (t) => {
    const session = await open(browser);
    const site = await serve(t, {
      change(path, reply) {
        if (path === "index.html") reply.body = reply.body.replace('data-public=""', 'data-public="https://example.org/ran-twice/"');
      },
    });
    await Player.open(session, site, `${RACE}&schedule=W2.W1&step=2`, "mode=present");
    await session.press("q");
    const dialog = await session.find("dialog.code");
    await session.wait("the code is shown", () => session.run((dialog) => dialog.open, dialog));
    const read = await scanned(session);
    assert.equal(read, `https://example.org/ran-twice/#${new URL(await session.address()).hash.slice(1)}`);
    assert.ok((await words(dialog)).includes(read));
    await session.press(KEY.escape);
    await session.wait("it is closed", () => session.run((dialog) => !dialog.open, dialog));
    assert.ok(await isPresented(session), "the first Escape closes the code and nothing else");
    for (const key of ["q", KEY.pageDown]) {
      await session.press("q");
      await session.wait("the code is shown again", () => session.run((dialog) => dialog.open, dialog));
      await session.press(key);
      await session.wait("it is closed", () => session.run((dialog) => !dialog.open, dialog));
      assert.equal((await new Player(session).steps())[0], 2, "what closes the code does nothing else");
    }

    await Player.open(session, await serve(t), `${RACE}&step=1`, "mode=present");
    await session.press("q");
    await session.until("it is said why there is none", () => /no public address/.test(document.querySelector("dialog.code")?.innerText));
    assert.equal((await session.findAll(".code__picture")).length, 0);
    assert.ok((await (await session.find(".code__address a")).attribute("href")).includes(`#${RACE}`));
  });

  test(`${browser}: a list that names what there is not says so where the room sees it, with the nearest name`, async (t) => {
    const session = await open(browser);
    const site = await serve(t);
    await session.go(`${site.address}?mode=present&list=race-lose,race-claim`);
    await ready(session, "race-claim");
    assert.match(await words(await session.find("[data-test=notice]")), /No scenario is called “race-lose”\. The nearest name is race-loose\./);
    await (await session.find("[data-test=notice] .button--quiet")).click();
    await session.until("it is gone", () => !document.querySelector("[data-test=notice]"));
  });

  test(`${browser}: handler, tables, schedule, sentence and end share the window of every projector, and none lies over another`, async (t) => {
    const session = await open(browser);
    const site = await serve(t);
    const moments = ["race-loose&step=0", "race-loose&step=3", "race-loose&step=end", "crash-after-key&step=end", "sweeper&step=4", "marked-failed-while-running&step=end"];
    for (const [width, height] of [[1280, 800], [1280, 720], [1024, 768], [1920, 1080]]) {
      for (const moment of moments) {
        // A window of a driver has a frame of its own size around it; a frame is as large as it says.
        const host = await serveDocument(t, `<!doctype html><html lang="en"><title>Host</title><style>body{margin:0}iframe{border:0}</style><iframe width="${width}" height="${height}" src="${site.address}?mode=present#scenario=${moment}"></iframe>`);
        await session.frame(null);
        await session.go(host.address);
        await session.frame(await session.find("iframe"));
        await ready(session);
        if (!/step=0/.test(moment)) await new Player(session).counted();
        await session.until("its styles are there", () => getComputedStyle(document.querySelector(".present")).display === "flex");
        const found = await session.run(() => {
          const rect = (element) => {
            const { left, top, right, bottom } = element.getBoundingClientRect();
            return { left, top, right, bottom };
          };
          const names = [".page__title", ".handler", ".tables", ".lanes", "[data-test=said]", ".transport"];
          const parts = names.map((name) => ({ name, ...rect(document.querySelector(name)) }));
          const troubles = [];
          for (const part of parts) {
            if (part.top < -1 || part.left < -1 || part.bottom > innerHeight + 1 || part.right > innerWidth + 1) troubles.push(`${part.name} is not in the window`);
            if (part.bottom - part.top < 20) troubles.push(`${part.name} is not to be seen`);
            for (const other of parts) {
              const over = Math.min(part.right, other.right) - Math.max(part.left, other.left) > 2 && Math.min(part.bottom, other.bottom) - Math.max(part.top, other.top) > 2;
              if (part.name < other.name && over) troubles.push(`${part.name} lies over ${other.name}`);
            }
          }
          // Nothing that is said is cut off by the box around it.
          const said = document.querySelector("[data-test=said]");
          for (const text of said.querySelectorAll("p, h2")) {
            const [inner, outer] = [rect(text), rect(document.querySelector(".player__dock"))];
            if (inner.bottom > outer.bottom + 1 || inner.right > outer.right + 1) troubles.push(`“${text.innerText}” is cut off`);
          }
          for (const [box, lines] of [[".handler__programs", ".handler__line--taken"], [".tables__list", ".tables__row--now"]]) {
            const line = document.querySelector(lines);
            const [inner, outer] = [line && rect(line), rect(document.querySelector(box))];
            if (inner && (inner.top < outer.top - 2 || inner.bottom > outer.bottom + 2)) troubles.push(`${lines} is out of sight`);
          }
          if (getComputedStyle(document.documentElement).fontSize !== "24px") troubles.push("type is smaller");
          return troubles;
        });
        assert.deepEqual(found, [], `${moment} in ${width} × ${height}`);
      }
    }
    await session.frame(null);
  });

  for (const dark of browser === "chromium" ? [false, true] : [undefined]) {
    test(`${browser}: type is half as large again, and axe finds every pair of colours at 7:1${dark ? ", in the dark" : ""}`, async (t) => {
      const session = await open(browser, { dark });
      const site = await serve(t, { scripts: { "axe.js": AXE } });
      for (const moment of ["race-loose&step=0", "race-loose&step=3", "crash-after-key&step=end", "race-loose&workers=4&step=2"]) {
        const player = await Player.open(session, site, `scenario=${moment}`, "mode=present");
        if (!/step=0/.test(moment)) await player.counted();
        assert.equal(await session.run(() => getComputedStyle(document.documentElement).fontSize), "24px");
        const found = await session.run(async () => {
          await Promise.all(document.getAnimations().map((animation) => animation.finished));
          const { violations } = await window.axe.run(document, { resultTypes: ["violations"], rules: { "color-contrast-enhanced": { enabled: true } } });
          return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target}: ${failureSummary.split("\n")[1].trim()}`));
        });
        count("axe-pages", 1);
        count("axe-violations", found.length);
        assert.deepEqual(found, [], moment);
      }
    });
  }
}

/** Opens the notes, and steps from both windows. */
async function hasNotes(session, player) {
  const handle = await newWindow(session, async () => (await session.find("[data-test=notes]")).click());
  const told = () => elsewhere(session, handle, () => session.run(() => document.body?.innerText.replace(/\s+/g, " ") ?? ""));
  await session.wait("the notes are there", async () => /Step 2 of 6 · scenario 1 of 2/.test(await told()));
  assert.match(await told(), /On the screen .* Next .* Asked How many rows .* ends with 2.* To take away \w/);
  await session.press(KEY.pageDown);
  await player.at(3);
  await session.wait("the notes follow", async () => /Step 3 of 6/.test(await told()));
  await elsewhere(session, handle, () => session.press(KEY.pageDown));
  await player.at(4);
  await session.wait("the notes follow", async () => /Step 4 of 6/.test(await told()));
  await elsewhere(session, handle, () => session.press("b"));
  await session.wait("the room sees nothing", () => isBlank(session));
  await elsewhere(session, handle, async () => {
    await session.press("b");
    await session.command("DELETE", "/window").catch(() => {});
  });
  await session.wait("the room sees the page", async () => !(await isBlank(session)));
}

// The single file, ran-twice.html: opened from a file: address, and in a frame that may run scripts and nothing else.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { apart, together } from "../../script/apart.mjs";
import { DIST, allow } from "../../script/server.mjs";
import { bytesOf, textOf } from "../../script/units.mjs";
import { BROWSERS, Player, hosts, open, otherSite, ready, seen, serve, serveDocument, words } from "./harness.mjs";

const SINGLE = "ran-twice.html";
const FILE = pathToFileURL(join(DIST, SINGLE)).href;
const RACE = "scenario=race-loose";

test("bytes come out of their text as they went in, and the text has nothing that HTML reads otherwise", () => {
  let random = 1;
  for (let length = 0; length < 60; length += 1) {
    const bytes = Uint8Array.from({ length }, () => (random = (random * 75) % 65_537) >> (length % 9));
    const text = textOf(bytes);
    assert.ok(!/[\0\r<\ud800-\udfff]/.test(text));
    assert.deepEqual(bytesOf(Buffer.from(text, "utf16le").toString("utf16le"), length), bytes);
  }
});

test("a wasm comes out of its parts as it went in", () => {
  for (const [name] of readFileSync(join(DIST, "index.html"), "utf8").matchAll(/ran-twice-(?:page_bg|rest)-\w+\.wasm/g)) {
    const module = readFileSync(join(DIST, name));
    assert.deepEqual(Buffer.from(together(apart(module), module.length)), module, name);
  }
});

test("a wasm whose parts are cut off or empty is told, and does not keep anybody waiting", () => {
  const [name] = /ran-twice-page_bg-\w+\.wasm/.exec(readFileSync(join(DIST, "index.html"), "utf8"));
  const module = readFileSync(join(DIST, name));
  const whole = apart(module);
  for (const [kind, { length }] of whole.entries()) {
    if (length === 0) continue;
    const cut = whole.map((bytes, at) => (at === kind ? bytes.subarray(0, length - 1) : bytes));
    assert.throws(() => together(cut, module.length), /too few bytes of kind/, `kind ${kind}`);
  }
  for (const kind of [0, 1, 5, 10]) {
    const empty = whole.map((bytes, at) => (at === kind ? new Uint8Array(bytes.length) : bytes));
    assert.throws(() => together(empty, module.length), Error, `kind ${kind}`);
  }
});

test("the frame's file and the one for a memory stick are one", () => {
  assert.ok(readFileSync(join(DIST, SINGLE)).equals(readFileSync(join(DIST, "embed.html"))));
});

/** Does with the page what a reader does with the site: steps, counts, opens another chapter's scenario, searches the list. */
async function everything(session) {
  await ready(session, "race-loose");
  const player = new Player(session);
  const [, last] = await player.steps();
  for (let step = 1; step <= last; step += 1) await player.next();
  await player.counted();
  assert.match(await words(await session.find("[data-test=every]")), /18 of 20 schedules/);
  const field = await session.find("#filter");
  await field.type("instant");
  await session.until("the cause is found", () => document.querySelector(".chapters__excerpt mark")?.innerText === "instant");
  await (await session.find(".filter__clear")).click();
  const entries = () => session.run(() => document.querySelectorAll("[data-test=chapters] a").length);
  const all = await entries();
  await field.type("killed before");
  await session.wait("the list is shorter", async () => (await entries()) < all);
  await (await session.find("[data-test=chapters] [href$=killed-before-ack]")).click();
  await ready(session, "killed-before-ack");
  await new Player(session).next();
  await new Player(session).counted();
}

function damage(path, reply) {
  if (path === SINGLE) reply.body = Buffer.from(reply.body).fill("A", 100_000, 100_050);
}

/** What the page has asked anybody for. */
const asked = (session) => session.run(() => performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => !/^(?:blob|data):|\/(?:probe)\.js$/.test(name)));

for (const browser of BROWSERS) {
  test(`${browser}: W02 the single file opened from a file: address does what the site does, and asks nobody for anything`, async (t) => {
    const session = await open(browser);
    await session.go(`${FILE}#${RACE}`);
    await everything(session);
    assert.deepEqual(await asked(session), []);
    // Back returns to where the reader was.
    await session.back();
    await ready(session, "race-loose");
    assert.match(await session.address(), /scenario=race-loose/);
    assert.match(await words(await session.find("[data-test=every]")), /18 of 20 schedules/);
    hosts(1);
  });

  for (const file of [SINGLE, "embed.html"]) {
    test(`${browser}: W07 ${file} in a frame with sandbox="allow-scripts" does what the site does; its host has allowed nothing`, async (t) => {
      const session = await open(browser, { blockStorage: true });
      const site = await serve(t, { change: allow });
      const host = await serveDocument(t, `<!doctype html><html lang="en"><title>Host</title><iframe sandbox="allow-scripts" width="1160" height="680" src="${otherSite(site.address)}${file}#${RACE}"></iframe>`);
      await session.go(host.address);
      await session.frame(await session.find("iframe"));
      await everything(session);
      assert.deepEqual(await seen(session), { violations: [], errors: [] });
      assert.deepEqual(await asked(session), []);
      const paths = new Set(site.requests.map(({ path }) => path));
      assert.deepEqual([...paths].filter((path) => path !== "/favicon.ico" && path !== "/probe.js"), [`/${file}`]);
      assert.equal(await session.run(() => self.origin), "null");
      await session.frame(null);
      hosts(1);
    });
  }

  test(`${browser}: the file opened by name inside its folder leads to the start page and back to it`, async (t) => {
    const session = await open(browser);
    await session.go(FILE);
    await ready(session, "start");
    assert.ok(await (await session.find(".more")).isShown());
    await (await session.find("[data-test=start]")).click();
    await ready(session, "race-loose");
    await (await session.find(".page__name")).click();
    await ready(session, "start");
    assert.equal(await session.address(), FILE);
  });

  // What stands in the way of the file, and what it says of it; both at once in words.
  const troubles = [
    ["is damaged", { change: damage }, /This file is damaged/],
    ["is opened by an old browser", { scripts: { "old.js": "delete window.DecompressionStream" } }, /too old for this file/],
    ["is opened where WebAssembly is turned off", { scripts: { "off.js": "delete window.WebAssembly" } }, /^This page could not start\s+This browser has no WebAssembly, or it is turned off\. What stands below can be read/],
    ["is opened where a policy forbids WebAssembly", { policy: "script-src 'unsafe-inline' 'self'" }, /allows no WebAssembly: its script-src needs 'wasm-unsafe-eval'\. .*\(.*(?:Content.Security.Policy|unsafe-eval|CSP|WebAssembly).*\)$/s],
  ];
  for (const [what, host, said] of troubles) {
    test(`${browser}: a single file that ${what} says so`, async (t) => {
      const session = await open(browser);
      const site = await serve(t, { policy: "", ...host });
      await session.go(`${site.address}${SINGLE}#${RACE}`);
      await session.wait("it is told", () => session.run(() => document.querySelector("#failure")?.checkVisibility()), 5_000);
      const panel = await session.find("#failure");
      assert.match(await words(panel), said);
      hosts(1);
    });
  }

  test(`${browser}: where a browser gives the single file no worker, it says so and plays on`, async (t) => {
    const session = await open(browser);
    const site = await serve(t, { policy: "worker-src 'none'" });
    await session.go(`${site.address}${SINGLE}#${RACE}`);
    await ready(session, "race-loose");
    const player = new Player(session);
    await player.next();
    await session.until("it is told", () => /allows the page no worker/.test(document.querySelector("[data-test=every]").innerText));
    await player.next();
  });
}

// The page on every kind of host: in a folder, under a strict policy, with wrong types, with missing and damaged files.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { DIST } from "../../script/server.mjs";
import { BROWSERS, POLICY, Player, hosts, open, otherSite, ready, seen, serve, serveDocument, words } from "./harness.mjs";

const isGlue = (path) => /^ran-twice-page-.*\.js$/.test(path);
const isWasm = (path) => /\.wasm$/.test(path);
// After the eight bytes that say that it is wasm, and which.
const IMPORTS = "__proto__:null,";
const WASM_FIRST_SECTION = 8;

/** The message that says why the page does not run; it must come within five seconds. */
async function failure(session) {
  const panel = await session.find("#failure");
  await session.wait("the page says what failed", () => panel.isShown(), 5_000);
  assert.ok(await (await session.find("#still")).isShown(), "the seven steps as text are gone");
  return words(panel);
}

test("at least one browser is here to be driven", () => {
  assert.notEqual(BROWSERS.length, 0);
});

// What a person or a host page names: the site, the file that is all of it, and the element that opens it in a frame. They hold what
// they run, or its names.
const NAMED = ["index.html", "ran-twice.html", "embed.html", "ran-twice.js"];

test("W03 the site's document has no script, style or handler of its own", () => {
  const html = readFileSync(join(DIST, "index.html"), "utf8");
  assert.doesNotMatch(html, /<script(?![^>]* src=)|<style|\sstyle=|\son\w+=|javascript:/i);
});

// A name that two builds share then means the same bytes, and a cached file is never taken for another.
test("W09 every built file but those that people name is named after its bytes", () => {
  for (const entry of readdirSync(DIST, { withFileTypes: true }).filter(({ name }) => !NAMED.includes(name))) {
    const path = join(DIST, entry.name);
    const hash = createHash("sha256");
    // A folder is named after all that is in it.
    if (entry.isDirectory()) readdirSync(path).sort().forEach((name) => hash.update(name).update(readFileSync(join(path, name))));
    else hash.update(readFileSync(path));
    assert.ok(hash.digest("hex").startsWith(/-([0-9a-f]{16})(?:\.\w+)?$/.exec(entry.name)?.[1]), entry.name);
  }
});

for (const browser of BROWSERS) {
  for (const prefix of ["/", "/x/", "/a/b/"]) {
    test(`${browser}: W01 W03 served at ${prefix}, the page asks for nothing outside its folder and breaks no policy`, async (t) => {
      const session = await open(browser);
      const site = await serve(t, { prefix });
      await session.go(site.address);
      await ready(session);
      assert.deepEqual(await seen(session), { violations: [], errors: [] });
      const asked = site.requests.filter(({ path }) => path !== "/favicon.ico");
      assert.deepEqual(asked.filter(({ path, status }) => !path.startsWith(prefix) || status !== 200), []);
      assert.match(POLICY, /script-src 'self' 'wasm-unsafe-eval'; style-src 'self'/);
      const elsewhere = await session.run((address) => performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => !name.startsWith(address)), site.address);
      assert.deepEqual(elsewhere, []);
      hosts(1);
    });
  }

  for (const type of ["application/octet-stream", "text/plain", undefined]) {
    test(`${browser}: W04 wasm served as ${type ?? "nothing"} runs`, async (t) => {
      const session = await open(browser);
      const site = await serve(t, {
        change(path, { headers }) {
          if (!isWasm(path)) return;
          delete headers["content-type"];
          if (type) headers["content-type"] = type;
        },
      });
      await session.go(site.address);
      await ready(session);
      assert.deepEqual(await seen(session), { violations: [], errors: [] });
      hosts(1);
    });
  }

  for (const [file, is] of [["wasm", isWasm], ["script", isGlue]]) {
    for (const status of [404, 200]) {
      test(`${browser}: W04 a ${file} that is missing, answered by a web page with ${status}, is said to be not found`, async (t) => {
        const session = await open(browser);
        const site = await serve(t, {
          change(path, reply) {
            if (is(path)) Object.assign(reply, { status, body: "<!doctype html><p>Nothing here", headers: { ...reply.headers, "content-type": "text/html" } });
          },
        });
        await session.go(site.address);
        assert.match(await failure(session), /^This page could not start File not found: .*ran-twice-page/);
        hosts(1);
      });
    }
  }

  // One byte each: in the syntax of the script, in a name that script and wasm share, in the code of the wasm.
  const damages = [
    ["the script's syntax", isGlue, (body) => body.indexOf("{"), 1],
    // The short name of the script, under which the wasm asks for what it imports: `a` becomes `c`.
    ["a name that script and wasm share", isGlue, (body) => body.indexOf(IMPORTS) + IMPORTS.length, 2],
    ["the wasm", isWasm, () => WASM_FIRST_SECTION, 1],
  ];
  for (const [what, is, place, bit] of damages) {
    test(`${browser}: W09 one damaged byte in ${what} is explained within five seconds`, async (t) => {
      const session = await open(browser);
      const site = await serve(t, {
        change(path, { body }) {
          if (is(path)) body[place(body)] ^= bit;
        },
      });
      await session.go(site.address);
      assert.match(await failure(session), /^This page could not start .*ran-twice-page/);
      hosts(1);
    });
  }

  test(`${browser}: W09 Reload starts the page once the host is mended`, async (t) => {
    const session = await open(browser);
    let broken = true;
    const site = await serve(t, {
      change(path, reply) {
        if (isWasm(path) && broken) reply.status = 404;
      },
    });
    await session.go(site.address);
    await failure(session);
    broken = false;
    await (await session.find(".failure__again")).click();
    await ready(session);
    hosts(1);
  });

  // What the host does with the file of a scenario, and a word of what the page says.
  const nothing = (reply) => Object.assign(reply, { body: "<!doctype html><p>Nothing here", headers: { ...reply.headers, "content-type": "text/html" } });
  const losses = [
    ["is missing", (reply) => Object.assign(nothing(reply), { status: 404 }), /File not found: race-loose\.pack \(the server answered 404\)/],
    ["is answered by a web page", nothing, /a web page where race-loose\.pack should be/],
    ["is damaged in one byte", ({ body }) => { body[body.length >> 1] ^= 4; }, /damaged/],
    ["is cut short", (reply) => { reply.body = reply.body.subarray(0, 100); }, /damaged/],
    ["never comes", () => new Promise(() => {}), /has not answered yet/],
  ];
  for (const [what, lose, said] of losses) {
    test(`${browser}: a scenario that ${what} is told within five seconds, the others play, and Try again brings it`, async (t) => {
      const session = await open(browser);
      let broken = true;
      const site = await serve(t, {
        change(path, reply) {
          if (broken && path?.endsWith("/race-loose.pack")) return lose(reply);
        },
      });
      await session.go(`${site.address}#scenario=race-loose&step=2`);
      const told = () => session.run(() => document.querySelector("[data-test=awaited]")?.innerText ?? "");
      await session.wait("the page says what failed", async () => said.test(await told()), 5_000);
      await (await session.find("[data-test=chapters] [href*=race-claim]")).click();
      await ready(session, "race-claim");
      await new Player(session).next();
      await session.back();
      await session.wait("the page says it again", async () => said.test(await told()), 5_000);
      broken = false;
      await (await session.find("[data-test=awaited] button")).click();
      await ready(session, "race-loose");
      assert.deepEqual(await new Player(session).steps(), [2, 6]);
      assert.ok(await session.run(() => document.activeElement.matches("[data-test=player]")), "the focus is lost");
      hosts(1);
    });
  }

  test(`${browser}: a scenario that comes late is shown then, and what was on screen stays until it does`, async (t) => {
    const session = await open(browser);
    let come;
    const late = new Promise((resolve) => (come = resolve));
    const site = await serve(t, {
      change(path) {
        if (path?.endsWith("/race-loose.pack")) return late;
      },
    });
    await session.go(`${site.address}#scenario=enqueue-twice`);
    await ready(session, "enqueue-twice");
    const player = new Player(session);
    await player.next();
    await (await session.find("[data-test=chapters] [href*=race-loose]")).click();
    await session.until("the page waits", () => "waits" in document.documentElement.dataset);
    await player.press("next");
    assert.deepEqual(await player.steps(), [1, 2]);
    come();
    await ready(session, "race-loose");
    assert.deepEqual(await player.steps(), [0, 6]);
    assert.match(await session.address(), /#scenario=race-loose$/);
    await session.back();
    await ready(session, "enqueue-twice");
    assert.deepEqual(await player.steps(), [1, 2]);
  });

  test(`${browser}: W03 a policy without 'wasm-unsafe-eval' is named`, async (t) => {
    const session = await open(browser);
    const site = await serve(t, { policy: POLICY.replace(" 'wasm-unsafe-eval'", "") });
    await session.go(site.address);
    assert.match(await failure(session), /Content-Security-Policy[^]*'wasm-unsafe-eval'/);
    hosts(1);
  });

  test(`${browser}: where no script may run, the seven steps stand as text and the page says what is missing`, async (t) => {
    const session = await open(browser);
    const site = await serve(t, { policy: POLICY.replace("script-src 'self' 'wasm-unsafe-eval'", "script-src 'none'") });
    await session.go(site.address);
    assert.ok(await (await session.find("#still")).isShown());
    const waiting = await session.find("#waiting");
    await session.wait("the page says that it has not started", () => waiting.isShown());
    assert.match(await words(waiting), /has not started/);
    hosts(1);
  });

  // A frame without allow-same-origin has an origin of its own, to which the host's files are another's: the host must
  // allow that (as public pages hosts do), and storage throws.
  test(`${browser}: W07 in a sandboxed frame of another site the page runs and leaves the host page alone`, async (t) => {
    const session = await open(browser, { blockStorage: true });
    const site = await serve(t, {
      policy: "",
      change(path, { headers }) {
        headers["access-control-allow-origin"] = "*";
      },
    });
    await frameLeavesHostAlone(t, session, `<iframe sandbox="allow-scripts" src="${otherSite(site.address)}?embed=1#scenario=race-loose">`);
  });

  test(`${browser}: W05 W07 in a frame of another site, with storage forbidden, the page runs and leaves the host page alone`, async (t) => {
    const session = await open(browser, { blockStorage: true });
    const site = await serve(t);
    await frameLeavesHostAlone(t, session, `<iframe src="${otherSite(site.address)}?embed=1#scenario=race-loose">`);
  });
}

async function frameLeavesHostAlone(t, session, frame) {
  const host = await serveDocument(t, `<!doctype html><html lang="en"><title>Host</title><input id="typing"><div style="height: 300vh"></div>${frame}</iframe>`);
  await session.go(host.address);
  await session.run(() => document.getElementById("typing").focus());
  await session.frame(await session.find("iframe"));
  await ready(session, "race-loose");
  const forbidden = await session.run(() => {
    try {
      return !window.localStorage;
    } catch {
      return true;
    }
  });
  // WebKit gives a frame of another site a storage of its own instead.
  assert.ok(forbidden || session.browser === "webkit", "storage is not forbidden here, so this proves nothing");

  await session.frame(null);
  assert.equal(await session.run(() => document.activeElement.id), "typing");
  assert.equal(await session.run(() => scrollY), 0);

  // WebKit's driver does not scroll a frame into sight to click in it.
  await session.run(() => document.querySelector("iframe").scrollIntoView());
  await session.frame(await session.find("iframe"));
  const player = new Player(session);
  const [, last] = await player.steps();
  for (let step = 0; step < last; step += 1) await player.next();
  assert.deepEqual((await seen(session)).errors, []);
  hosts(1);
}

for (const browser of BROWSERS) {
  test(`${browser}: W02 opened as a file, the site says how to serve it, and leads to the file that runs so`, async (t) => {
    const session = await open(browser);
    await session.go(`${pathToFileURL(join(DIST, "index.html")).href}?theme=dark#scenario=race-loose&step=2`);
    assert.match(await failure(session), /opened as a file[^]*http\.server/);
    await (await session.find(".failure__again")).click();
    await ready(session, "race-loose");
    assert.deepEqual((await new Player(session).steps())[0], 2);
    assert.match(await session.address(), /ran-twice\.html\?theme=dark#scenario=race-loose&step=2$/);
    hosts(1);
  });
}

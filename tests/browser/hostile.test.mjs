// The worst that may come from outside, in real browsers: addresses, texts of links, files and storage of any shape. No markup of
// theirs gets into the page, nothing is asked of anybody, no error is told, and what was on screen stays. Thousands more of each are
// tried without a browser: tests/hostile.rs, app_payload.rs, app_host.rs, app_kept.rs.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { BROWSERS, count, open, ready, seen, serve } from "./harness.mjs";

const RACE = readFileSync(join(import.meta.dirname, "../../static/scenarios/guide/3-race-loose.twice"), "utf8");
const EVIL = ["<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "\"><svg onload=alert(1)>", "</textarea><b>x</b>", "javascript:alert(1)", "//evil.example/x", "&lt;b&gt;", "\u202e\u0000"];
const payload = (text) => `1j.${Buffer.from(text).toString("base64url")}`;
/** The page reports to authors what it does not know of an address. */
const REPORTED = /^Ran Twice: nothing is known of /;

const ADDRESSES = EVIL.flatMap((evil) => [
  `scenario=${evil}`, `scenario=${encodeURIComponent(evil)}`, `scenario=race-loose&switch=${encodeURIComponent(evil)}:x`, `scenario=race-loose&schedule=${encodeURIComponent(evil)}`,
  `text=${evil}`, `text=${payload(`title ${JSON.stringify(evil)}\n${evil}`)}`, `text=${payload(RACE.replaceAll("charge-77", evil.replace(/["\u0000]/g, "")).replace("Race", evil.replace(/["\u0000]/g, "")))}`,
]).concat(["%", "=&=&=", `scenario=${"x".repeat(20_000)}`, `text=1z.${"A".repeat(17_000)}`, "step=NaN&workers=-1&faults=crash:1e9"]);

/** Names, and bytes by what they say. */
const FILES = [
  ["<img src=x onerror=alert(1)>.twice", EVIL.join("\n")], ["../../evil.twice", `title "${EVIL[0]}"\n`], ["utf16.twice", [0xff, 0xfe, 0x74, 0, 0x69, 0]], ["bytes", Array.from({ length: 256 }, (_, byte) => byte)],
  ["nul.txt", "title\u0000"], ["mark.twice", [0xef, 0xbb, 0xbf, ...Buffer.from(RACE.replaceAll("charge-77", "order-8"))]], ["cut.twice", [...Buffer.from("title \"\u00e9").subarray(0, -1)]], ["", ""], ["large", "#".repeat(300_000)],
  ["\u202etxt.exe", "x"], ["tab.twice", "\ttitle\t\"x\"\n"], ["deep.twice", `process p { let x = ${"(".repeat(3_000)}1 }`], ["many.twice", "}\n".repeat(5_000)],
];

const STORAGES = [
  { "ran-twice.drafts": "1 2 <b> __proto__ 1", "ran-twice.draft.1": `title "${EVIL[1]}"\n`, "ran-twice.draft.2": `title ${EVIL[0]}` },
  { "ran-twice.drafts": "9".repeat(500_000) }, { "ran-twice.drafts": "1 ".repeat(200_000), "ran-twice.draft.1": "x".repeat(1_000_000) },
  { "ran-twice.drafts": '{"version":2}', "ran-twice.theme": EVIL[1], "ran-twice.keys": EVIL[0] }, { "ran-twice.drafts": "1", "ran-twice.draft.1": `title "${"long ".repeat(9_000)}"\n${"\u0000"}` },
];
const NOTES = ["1 race-loose", "1", " ", "<b> race-loose", "2 race-loose", "__proto__ race-loose"];

/** What stands in the page and is not the page's. */
const injected = () => Array.from(document.querySelectorAll("#app :is(img, script, iframe, object, embed, style, [onerror], [onload], a[href^='javascript:'])"), (element) => element.outerHTML.slice(0, 200));

const WATCH = `
  window.injected = ${injected};
  window.ran = [];
  window.alert = (words) => window.ran.push(words);
  window.dropped = async (name, content) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([typeof content === "string" ? content : new Uint8Array(content)], name));
    document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
  };`;

/** Two frames: the page draws in the first. And nothing is on its way. */
const drawn = (session) => session.run(async () => {
  for (let frames = 0; frames < 600 && (frames < 2 || "waits" in document.documentElement.dataset); frames += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
});

/** Nothing of what was given has done anything. */
async function whole(session, site, what) {
  const found = await session.run(() => [window.injected(), window.ran, document.documentElement.dataset.failed ?? "", document.getElementById("app").hasChildNodes()]);
  assert.deepEqual(found, [[], [], "", true], what);
  const { errors, violations } = await seen(session);
  assert.deepEqual([errors.filter((error) => !REPORTED.test(error)), violations], [[], []], what);
  assert.deepEqual(site.requests.filter(({ path, status }) => status !== 200 && path !== "/favicon.ico"), [], what);
}

const shown = (session) => session.run(() => document.querySelector("h1").textContent);

for (const browser of BROWSERS) {
  test(`${browser}: no address, and no text in one, brings markup or a request into the page`, async (t) => {
    const session = await open(browser);
    const site = await serve(t, { scripts: { "watch.js": WATCH } });
    await session.go(`${site.address}#scenario=race-loose&step=2`);
    await ready(session, "race-loose");
    for (const hash of ADDRESSES) {
      await session.run((hash) => { location.hash = hash; }, hash);
      await drawn(session);
      await whole(session, site, hash.slice(0, 200));
      assert.ok(await shown(session), hash.slice(0, 200));
    }
    count("hostile-in-browsers", ADDRESSES.length);
  });

  test(`${browser}: no file brings markup or a request into the page, and what holds no text leaves the one that was there`, async (t) => {
    const session = await open(browser);
    const site = await serve(t, { scripts: { "watch.js": WATCH } });
    await session.go(`${site.address}#scenario=race-loose&step=2`);
    await ready(session, "race-loose");
    for (const [name, content] of FILES) {
      const before = await session.run(() => document.querySelector("[data-test=text]")?.value);
      const title = await shown(session);
      await session.run(() => document.querySelector("[data-test=state]")?.setAttribute("data-before", ""));
      await session.run((name, content) => window.dropped(name, content), name, content);
      const expected = typeof content === "string" ? content : Buffer.from(content).toString();
      const readable = expected.length < 262_144 && !/[\0\ufffd]/.test(expected);
      if (readable) {
        await session.until(`${name} stands in the editor`, (text) => document.querySelector("[data-test=text]")?.value === text, expected.replace(/^\ufeff/, ""));
      } else {
        await session.until(`${name} is refused in words`, () => /holds no text|is larger than/.test(document.querySelector("[data-test=state]")?.textContent));
        if (before) assert.equal(await session.run(() => document.querySelector("[data-test=text]").value), before, name);
        assert.equal(await shown(session), title);
      }
      await drawn(session);
      await whole(session, site, name);
    }
    count("hostile-in-browsers", FILES.length);
    await session.run(() => [localStorage, sessionStorage].forEach((storage) => storage.clear()));
  });

  test(`${browser}: no storage brings markup or a request into the page, or keeps it from what its address names`, async (t) => {
    const session = await open(browser);
    const site = await serve(t, { scripts: { "watch.js": WATCH } });
    for (const [at, storage] of STORAGES.entries()) {
      for (const hash of ["scenario=race-loose&step=2", ""]) {
        await session.go(`${site.address}ran-twice.js`);
        await session.run((storage, note) => {
          [localStorage, sessionStorage].forEach((storage) => storage.clear());
          for (const [name, value] of Object.entries(storage)) localStorage.setItem(name, value);
          sessionStorage.setItem("ran-twice.draft", note);
        }, storage, NOTES[at % NOTES.length]);
        await session.go(`${site.address}#${hash}`);
        await ready(session, hash ? "race-loose" : "start");
        // What was written in this tab comes back by itself.
        await drawn(session);
        await session.run(() => document.querySelector("[data-test=text]") ?? document.querySelector("[data-test=edit], [data-test=own]").click());
        await session.until("the editor is there", () => document.querySelector("[data-test=text]")?.readOnly === false);
        await session.run(() => { document.querySelector("[data-test=begin]").open = true; });
        await drawn(session);
        await whole(session, site, `storage ${at}`);
        await session.run(() => document.querySelector("[data-test=begin] [data-test=draft]")?.click());
        await drawn(session);
        await whole(session, site, `storage ${at}, taken up`);
      }
    }
    count("hostile-in-browsers", STORAGES.length * 2);
    await session.run(() => [localStorage, sessionStorage].forEach((storage) => storage.clear()));
  });
}

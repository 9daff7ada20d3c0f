// Figures in real hosts, each built by its own tool: an mdBook (the documentation of this project, and a book of another origin), and
// a deck of reveal.js.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { DIST } from "../../script/server.mjs";
import { BROWSERS, KEY, Player, hosts, open, otherSite, ready, seen, serve } from "./harness.mjs";

const root = join(import.meta.dirname, "../..");
const scratch = mkdtempSync(join(tmpdir(), "ran-twice-hosts-"));
after(() => rmSync(scratch, { recursive: true }));

function folder(name, files = {}) {
  const made = join(scratch, name);
  mkdirSync(made);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(made, path)), { recursive: true });
    writeFileSync(join(made, path), text);
  }
  return made;
}

/** The page as its host serves it to pages of other sites. */
const figures = (t) => serve(t, { policy: "", change: (path, { headers }) => { headers["access-control-allow-origin"] = "*"; } });

// ---- the documentation of this project ----------------------------------------------------------------------------------

const site = folder("site");
cpSync(DIST, site, { recursive: true });
execFileSync(join(root, "script/book"), [site], { stdio: "pipe" });

for (const browser of BROWSERS) {
  test(`${browser}: the figures of the documentation run, and follow the theme of the book`, async (t) => {
    hosts(1);
    const session = await open(browser);
    const host = await serve(t, { folder: site, policy: "" });
    await session.go(`${host.address}book/race.html`);
    const hashes = () => session.run(() => Array.from(document.querySelectorAll("ran-twice"), ({ ready, hash }) => ready && hash));
    await session.until("three figures are there", () => document.querySelectorAll("ran-twice").length === 3);
    // Those that are far from the window wait for the reader.
    for (const at of [0, 1, 2]) {
      await session.run((at) => document.querySelectorAll("ran-twice")[at].scrollIntoView(), at);
      await session.until(`figure ${at} runs`, (at) => document.querySelectorAll("ran-twice")[at].ready, at);
    }
    assert.deepEqual(await hashes(), ["scenario=in-sequence&step=end", "scenario=race-loose&step=2", "scenario=race-claim&step=end"]);
    await session.until("the text of a block makes room for its figure", () => [...document.querySelectorAll("pre")].every((pre) => pre.getClientRects().length === 0));
    const theme = async () => {
      await session.frame(await session.run(() => document.querySelectorAll("ran-twice")[2].shadowRoot.querySelector("iframe")));
      const shown = await session.run(() => document.documentElement.dataset.theme);
      await session.frame(null);
      return shown;
    };
    for (const [chosen, expected] of [["navy", "dark"], ["rust", "light"], ["coal", "dark"], ["light", "light"]]) {
      await session.run((chosen) => document.querySelector(`button[id$="theme-${chosen}"], button#${chosen}`).click(), chosen);
      assert.ok(await session.run((chosen) => document.documentElement.classList.contains(chosen), chosen), "mdBook's own menu");
      await session.wait(`the figure is ${expected} with ${chosen}`, async () => (await theme()) === expected);
    }
  });
}

// ---- a book of another origin -------------------------------------------------------------------------------------------

function book(address) {
  const made = folder(`book-${new URL(address).port}`, {
    "book.toml": '[book]\ntitle = "Ours"\n',
    "src/SUMMARY.md": "- [Jobs](jobs.md)\n",
    "src/jobs.md": "# Jobs\n\nOne line:\n\n<ran-twice scenario=\"race-loose\" step=\"3\"></ran-twice>\n\nA block:\n\n```ran-twice\nrace-claim\n```\n",
    "theme/head.hbs": `<script type="module" src="${address}ran-twice.js"></script>\n`,
  });
  execFileSync("bash", ["-c", 'source "$0" && mdbook build "$1"', join(root, "script/pins"), made], { stdio: "pipe" });
  return join(made, "book");
}

for (const browser of BROWSERS) {
  test(`${browser}: one line in a chapter of an mdBook on another origin is a running figure`, async (t) => {
    hosts(1);
    const session = await open(browser);
    const page = await figures(t);
    const host = await serve(t, { folder: book(otherSite(page.address)), policy: "" });
    await session.go(`${host.address}jobs.html`);
    await session.until("both run", () => {
      const figures = [...document.querySelectorAll("ran-twice")];
      return figures.length === 2 && figures.every(({ ready }) => ready);
    });
    await session.frame(await session.run(() => document.querySelector("ran-twice").shadowRoot.querySelector("iframe")));
    await ready(session, "race-loose");
    const player = new Player(session);
    await player.next();
    assert.deepEqual(await player.steps(), [4, 6]);
    assert.deepEqual(await seen(session), { violations: [], errors: [] });
  });
}

// ---- a deck -------------------------------------------------------------------------------------------------------------

function deck(address) {
  const made = folder(`deck-${new URL(address).port}`, {
    "index.html": `<!doctype html><html lang="en"><head><title>Deck</title><link rel="stylesheet" href="reveal/reveal.css">
<script type="module" src="${address}ran-twice.js"></script></head><body><div class="reveal"><div class="slides">
<section id="one"><h2>One</h2></section>
<section id="two"><ran-twice scenario="race-loose" step="4" view="schedule,said"></ran-twice></section>
<section id="three"><iframe width="800" height="500" data-src="${address}?embed=1&autoplay=1&speed=4#scenario=race-claim"></iframe></section>
<section id="four"><h2>Four</h2></section>
</div></div><script src="reveal/reveal.js"></script><script>Reveal.initialize({ transition: "none", hash: false });</script></body></html>`,
  });
  cpSync(join(import.meta.dirname, "node_modules/reveal.js/dist"), join(made, "reveal"), { recursive: true });
  return made;
}

for (const browser of BROWSERS) {
  test(`${browser}: in a deck of reveal.js a figure is stepped, and its last key turns the slide`, async (t) => {
    hosts(1);
    const session = await open(browser);
    const page = await figures(t);
    const host = await serve(t, { folder: deck(otherSite(page.address)), policy: "" });
    await session.go(host.address);
    const slide = () => session.run(() => document.querySelector("section.present")?.id);
    const turned = (id) => session.wait(`slide ${id} is shown`, async () => (await slide()) === id);
    await turned("one");
    await session.press(KEY.right);
    await turned("two");
    await session.until("the figure runs", () => document.querySelector("ran-twice").ready);
    await session.frame(await session.run(() => document.querySelector("ran-twice").shadowRoot.querySelector("iframe")));
    await ready(session, "race-loose");
    // A press gives the frame the focus, as a speaker does.
    const player = new Player(session);
    await player.next();
    await session.press(KEY.right);
    await player.at(6);
    await session.frame(null);
    assert.equal(await slide(), "two");
    await session.frame(await session.run(() => document.querySelector("ran-twice").shadowRoot.querySelector("iframe")));
    await session.press(KEY.right);
    await session.frame(null);
    await turned("three");
  });

  test(`${browser}: in a deck of reveal.js a frame plays while its slide is shown`, async (t) => {
    const session = await open(browser);
    const page = await figures(t);
    const host = await serve(t, { folder: deck(otherSite(page.address)), policy: "" });
    await session.go(host.address);
    await session.until("the deck is there", () => window.Reveal?.isReady());
    await session.run(() => {
      window.told = [];
      addEventListener("message", ({ data }) => data?.ns === "ran-twice" && told.push(data.type));
      Reveal.slide(2);
    });
    await session.until("it plays", () => told.includes("play"));
    await session.run(() => Reveal.slide(3));
    await session.until("it stops", () => told.includes("pause"));
    const ended = await session.run(() => told.includes("ended"));
    await session.run(() => {
      told.length = 0;
      Reveal.slide(2);
    });
    await session.until("it plays again", () => told.includes("play"));
    assert.ok(!ended, "it was stopped before its end");
  });
}

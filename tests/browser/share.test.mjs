// The Share dialog: what it copies opens the same moment elsewhere, its preview is the figure itself, and it is used with keys alone
// and in the narrowest window.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { deflateRawSync } from "node:zlib";
import { DIST } from "../../script/server.mjs";
import { BROWSERS, KEY, POLICY, Player, count, hosts, open, ready, seen, serve, serveDocument, tabTo, words } from "./harness.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const scenario = (path) => readFileSync(join(import.meta.dirname, "../../static/scenarios", path), "utf8");
const RACE = scenario("guide/3-race-loose.twice");
const MINE = RACE.replaceAll("charge-77", "order-5").replace("Race: check, then write", "My own race");
const payload = (text) => `1z.${deflateRawSync(text).toString("base64url")}`;
const ADDRESS = "https://example.org/ran-twice/";

// What is copied, in place of the clipboard, which no test may read in every browser.
const CLIPBOARD = `
  window.copied = [];
  Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { copied.push(text); } } });`;
const REFUSED = `
  Object.defineProperty(navigator, "clipboard", { value: { writeText: () => Promise.reject(new Error("no")) } });
  document.execCommand = () => false;`;

const published = (path, reply) => {
  if (path === "index.html") reply.body = String(reply.body).replace('data-public=""', `data-public="${ADDRESS}"`);
};
const allowed = (path, { headers }) => { headers["access-control-allow-origin"] = "*"; };

const tab = (session, name) => session.run((name) => document.getElementById(`share-tab-${name}`).click(), name);
const value = (session, field) => session.run((field) => document.getElementById(`share-${field}`)?.value ?? "", field);

/** Opens the dialog, and one of its ways. */
async function share(session, way = "link") {
  await (await session.find("[data-test=share]")).click();
  await session.until("the dialog is open", () => document.querySelector("[data-test=share-dialog]")?.open);
  await tab(session, way);
  await session.until(`${way} is shown`, (way) => document.getElementById("share-panel").getAttribute("aria-labelledby") === `share-tab-${way}`, way);
}

/** Presses the button of a field, and returns what is on the clipboard then. */
async function copied(session, field) {
  const before = await session.run(() => copied.length);
  await (await session.find(`[data-test=share-${field}-copy]`)).click();
  await session.until("it is copied", (before) => copied.length > before, before);
  return session.run(() => copied.at(-1));
}

/** Chooses what a button says, in a row of them. */
async function choose(session, row, said) {
  await session.until(`${row} has “${said}”`, (row, said) => {
    const button = [...document.querySelectorAll(`[data-test=share-${row}] button`)].find(({ innerText }) => innerText.startsWith(said));
    button?.click();
    return !!button;
  }, row, said);
}

/** Waits until the frame of the preview shows a moment, and returns what it shows. */
async function previewed(session, name, step) {
  const shown = async () => {
    await session.frame(null);
    await session.frame(await session.find("[data-test=share-preview]"));
    const shown = await session.run(() => ({
      name: document.documentElement.dataset.ready, step: document.querySelector("[data-test=player]")?.dataset.step,
      lanes: !!document.querySelector(".lanes"), theme: document.documentElement.dataset.theme ?? "auto",
    }));
    await session.frame(null);
    return shown.name === name && shown.step === String(step) && shown;
  };
  const there = await session.wait(`the preview shows ${name} at ${step}`, () => shown().catch(() => false));
  await session.frame(null);
  return there;
}

/** Is the frame as tall as its figure? While one is played in one width it only grows. */
const fits = (session) => session.run(() => {
  const frame = document.querySelector("[data-test=share-preview]");
  const room = frame.clientHeight - frame.contentDocument.getElementById("app").getBoundingClientRect().height;
  return room > -1 && room < 80;
});

/** Somebody's page of another origin, with this in it. */
const page = (t, body, head = "") =>
  serveDocument(t, `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Docs</title>${head}</head><body>${body}</body></html>`);

const MOMENTS = [
  ["race-loose", "scenario=race-loose&step=2"],
  ["race-loose", "scenario=race-loose&switch=key:unique&workers=3&faults=crash:1&schedule=W3.crash-W3.W1.W2.W1&step=3"],
  ["race-loose", "scenario=race-loose&with=key:unique&step=end"],
  ["your-own", `scenario=race-loose&schedule=W2.W1.W2.W1.W2.W1&step=3&text=${payload(MINE)}`],
];

for (const browser of BROWSERS) {
  test(`${browser}: the link that is copied opens an equal moment, and its length is told`, async (t) => {
    const session = await open(browser);
    const site = await serve(t, { scripts: { "clipboard.js": CLIPBOARD } });
    for (const [name, hash] of MOMENTS) {
      await session.go("about:blank");
      await session.go(`${site.address}#${hash}`);
      await ready(session, name);
      const before = await new Player(session).moment();
      await share(session);
      const link = await copied(session, "link");
      await session.until("that is told", () => /clipboard/.test(document.querySelector("#share-link ~ [role=status]").innerText));
      assert.ok(link.startsWith(`${site.address}#`), link);
      assert.match(await words(await session.find("[data-test=share-length]")), new RegExp(`^${link.length.toLocaleString("en-US")} characters: `));
      await session.go("about:blank");
      await session.go(link);
      await ready(session, name);
      assert.deepEqual(await new Player(session).moment(), before, link);
      assert.deepEqual(await seen(session), { violations: [], errors: [] });
    }
  });

  test(`${browser}: the dialog follows what is chosen, and says who can open the link`, async (t) => {
    const session = await open(browser);
    await Player.open(session, await serve(t), "scenario=race-loose&step=3");
    await share(session);
    assert.match(await words(await session.find("[data-test=share-panel]")), /on this machine only/);
    assert.equal((await session.findAll(".share__code")).length, 0);
    await Player.open(session, await serve(t, { change: published }), "scenario=race-loose&step=3");
    await share(session);
    assert.equal(await value(session, "link"), `${ADDRESS}#scenario=race-loose&step=3`);
    assert.ok(!/on this machine/.test(await words(await session.find("[data-test=share-panel]"))));
    assert.ok(await (await session.find(".share__code summary")).isShown());
    await choose(session, "at", "By what happens");
    await choose(session, "mode", "For a projector");
    await session.wait("the link follows", async () => (await value(session, "link")) === `${ADDRESS}?mode=present#scenario=race-loose&step=@effect`);
    // The page behind it stays as it is.
    assert.deepEqual(await new Player(session).steps(), [3, 6]);
  });

  const figures = [["one line", "HTML", "element"], ["a block", "Markdown", "block"], ["a frame", "A frame", "frame"]];
  for (const [what, form, kind] of figures) {
    test(`${browser}: ${what} that is copied runs at the same moment in a page of another origin`, async (t) => {
      hosts(1);
      const session = await open(browser);
      const site = await serve(t, { policy: "", change: allowed, scripts: { "clipboard.js": CLIPBOARD } });
      for (const [name, opened] of MOMENTS.filter((_, at) => kind !== "block" || at < 2)) {
        await session.go("about:blank");
        await session.go(`${site.address}#${opened}`);
        await ready(session, name);
        const step = (await new Player(session).steps())[0];
        await share(session);
        const moment = new URL(await value(session, "link")).hash.slice(1);
        await tab(session, "embed");
        await choose(session, "form", form);
        await session.wait("it is written so", async () => (await value(session, "snippet")).startsWith({ element: "<script", block: "```", frame: "<iframe" }[kind]));
        // The height of a frame is that of the preview, which has to be there.
        if (kind === "frame") {
          await previewed(session, name, step);
          await session.wait("it has its height", () => fits(session).catch(() => false));
        }
        const pasted = await copied(session, "snippet");
        let body = pasted;
        if (kind === "block") {
          const text = pasted.split("\n").slice(1, -2).join("\n").replaceAll("&", "&amp;");
          body = `<pre><code class="language-ran-twice">${text}\n</code></pre>${await copied(session, "script")}`;
        }
        await session.go((await page(t, body)).address);
        if (kind !== "frame") await session.until("the figure runs", () => document.querySelector("ran-twice")?.ready);
        const frame = await session.until("there is a frame", () => document.querySelector("ran-twice")?.shadowRoot?.querySelector("iframe") ?? document.querySelector("iframe"));
        const hash = kind === "frame" ? moment : await session.run(() => document.querySelector("ran-twice").hash);
        // What a text began as is no part of a figure that holds it, and nor is the white space around it.
        const bare = (hash) => hash.replace(/^(?:scenario=race-loose&)?(.*text=).*/, "$1");
        assert.equal(bare(hash), bare(moment));
        await session.frame(frame);
        const there = () => session.run(() => ({ name: document.documentElement.dataset.ready, step: document.querySelector("[data-test=player]")?.dataset.step }));
        await session.wait("it runs", async () => (await there().catch(() => ({}))).name === name);
        assert.equal((await there()).step, String(step));
        await session.frame(null);
      }
    });
  }

  test(`${browser}: the preview is the figure of that address, as tall as it says; it takes no focus and leaves no trace`, async (t) => {
    const session = await open(browser);
    const site = await serve(t);
    await Player.open(session, site, "scenario=race-loose&step=2");
    const entries = await session.run(() => history.length);
    await share(session, "embed");
    const first = await previewed(session, "race-loose", 2);
    assert.deepEqual([first.lanes, first.theme], [true, "auto"]);
    await session.wait("it is as tall as its figure", () => fits(session).catch(() => false));
    assert.match(await session.run(() => document.activeElement.id), /^share-tab/, "the focus is elsewhere");
    await choose(session, "at", "The end");
    await choose(session, "panels", "Schedule");
    await choose(session, "theme", "Dark");
    await choose(session, "column", "320");
    const last = await previewed(session, "race-loose", 6);
    assert.deepEqual([last.lanes, last.theme], [false, "dark"]);
    await session.wait("it is as tall as its figure", () => fits(session).catch(() => false));
    assert.equal(await session.run(() => document.querySelector("[data-test=share-preview]").clientWidth), 320);
    const shown = new URL(await session.run(() => document.querySelector("[data-test=share-preview]").src));
    assert.equal(shown.search + shown.hash, "?embed=1&view=handler,tables,said&theme=dark#scenario=race-loose&step=end");
    // A frame without script is given the height that it takes.
    await choose(session, "form", "A frame");
    const height = await session.run(() => document.querySelector("[data-test=share-preview]").getAttribute("height"));
    await session.wait("its height stands in the line", async () => (await value(session, "snippet")).includes(` height="${height}"`));
    assert.equal(await session.run(() => history.length), entries);
    await (await session.find("[data-test=share-close]")).click();
    await session.until("it is closed", () => !document.querySelector("[data-test=share-dialog]"));
    assert.equal((await session.findAll("iframe")).length, 0);
    assert.deepEqual(await seen(session), { violations: [], errors: [] });
  });

  test(`${browser}: where a policy allows no frame, the preview says so, and what is copied is the same`, async (t) => {
    const session = await open(browser);
    const strict = POLICY.replace("frame-src 'self'; ", "");
    assert.notEqual(strict, POLICY);
    await Player.open(session, await serve(t, { policy: strict }), "scenario=race-loose&step=2");
    await share(session, "embed");
    await session.until("it is told", () => /lets the page show no frame/.test(document.querySelector("[data-test=share-preview-told]").innerText));
    assert.equal((await session.findAll("[data-test=share-preview]")).length, 0);
    assert.match(await value(session, "snippet"), /<ran-twice scenario="race-loose" step="2"/);
  });

  test(`${browser}: the file is the scenario's own text, shipped or the reader's, and the page in one file is beside it`, async (t) => {
    const session = await open(browser);
    const SAVED = `window.saved = []; HTMLAnchorElement.prototype.click = function () { if (this.download) saved.push(this.download); };`;
    const site = await serve(t, { scripts: { "saved.js": SAVED } });
    await Player.open(session, site, "scenario=race-loose&step=2");
    await share(session, "file");
    await session.wait("its text is there", async () => (await value(session, "text")) === RACE);
    await (await session.find("[data-test=share-save]")).click();
    assert.deepEqual(await session.run(() => saved), ["race-loose.twice"]);
    const single = await session.run(() => document.querySelector("#share-panel a[download]").href);
    assert.equal((await fetch(single)).status, 200);
    await session.go("about:blank");
    await session.go(`${site.address}#text=${payload(MINE)}`);
    await ready(session, "your-own");
    await share(session, "file");
    await session.wait("its text is there", async () => (await value(session, "text")) === MINE);
    await (await session.find("[data-test=share-save]")).click();
    assert.deepEqual(await session.run(() => saved), ["my-own-race.twice"]);
    assert.deepEqual(await seen(session), { violations: [], errors: [] });
  });

  test(`${browser}: the text for an issue holds the sentence, the tables as printed, and the link`, async (t) => {
    const session = await open(browser);
    const site = await serve(t, { change: published, scripts: { "clipboard.js": CLIPBOARD } });
    const player = await Player.open(session, site, "scenario=race-loose&step=end");
    const printed = await player.printed();
    await share(session, "issue");
    const text = await copied(session, "issue");
    assert.ok(text.includes(`\`\`\`text\n${printed}\`\`\`\n`), text);
    assert.ok(text.includes(`(${ADDRESS}#scenario=race-loose&step=end)`), text);
    assert.match(text, /Schedule: `W1 [^`]+`; shown after step 6 of 6/);
  });

  test(`${browser}: a text that no link carries is offered as a file`, async (t) => {
    const session = await open(browser);
    const player = await Player.open(session, await serve(t), "scenario=race-loose&step=2");
    await player.press("edit");
    await session.until("the text stands in the editor", (race) => document.querySelector("[data-test=text]")?.value === race, RACE);
    await session.run(() => {
      const field = document.querySelector("[data-test=text]");
      let [seed, text] = [7, field.value.replaceAll("charge-77", "order-5")];
      while (text.length < 60_000) text += `# ${(seed = (seed * 48_271) % 2_147_483_647).toString(36)}\n`;
      field.value = text;
      field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    });
    await ready(session, "your-own");
    await share(session);
    assert.match(await words(await session.find("[data-test=share-length]")), /too long for a link/);
    assert.equal((await session.findAll("#share-link")).length, 0);
    await session.run(() => [...document.querySelectorAll("#share-panel button")].find(({ innerText }) => innerText === "To the file").click());
    await session.wait("its text is there", async () => (await value(session, "text")).length >= 60_000);
    await tab(session, "embed");
    await session.until("a figure cannot hold it either", () => /too long for a figure/.test(document.getElementById("share-panel").innerText));
  });

  test(`${browser}: where nothing may be copied, the text is selected and that is told`, async (t) => {
    const session = await open(browser);
    await Player.open(session, await serve(t, { scripts: { "refused.js": REFUSED } }), "scenario=race-loose&step=2");
    await share(session);
    await (await session.find("[data-test=share-link-copy]")).click();
    await session.until("it is told", () => /press Ctrl and C/.test(document.getElementById("share-panel").innerText));
    const [selected, all] = await session.run(() => {
      const field = document.activeElement;
      return [field.value.slice(field.selectionStart, field.selectionEnd), document.getElementById("share-link").value];
    });
    assert.equal(selected, all);
  });

  test(`${browser}: with keys alone: opened, every way seen and copied from, closed, and the focus is where it was`, async (t) => {
    const session = await open(browser);
    const player = await Player.open(session, await serve(t, { scripts: { "clipboard.js": CLIPBOARD } }), "scenario=race-loose&step=2");
    await tabTo(session, "[data-test=share]");
    await session.press(KEY.enter);
    const at = (way) => session.until(`${way} has the focus`, (way) => document.activeElement.id === `share-tab-${way}` && document.getElementById("share-panel").getAttribute("aria-labelledby") === `share-tab-${way}`, way);
    await at("link");
    await tabTo(session, "[data-test=share-link-copy]");
    await session.press(KEY.enter);
    await session.until("it is copied", () => copied.length === 1);
    assert.ok(await session.run(() => document.activeElement.matches("[data-test=share-link-copy]")), "the button keeps the focus");
    await tabTo(session, "#share-tab-link", [KEY.shift, KEY.tab]);
    for (const way of ["embed", "file", "issue", "link"]) {
      await session.press(KEY.right);
      await at(way);
    }
    await session.press(KEY.end);
    await at("issue");
    await session.press(KEY.home);
    await at("link");
    await session.press(KEY.left);
    await at("issue");
    await session.press(KEY.escape);
    await session.until("it is closed", () => !document.querySelector("[data-test=share-dialog]"));
    assert.ok(await session.run(() => document.activeElement.matches("[data-test=share]")), "the focus is lost");
    assert.deepEqual(await player.steps(), [2, 6]);
    // And by its button.
    await session.press(KEY.enter);
    await at("issue");
    await tabTo(session, "[data-test=share-close]", [KEY.shift, KEY.tab]);
    await session.press(KEY.enter);
    await session.until("it is closed", () => document.activeElement.matches("[data-test=share]"));
  });

  test(`${browser}: in 320 px nothing of it is cut off`, async (t) => {
    const session = await open(browser);
    const site = await serve(t);
    const host = await serveDocument(t, `<!doctype html><html lang="en"><title>Host</title><style>body{margin:0}iframe{border:0}</style><iframe width="320" height="640" src="${site.address}#scenario=race-loose&step=2"></iframe>`);
    await session.go(host.address);
    await session.frame(await session.find("iframe"));
    await ready(session, "race-loose");
    for (const way of ["link", "embed", "file", "issue"]) {
      if (way === "link") await share(session);
      else await tab(session, way);
      await session.until("it is shown", (way) => document.getElementById("share-panel").getAttribute("aria-labelledby") === `share-tab-${way}`, way);
      const wide = await session.run(() => {
        const { left, right } = document.querySelector("[data-test=share-dialog]").getBoundingClientRect();
        const parts = [...document.querySelectorAll("[data-test=share-dialog] :is(button, textarea, p, label)")].filter((part) => part.getClientRects().length && !part.closest(".share__tabs"));
        const out = parts.filter((part) => part.getBoundingClientRect().right > right + 1 || part.getBoundingClientRect().left < left - 1);
        return [left >= 0 && right <= innerWidth, out.map(({ innerText, className }) => `${className}: ${innerText}`), document.getElementById("share-panel").scrollWidth - document.getElementById("share-panel").clientWidth];
      });
      assert.deepEqual(wide, [true, [], 0], way);
    }
    await session.frame(null);
  });

  for (const dark of browser === "webkit" ? [undefined] : [false, true]) {
    test(`${browser}: axe finds nothing in any way of it${dark ? ", in the dark" : ""}`, async (t) => {
      const session = await open(browser, { dark });
      await Player.open(session, await serve(t, { scripts: { "axe.js": AXE } }), "scenario=race-loose&step=3");
      await share(session);
      for (const way of ["link", "embed", "file", "issue"]) {
        await tab(session, way);
        if (way === "embed") await previewed(session, "race-loose", 3);
        const found = await session.run(async () => {
          await Promise.all(document.getAnimations().map((animation) => animation.finished));
          const { violations } = await window.axe.run(document, { resultTypes: ["violations"], iframes: false });
          return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target}: ${failureSummary.split("\n")[1].trim()}`));
        });
        count("axe-pages", 1);
        count("axe-violations", found.length);
        assert.deepEqual(found, [], way);
      }
    });
  }

  test(`${browser}: the single file says who can open its link, and previews itself`, async () => {
    const session = await open(browser);
    await session.go(`${pathToFileURL(join(DIST, "ran-twice.html")).href}#scenario=race-loose&step=2`);
    await ready(session, "race-loose");
    await share(session);
    assert.match(await value(session, "link"), /^file:\/\/\/.*ran-twice\.html#scenario=race-loose&step=2$/);
    assert.match(await words(await session.find("[data-test=share-panel]")), /This page is a file/);
    await tab(session, "issue");
    await session.wait("the text is there", async () => (await value(session, "issue")).includes("`#scenario=race-loose&step=2`"));
    await tab(session, "file");
    await session.until("what it is, is told", () => /This page is one file/.test(document.getElementById("share-panel").innerText));
    await tab(session, "embed");
    assert.match(await value(session, "snippet"), /https:\/\/YOUR-HOST\/ran-twice\/ran-twice\.js/);
    await previewed(session, "race-loose", 2);
  });

  test(`${browser}: a figure in somebody's page has no Share of its own, and neither has the start page`, async (t) => {
    const session = await open(browser);
    const site = await serve(t);
    await Player.open(session, site, "scenario=race-loose", "embed=1");
    assert.equal((await session.findAll("[data-test=share]")).length, 0);
    await session.go(site.address);
    await ready(session, "start");
    assert.equal((await session.findAll("[data-test=share]")).length, 0);
  });
}

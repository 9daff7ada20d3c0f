// A scenario of one's own: in a link, in the editor, in a file, and never lost.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { BROWSERS, KEY, Player, count, open, ready, seen, serve, tabTo, words } from "./harness.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
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

/** Follows a link to a hash, by a press: some browsers leave out of their history what nobody pressed. */
async function follow(session, hash) {
  await session.run((hash) => {
    const link = document.createElement("a");
    link.id = "follow";
    link.textContent = "Follow";
    link.href = `#${hash}`;
    document.body.prepend(link);
  }, hash);
  await (await session.find("#follow")).click();
}

/** Loads a hash afresh that holds a text. */
async function opened(session, site, hash) {
  await session.go("about:blank");
  await session.go(`${site.address}#${hash}`);
  await ready(session, OWN);
  return new Player(session);
}

/** The text that stands in the editor, and what it says of it. */
const text = (session) => session.run(() => document.querySelector("[data-test=text]").value);
const state = (session) => session.run(() => document.querySelector("[data-test=state]").textContent);
const typed = (session, wanted) => session.until("the text stands in the editor", (wanted) => document.querySelector("[data-test=text]")?.value === wanted, wanted);
const said = (session, wanted) => session.until(`the editor says “${wanted}”`, (wanted) => document.querySelector("[data-test=state]")?.textContent === wanted, wanted);

/** A scenario with its text beside it. */
async function editing(session, site, hash = "scenario=race-loose&step=2") {
  const player = await Player.open(session, site, hash);
  await player.press("edit");
  await typed(session, RACE);
  return player;
}

/** Selects the first place in the text that says this, as a reader would with the pointer. */
const select = (session, words) =>
  session.run((words) => {
    const field = document.querySelector("[data-test=text]");
    const at = field.value.indexOf(words);
    field.focus();
    field.setSelectionRange(at, at + words.length);
  }, words);

/** The browser's own undo. WebKit's test browser has no key for it: there it is told by name. */
const undo = (session) =>
  session.browser === "webkit" ? session.run(() => void document.execCommand("undo")) : session.press([KEY.control, "z"]);

const title = (session) => session.run(() => document.querySelector(".page__title").textContent);

/** A text that no link carries: behind it so many lines of comments with so many letters each, which hardly pack. */
function tooLong(lines, letters) {
  let seed = 1;
  const noise = () => String.fromCharCode(97 + ((seed = (seed * 48271) % 2147483647) % 26));
  return `${MINE}${Array.from({ length: lines }, () => `# ${Array.from({ length: letters }, noise).join("")}\n`).join("")}`;
}

for (const browser of BROWSERS) {
  test(`${browser}: a link opens the text that it carries at its moment, and Back and Forward go by it`, async (t) => {
    const session = await open(browser);
    const site = await serve(t);
    const shipped = await Player.open(session, site, "scenario=race-claim&step=1");
    await follow(session, `scenario=race-loose&step=3&text=${payload(MINE)}`);
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

  test(`${browser}: what is typed runs beside the text at its moment, and its address opens it again`, async (t) => {
    const session = await open(browser);
    const site = await serve(t);
    const player = await editing(session, site);
    assert.ok(await session.run(() => document.activeElement.matches("[data-test=text]")), "the editor has the focus");
    await select(session, "charge-77");
    await session.press(..."order-5");
    await ready(session, OWN);
    assert.deepEqual((await player.steps())[0], 2);
    await player.counted();
    await said(session, "No mistakes: the page shows this text.");
    const changed = RACE.replace("charge-77", "order-5");
    assert.equal(await text(session), changed);
    await session.wait("the address holds the text", async () => /[#&]text=1z\./.test(await session.address()));
    await player.next();
    await player.address();
    const left = await player.moment();
    await session.reload();
    await ready(session, OWN);
    await player.at(3);
    assert.deepEqual(await player.moment(), left);
    // Its text stands beside it again, and is not said to be back: nothing was lost.
    await typed(session, changed);
    assert.ok(!(await (await session.find("[data-test=word]")).isShown()));
    await session.back();
    await ready(session, "race-loose");
    await typed(session, RACE);
    assert.deepEqual(await seen(session), { violations: [], errors: [] });
  });

  test(`${browser}: a mistake is underlined where it is and listed in words, a press goes there, and undo takes it out`, async (t) => {
    const session = await open(browser);
    const player = await editing(session, await serve(t));
    await select(session, "read keys_plain");
    await session.press(..."raed keys_plain");
    await said(session, "1 mistake. The page shows the last text without one.");
    // What ran before goes on.
    assert.equal(await session.run(() => document.documentElement.dataset.ready), "race-loose");
    assert.deepEqual((await player.steps())[0], 2);
    assert.equal(await session.run(() => document.querySelector(".editor__wrong").textContent), "raed");
    const mistake = await session.find("[data-test=mistakes] button");
    const line = RACE.slice(0, RACE.indexOf("read keys_plain")).split("\n").length;
    assert.match(await words(mistake), new RegExp(`^${line}:3 .*raed.* The nearest name is read\\.`));
    await session.run(() => document.querySelector("[data-test=text]").setSelectionRange(0, 0));
    await mistake.click();
    const chosen = () => {
      const field = document.querySelector("[data-test=text]");
      return document.activeElement === field && field.value.slice(field.selectionStart, field.selectionEnd);
    };
    assert.equal(await session.run(chosen), "raed");
    // The layer stands exactly behind the field, wrapped and scrolled alike.
    const layers = await session.run(() => [".editor__text", ".editor__drawn"].map((name) => {
      const { clientWidth, scrollTop } = document.querySelector(name);
      return [clientWidth, scrollTop];
    }));
    assert.deepEqual(layers[0], layers[1]);
    await session.wait("undo takes the mistake out", async () => {
      await undo(session);
      return (await text(session)) === RACE;
    });
    await session.until("nothing is underlined", () => !document.querySelector(".editor__wrong, [data-test=mistakes] li"));
    assert.deepEqual(await seen(session), { violations: [], errors: [] });
  });

  test(`${browser}: a text with a mistake in it is back after a reload, and after the tab was closed`, async (t) => {
    const session = await open(browser);
    const site = await serve(t);
    await editing(session, site);
    await select(session, "read keys_plain");
    await session.press(..."raed");
    const wrong = await text(session);
    // At once: nobody waits until it is read.
    await session.reload();
    await typed(session, wrong);
    assert.equal(await words(await session.find("[data-test=word]")), "What you had typed is back.");
    await session.until("its mistake is listed", () => document.querySelector("[data-test=mistakes] li"));
    await session.run(() => sessionStorage.clear());
    await session.go("about:blank");
    await session.go(site.address);
    await ready(session, "start");
    const draft = await found(session, "[data-test=draft]");
    assert.match(await words(draft), /^Race: check, then write \d+ lines$/);
    await draft.click();
    await typed(session, wrong);
    assert.deepEqual(await seen(session), { violations: [], errors: [] });
  });

  test(`${browser}: a text too long for a link runs, and is back after a reload`, async (t) => {
    const session = await open(browser);
    const player = await editing(session, await serve(t));
    const long = tooLong(2_500, 97);
    await session.run((long) => {
      const field = document.querySelector("[data-test=text]");
      field.value = long;
      field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    }, long);
    await ready(session, OWN);
    await session.wait("the address says that it is too long", async () => /[#&]text=too-long$/.test(await session.address()));
    await player.next();
    await player.address();
    await session.reload();
    await session.until("it is back", () => document.querySelector(".page__title")?.textContent === "My own race");
    await player.at(3);
    await session.until("the text is back", (long) => document.querySelector("[data-test=text]")?.value === long, long);
    // Back leads to it, too, as long as the page lives.
    // WebKit goes back over an entry in which nobody has pressed anything.
    await player.next();
    await player.address();
    await session.run(() => (location.hash = "scenario=race-claim&step=2"));
    await ready(session, "race-claim");
    await session.back();
    await ready(session, OWN);
    await player.at(4);
    await session.until("the text is back", (long) => document.querySelector("[data-test=text]")?.value === long, long);
    assert.deepEqual(await seen(session), { violations: [], errors: [] });
  });

  test(`${browser}: a file too long for a link is back after a reload, at its moment`, async (t) => {
    const session = await open(browser);
    const player = await editing(session, await serve(t));
    const long = tooLong(60, 480);
    await session.run((long) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([long], "long.twice"));
      document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
    }, long);
    await session.wait("the address says that it is too long", async () => /#text=too-long$/.test(await session.address()));
    await player.next();
    await player.next();
    await player.address();
    await session.reload();
    await session.until("it is back", () => document.querySelector(".page__title")?.textContent === "My own race");
    await player.at(2);
    await session.until("the text is back", (long) => document.querySelector("[data-test=text]")?.value === long, long);
  });

  test(`${browser}: a link whose text has a mistake opens it in the editor, where it is mended`, async (t) => {
    const session = await open(browser);
    const site = await serve(t);
    const wrong = MINE.replace("read keys_plain", "raed keys_plain");
    const player = await opened(session, site, `text=${payload(wrong)}`);
    await typed(session, wrong);
    await said(session, "1 mistake. It runs once there is none.");
    await (await session.find("[data-test=mistakes] button")).click();
    await session.press(..."read");
    await said(session, "No mistakes: the page shows this text.");
    await player.at(0);
    assert.ok(await session.run(() => document.activeElement.matches("[data-test=text]")), "the text keeps the focus");
    await undo(session);
    assert.notEqual(await text(session), MINE);
    assert.deepEqual(await seen(session), { violations: [], errors: [] });
  });

  test(`${browser}: another link in the same tab is not overrun by what was typed before`, async (t) => {
    const session = await open(browser);
    const site = await serve(t);
    await editing(session, site);
    await select(session, "read keys_plain");
    await session.press(..."raed");
    await Player.open(session, site, "scenario=race-claim&step=1");
    assert.equal(await title(session), "Race: claim first");
    assert.equal(await session.run(() => document.querySelector("[data-test=text]")), null);
  });

  test(`${browser}: with the keyboard alone one writes, goes to a mistake, and leaves: Tab is no letter`, async (t) => {
    const session = await open(browser);
    const site = await serve(t);
    await Player.open(session, site, "scenario=race-loose");
    await tabTo(session, "[data-test=edit]");
    await session.press(KEY.enter);
    await typed(session, RACE);
    await session.press(..."x");
    await session.until("there is a mistake", () => document.querySelector("[data-test=mistakes] li"));
    await session.press(KEY.tab);
    assert.ok(await session.run(() => !document.activeElement.matches("[data-test=text]")), "Tab leaves the text");
    await tabTo(session, "[data-test=mistakes] button");
    await session.press(KEY.enter);
    assert.ok(await session.run(() => document.activeElement.matches("[data-test=text]")), "Enter goes to the mistake");
    // A letter in the text is no key of the page.
    await session.press("/");
    assert.match(await text(session), /\//);
    await tabTo(session, "[data-test=put-away]", [KEY.shift, KEY.tab]);
    await session.press(KEY.enter);
    await session.until("the editor is away", () => !document.querySelector("[data-test=text]"));
    assert.ok(await session.run(() => document.activeElement.matches("[data-test=edit]")), "the focus is where it came from");
    // What was put away comes back as it was.
    await session.press(KEY.enter);
    await session.until("the text is there", () => document.querySelector("[data-test=text]")?.value.startsWith("/"));
  });

  test(`${browser}: beside the text the code and the tables keep room to be read`, async (t) => {
    const session = await open(browser);
    await session.go(`${(await serve(t)).address}#scenario=race-loose&step=2`);
    await ready(session, "race-loose");
    await (await session.find("[data-test=edit]")).click();
    await session.until("the text is there", () => document.querySelector("[data-test=text]")?.value);
    try {
      for (const width of [900, 1120, 1280, 1390]) {
        await session.resize(width, 900);
        const widths = await session.run(() => [".handler__programs", ".tables__list"].map((part) => Math.round(document.querySelector(part).getBoundingClientRect().width)));
        assert.ok(Math.min(...widths) >= 240, `at ${width} px: code and tables have ${widths} px`);
      }
    } finally {
      await session.resize(1280, 900);
    }
  });

  test(`${browser}: one begins with a small text, the palette writes statements, and undo takes them out`, async (t) => {
    const session = await open(browser);
    const site = await serve(t);
    await session.go(site.address);
    await ready(session, "start");
    await (await session.find("[data-test=own]")).click();
    await ready(session, OWN);
    assert.equal(await title(session), "Two deliveries, one key");
    const shape = await text(session);
    await select(session, "if seen { return }");
    await (await session.find("[data-test=palette] summary")).click();
    const piece = await found(session, '[data-test=piece][title="say \\"{me} charged {job.key}\\""]');
    const language = await session.run(() => document.querySelector(".editor__group a").href);
    assert.equal((await fetch(language)).status, 200);
    await session.run((piece) => piece.scrollIntoView({ block: "center" }), piece);
    await piece.click();
    await said(session, "No mistakes: the page shows this text.");
    const written = shape.replace("  if seen { return }\n", '  if seen { return }\n  say "{me} charged {job.key}"\n');
    assert.equal(await text(session), written);
    await session.until("the page shows it", () => document.querySelector(".handler").innerText.includes("charged"));
    await undo(session);
    await typed(session, shape);
    // Another text in its place: what stood there is kept.
    await session.press(..."#");
    await (await session.find("[data-test=begin] summary")).click();
    await session.press(KEY.tab, KEY.escape);
    assert.ok(await session.run(() => document.activeElement.matches("[data-test=begin]:not([open]) summary")), "Escape closes the menu");
    await session.press(KEY.enter);
    await (await session.find('[data-test="shape-choice"]')).click();
    await session.until("the other one runs", () => document.querySelector(".page__title").textContent === "Two designs behind a switch");
    await (await session.find("[data-test=begin] summary")).click();
    assert.match(await words(await session.find("[data-test=begin] [data-test=draft]")), /^Two deliveries, one key/);
    await session.back();
    await session.until("the first one runs", () => document.querySelector(".page__title").textContent === "Two deliveries, one key");
    // And undo goes back over it, too.
    const kept = await text(session);
    await session.run(() => { document.querySelector("[data-test=begin]").open = true; });
    await (await session.find('[data-test="shape-queue"]')).click();
    await session.until("another one stands there", () => document.querySelector("[data-test=text]").value.includes("takes jobs"));
    await session.wait("undo brings back what stood there", async () => {
      await undo(session);
      return (await text(session)) === kept;
    });
    assert.deepEqual(await seen(session), { violations: [], errors: [] });
  });

  // Notes what is saved: nobody looks into a folder of downloads.
  const SAVED = `
    window.saved = [];
    const made = URL.createObjectURL;
    URL.createObjectURL = (blob) => { blob.text().then((text) => window.saved.push(text)); return made.call(URL, blob); };
    HTMLAnchorElement.prototype.click = function () { if (this.download) window.saved.push(this.download); };
    window.dropped = (name, parts, target) => {
      const data = new DataTransfer();
      data.items.add(new File(parts, name, { type: "text/plain" }));
      if (target) {
        target.files = data.files;
        target.dispatchEvent(new Event("change", { bubbles: true }));
      } else {
        const drop = new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data });
        document.querySelector("h1").dispatchEvent(drop);
        return drop.defaultPrevented;
      }
    };`;

  test(`${browser}: a file is opened, dropped on the page, and saved`, async (t) => {
    const session = await open(browser);
    const site = await serve(t, { scripts: { "saved.js": SAVED } });
    await Player.open(session, site, "scenario=race-claim&step=2");
    assert.ok(await session.run((mine) => dropped("mine.twice", [mine]), MINE), "the browser stays on the page");
    await ready(session, OWN);
    assert.equal(await title(session), "My own race");
    assert.equal(await text(session), MINE);
    await (await session.find("[data-test=save]")).click();
    await session.until("it is saved", () => window.saved.length === 2);
    assert.deepEqual((await session.run(() => window.saved)).sort(), [MINE, "my-own-race.twice"].sort());
    await session.run((race) => dropped("race.twice", [race], document.querySelector("[data-test=file]")), RACE.replace("charge-77", "order-9"));
    await session.until("it runs", () => document.querySelector(".handler") && document.querySelector("[data-test=text]").value.includes("order-9"));
    for (const [name, parts, what] of [
      ["picture.png", ["\u0000\u0001"], "picture.png holds no text in UTF-8."],
      ["long.txt", ["#".repeat(262145)], "long.txt is larger than a scenario may be: it has at most 256 kB."],
    ]) {
      await session.run((name, parts) => void dropped(name, parts), name, parts);
      await said(session, what);
      assert.match(await text(session), /order-9/);
    }
    assert.deepEqual(await seen(session), { violations: [], errors: [] });
  });

  test(`${browser}: the editor fits a window of 320 px, and nothing of it stands out`, async (t) => {
    const session = await open(browser);
    for (const width of [320, 390, 1280]) {
      await session.resize(width, 800);
      await editing(session, await serve(t));
      await select(session, "read keys_plain");
      await session.press(..."raed keys_plain where one = two and a_name_that_is_very_long_indeed_and_wraps_nowhere = 1");
      await session.until("there is a mistake", () => document.querySelector("[data-test=mistakes] li"));
      const out = await session.run(() => {
        const editor = document.querySelector(".editor").getBoundingClientRect();
        const inside = [...document.querySelectorAll(".editor *")].filter((element) => element.getBoundingClientRect().right > editor.right + 1 && element.getClientRects().length);
        return [document.documentElement.scrollWidth - document.documentElement.clientWidth, inside.map(({ className }) => className)];
      });
      assert.deepEqual(out, [0, []]);
      // The field and what is drawn behind it wrap alike.
      const wraps = await session.run(() => [".editor__text", ".editor__drawn"].map((name) => document.querySelector(name).clientWidth));
      assert.equal(wraps[0], wraps[1]);
    }
    await session.resize(1280, 900);
  });
}

test("chromium: where the browser keeps nothing, the editor says so, and what runs is in the address", async (t) => {
  const session = await open("chromium", { blockStorage: true });
  const site = await serve(t);
  await editing(session, site);
  await select(session, "charge-77");
  await session.press(..."order-5");
  await session.until("it says so", () => document.querySelector("[data-test=state]").textContent.startsWith("This browser keeps nothing for the page"));
  await session.wait("the address holds the text", async () => /[#&]text=1z\./.test(await session.address()));
  await session.reload();
  await ready(session, OWN);
});

for (const dark of [false, true]) {
  test(`chromium: axe finds nothing in the editor${dark ? " in the dark" : ""}`, async (t) => {
    const session = await open("chromium", { dark });
    await editing(session, await serve(t, { scripts: { "axe.js": AXE } }));
    await select(session, "read keys_plain");
    await session.press(..."raed keys_plain");
    await session.until("there is a mistake", () => document.querySelector("[data-test=mistakes] li"));
    await (await session.find("[data-test=palette] summary")).click();
    await found(session, "[data-test=piece]");
    await (await session.find("[data-test=begin] summary")).click();
    const violations = await session.run(async () => {
      await Promise.all(document.getAnimations().map((animation) => animation.finished));
      const { violations } = await window.axe.run(document, { resultTypes: ["violations"] });
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target}: ${failureSummary}`));
    });
    count("axe-pages", 1);
    count("axe-violations", violations.length);
    assert.deepEqual(violations, []);
  });
}

// The schedule on screen on another design: with the mouse, with a keyboard alone, in a narrow window, by a link.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { BROWSERS, KEY, Player, count, open, ready, seen, serve, serveDocument, tabToButton, words } from "./harness.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The button of the page that says this. */
const button = (session, said) => session.run((said) => Array.from(document.querySelectorAll("button")).find((button) => button.innerText.trim() === said), said);

/** What both sides say: `[the design on screen, the other one]`. */
async function sides(session) {
  return Promise.all((await session.findAll(".compare__side")).map(words));
}

for (const browser of BROWSERS) {
  test(`${browser}: with the mouse, the schedule that charges twice is refused on the other design`, async (t) => {
    const session = await open(browser);
    const player = await Player.open(session, await serve(t), "scenario=race-loose");
    await player.next();
    // The count comes in above the button, and moves it.
    await player.counted();
    await (await button(session, "Same schedule on claim first")).click();
    await session.until("it is open", () => document.querySelector("[data-test=compare]"));
    assert.match(await words(await session.find("[data-test=compare]")), /At step 2 they part\. On look first: W2 looked .* found no row\. On claim first: W2 was refused by UNIQUE/);
    const hues = await session.run(() => Object.fromEntries(Array.from(document.querySelectorAll("[data-test=compare] > p .who, .compare__side > p .who"), (who) => [who.innerText, getComputedStyle(who).color])));
    const lanes = await session.run(() => Object.fromEntries(Array.from(document.querySelectorAll(".lanes__name"), (name) => [name.innerText, getComputedStyle(name).color])));
    assert.deepEqual(hues, lanes, "a worker has its colour here as in the lanes");
    await player.next();
    const [mine, theirs] = await sides(session);
    assert.match(mine, /^look first W2 looked for charge-77/);
    assert.match(theirs, /^claim first W2 was refused by UNIQUE: errcode 2067/);
    assert.match(theirs, /W2 refused/, "its row stands there, struck");
    for (let step = 3; step <= 6; step += 1) await player.next();
    const [twice, once] = await sides(session);
    assert.match(twice, /Two charges, the key twice/);
    assert.match(once, /Step 4: W2 is skipped, W2's run has ended\..*Step 6: W2 is skipped.*One charge/);
    await session.wait("the address holds both designs", async () => /scenario=race-loose&with=key:unique&step=end$/.test(await session.address()));
    await (await button(session, "Go on with claim first")).click();
    await session.until("the page has gone over", () => !document.querySelector("[data-test=compare]"));
    assert.match(await words(await session.find("[data-test=said]")), /One charge/);
    assert.deepEqual(await seen(session), { violations: [], errors: [] });
  });

  test(`${browser}: with a keyboard alone, the same`, async (t) => {
    const session = await open(browser);
    const player = await Player.open(session, await serve(t), "scenario=race-loose&step=2");
    await session.run(() => document.querySelector("[data-test=player]").focus());
    await tabToButton(session, "Same schedule on claim first");
    await session.press(KEY.enter);
    await session.until("it is open", () => document.querySelector("[data-test=compare]"));
    const open_ = () => session.run(() => document.activeElement.getAttribute("aria-expanded"));
    assert.equal(await open_(), "true", "the button keeps the focus and says that it is open");
    assert.match((await sides(session))[1], /W2 was refused by UNIQUE/);
    await session.press(KEY.enter);
    await session.until("it is closed", () => !document.querySelector("[data-test=compare]"));
    assert.equal(await open_(), "false");
    await session.press(KEY.enter);
    await tabToButton(session, "Close");
    await session.press(KEY.enter);
    await session.until("it is closed", () => !document.querySelector("[data-test=compare]"));
    // The button went away, and the focus is in the player, where the arrows step.
    await session.press(KEY.right);
    await player.at(3);
  });

  test(`${browser}: a link opens it at its moment, and at 320 px it stays within the window`, async (t) => {
    const session = await open(browser);
    const site = await serve(t);
    const host = await serveDocument(t, `<!doctype html><html lang="en"><title>Host</title><style>iframe{border:0}</style><iframe width="320" height="640" src="${site.address}#scenario=race-loose&with=key:unique&step=4"></iframe>`);
    await session.go(host.address);
    await session.frame(await session.find("iframe"));
    await ready(session, "race-loose");
    await session.until("both designs are there", () => document.querySelectorAll(".compare__side").length === 2);
    assert.match((await sides(session))[1], /Step 4: W2 is skipped/);
    const [wide, out] = await session.run(() => [
      document.documentElement.scrollWidth,
      Array.from(document.querySelectorAll(".compare *")).filter((part) => part.getBoundingClientRect().right > innerWidth + 1 && !part.closest(".tables__box")).map((part) => part.className),
    ]);
    assert.ok(wide <= 320, `the page is ${wide} px wide`);
    assert.deepEqual(out, []);
    await session.frame(null);
  });

  for (const dark of browser === "webkit" ? [undefined] : [false, true]) {
    test(`${browser}: axe finds nothing on two designs${dark ? " in the dark" : ""}`, async (t) => {
      const session = await open(browser, { dark });
      const site = await serve(t, { scripts: { "axe.js": AXE } });
      const found = [];
      for (const hash of ["scenario=race-loose&with=key:unique&step=2", "scenario=crash-after-charge&with=key_goes:before&step=end"]) {
        await Player.open(session, site, hash);
        await session.until("every schedule is counted", () => document.querySelector("[data-test=strip]"));
        found.push(...(await session.run(async () => {
          await Promise.all(document.getAnimations().map((animation) => animation.finished));
          const { violations } = await window.axe.run(document, { resultTypes: ["violations"] });
          return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target}: ${failureSummary}`));
        })));
        count("axe-pages", 1);
      }
      count("axe-violations", found.length);
      assert.deepEqual(found, []);
    });
  }
}

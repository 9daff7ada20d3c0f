// What axe-core finds on the start page, the list and the seven steps, light and dark: nothing.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { BROWSERS, GUIDE, Player, count, open, ready, serve, serveDocument } from "./harness.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// The rules look at the same document in every browser, so one of them goes through every moment. WebKit has no preference
// for dark that its driver could set.
const CHECKS = [
  ["chromium", [false, true], ["start", "middle", "end"]],
  ["firefox", [false, true], ["end"]],
  ["webkit", [undefined], ["end"]],
];

/** What it finds on the page as it is. */
async function found(session) {
  const violations = await session.run(async () => {
    // Halfway through a fade every contrast is wrong.
    await Promise.all(document.getAnimations().map((animation) => animation.finished));
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target}: ${failureSummary.split("\n")[1].trim()}`));
  });
  count("axe-pages", 1);
  count("axe-violations", violations.length);
  return violations;
}

// What is done on the page before it is looked at.
const LISTS = [
  ["the start page", "", () => {}],
  ["the start page with what is found", "", () => find("lease")],
  ["the start page where nothing is found", "", () => find("zebra")],
  ["the list in its panel", "#scenario=race-loose", () => document.getElementById("chapters").showPopover()],
];
const FIND = `window.find = (text) => {
  const field = document.getElementById("filter");
  field.value = text;
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
};`;

for (const [browser, schemes, moments] of CHECKS.filter(([browser]) => BROWSERS.includes(browser))) {
  for (const dark of schemes) {
    for (const [what, hash, act] of LISTS) {
      test(`${browser}: axe finds nothing on ${what}${dark ? " in the dark" : ""}`, async (t) => {
        const session = await open(browser, { dark });
        const site = await serve(t, { scripts: { "axe.js": AXE, "find.js": FIND } });
        const host = await serveDocument(t, `<!doctype html><html lang="en"><title>Host</title><iframe width="${hash ? 720 : 1200}" height="800" src="${site.address}${hash}"></iframe>`);
        await session.go(host.address);
        await session.frame(await session.find("iframe"));
        await ready(session);
        await session.run(act);
        await session.run(() => new Promise((resolve) => setTimeout(resolve, 300)));
        assert.deepEqual(await found(session), []);
        await session.frame(null);
      });
    }
    for (const { name } of GUIDE) {
      test(`${browser}: axe finds nothing on ${name}${dark ? " in the dark" : ""}`, async (t) => {
        const session = await open(browser, { dark });
        const site = await serve(t, { scripts: { "axe.js": AXE } });
        const player = await Player.open(session, site, `scenario=${name}`);
        if (dark !== undefined) assert.equal(await session.run(() => matchMedia("(prefers-color-scheme: dark)").matches), dark);
        const [, last] = await player.steps();
        const steps = { start: 0, middle: last >> 1, end: last };
        const all = [];
        for (const moment of moments) {
          await Player.open(session, site, `scenario=${name}&step=${steps[moment]}`);
          await player.at(steps[moment]);
          all.push(...(await found(session)).map((violation) => `at the ${moment}, ${violation}`));
        }
        assert.deepEqual(all, []);
      });
    }
  }
}

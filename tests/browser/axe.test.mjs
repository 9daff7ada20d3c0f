// What axe-core finds on the seven steps, light and dark: nothing.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { BROWSERS, GUIDE, Player, count, open, serve } from "./harness.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// The rules look at the same document in every browser, so one of them goes through every moment. WebKit has no preference
// for dark that its driver could set.
const CHECKS = [
  ["chromium", [false, true], ["start", "middle", "end"]],
  ["firefox", [false, true], ["end"]],
  ["webkit", [undefined], ["end"]],
];

for (const [browser, schemes, moments] of CHECKS.filter(([browser]) => BROWSERS.includes(browser))) {
  for (const dark of schemes) {
    for (const { name } of GUIDE) {
      test(`${browser}: axe finds nothing on ${name}${dark ? " in the dark" : ""}`, async (t) => {
        const session = await open(browser, { dark });
        const site = await serve(t, { scripts: { "axe.js": AXE } });
        const player = await Player.open(session, site, `scenario=${name}`);
        if (dark !== undefined) assert.equal(await session.run(() => matchMedia("(prefers-color-scheme: dark)").matches), dark);
        const [, last] = await player.steps();
        const steps = { start: 0, middle: last >> 1, end: last };
        const found = [];
        for (const moment of moments) {
          await Player.open(session, site, `scenario=${name}&step=${steps[moment]}`);
          await player.at(steps[moment]);
          const violations = await session.run(async () => {
            // Halfway through a fade every contrast is wrong.
            await Promise.all(document.getAnimations().map((animation) => animation.finished));
            const { violations } = await window.axe.run(document, { resultTypes: ["violations"] });
            return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target}: ${failureSummary.split("\n")[1].trim()}`));
          });
          count("axe-pages", 1);
          count("axe-violations", violations.length);
          found.push(...violations.map((violation) => `at the ${moment}, ${violation}`));
        }
        assert.deepEqual(found, []);
      });
    }
  }
}

// A step does its work well inside a frame: no task of the browser is long while a run plays at four times the speed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { BROWSERS, GUIDE, Player, open, serve } from "./harness.mjs";

// A task of 50 ms or more is one that a long-task observer reports; Chromium is the only one that has it.
const RUNS = 3;

const OBSERVER = `
  window.longTasks = [];
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => Math.round(duration)))).observe({ type: "longtask" });`;

if (BROWSERS.includes("chromium")) {
  for (const { name } of GUIDE) {
    test(`chromium: playing ${name} has no long task in the best of ${RUNS} runs`, async (t) => {
      const session = await open("chromium");
      const site = await serve(t, { scripts: { "observer.js": OBSERVER } });
      const runs = [];
      for (let run = 0; run < RUNS && !runs.some(({ length }) => length === 0); run += 1) {
        const player = await Player.open(session, site, `scenario=${name}`);
        // What the start took is not the play's.
        await session.run(() => new Promise((resolve) => setTimeout(() => resolve(window.longTasks.splice(0)), 300)));
        await player.playToTheEnd();
        runs.push(await session.run(() => window.longTasks));
      }
      assert.ok(runs.some(({ length }) => length === 0), `long tasks in ms, by run: ${JSON.stringify(runs)}`);
    });
  }
}

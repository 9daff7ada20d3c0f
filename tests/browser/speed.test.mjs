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

// Exploring runs beside the page's work: the largest that the page offers takes seconds, and no task of the page is long.
if (BROWSERS.includes("chromium")) {
  test(`chromium: exploring six workers and two crashes has no long task in the best of ${RUNS} runs`, async (t) => {
    const session = await open("chromium");
    const site = await serve(t, { scripts: { "observer.js": OBSERVER } });
    const runs = [];
    for (let run = 0; run < RUNS && !runs.some(({ length }) => length === 0); run += 1) {
      const player = await Player.open(session, site, "scenario=race-loose&workers=6&faults=crash:2");
      await session.run(() => new Promise((resolve) => setTimeout(() => resolve(window.longTasks.splice(0)), 300)));
      await player.uncover(120_000);
      runs.push(await session.run(() => window.longTasks));
    }
    assert.ok(runs.some(({ length }) => length === 0), `long tasks in ms, by run: ${JSON.stringify(runs)}`);
  });
}

for (const browser of BROWSERS) {
  test(`${browser}: a long exploration says how far it is, plays on meanwhile, and can be stopped`, async (t) => {
    const session = await open(browser);
    const player = await Player.open(session, await serve(t), "scenario=race-loose&workers=14&faults=crash:8");
    await player.next();
    const words = () => document.querySelector("[data-test=every]").innerText;
    await session.wait("it says how far it is", async () => /Counting: [\d,]+ states/.test(await session.run(words)), 30_000);
    await player.next();
    await session.run(() => [...document.querySelectorAll("[data-test=every] button")].find((button) => button.textContent === "Stop").click());
    await session.wait("it has stopped", async () => /Not decided.*Counting was stopped.*Count on/s.test(await session.run(words)));
    await player.next();
    assert.match(await session.run(words), /Not decided/);
  });
}

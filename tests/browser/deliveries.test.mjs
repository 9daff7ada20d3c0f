// The deliveries of a job and what production would show: with the mouse, with a keyboard alone, narrow, by a link.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { BROWSERS, KEY, Player, count, open, ready, seen, serve, serveDocument, tabTo, words } from "./harness.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const DELIVERIES = "[data-test=deliveries]";
const PRODUCTION = "[data-test=production]";

const shown = (session, selector) => session.until(`${selector} is there`, (selector) => document.querySelector(selector)?.checkVisibility(), selector);

for (const browser of BROWSERS) {
  test(`${browser}: a repeat says why it came, and a press goes to the step that is the cause`, async (t) => {
    const session = await open(browser);
    const player = await Player.open(session, await serve(t), "scenario=ack-lost");
    await player.next();
    await shown(session, DELIVERIES);
    assert.match(await words(await session.find(DELIVERIES)), /^Deliveries One job, one delivery\. job 1 notify-1 leased to W1, 30 s left .*1 W1 took it, step 1$/);
    const [, last] = await player.steps();
    for (let step = 2; step <= last; step += 1) await player.next();
    await session.until("the end is drawn", () => document.querySelector("[data-test=deliveries]").innerText.includes("acked: it is done"));
    assert.match(await words(await session.find(DELIVERIES)), /its ack was lost, step 3 .*the ack of W1 was lost, step 3 .*2 W2 took it, step 5 acked, step 7$/);
    await (await session.find(`${DELIVERIES} .deliveries__cause [data-step="3"]`)).click();
    await player.at(3);
    assert.ok(await session.run(() => document.activeElement === document.querySelector("[data-test=player]")), "the focus is in the player");
    await player.next();
    await player.at(4);
    assert.deepEqual(await seen(session), { violations: [], errors: [] });
  });

  test(`${browser}: with a keyboard alone, production shows the query and the log, and stays open`, async (t) => {
    const session = await open(browser);
    const player = await Player.open(session, await serve(t), "scenario=ack-lost&step=7");
    await shown(session, PRODUCTION);
    await session.run(() => document.querySelector("[data-test=player]").focus());
    await tabTo(session, `${DELIVERIES} [data-step]`);
    await session.press(KEY.enter);
    await player.at(1);
    await session.press(KEY.end);
    await player.at(7);
    await tabTo(session, `${PRODUCTION} summary`);
    await session.press(KEY.enter);
    await session.until("it is open", () => document.querySelector("[data-test=production]").open);
    const text = await words(await session.find(PRODUCTION));
    assert.match(text, /SELECT key, count\(\*\) FROM notifications GROUP BY key HAVING count\(\*\) > 1; key count notify-1 2/);
    assert.match(text, /attempt=1 message done .*attempt=1 acked .*attempt=2 message done already done for this job/);
    await player.press("back");
    await player.at(6);
    assert.ok(await session.run(() => document.querySelector("[data-test=production]").open), "a step leaves it open");
  });

  test(`${browser}: a link with what goes wrong opens at its moment, at 320 px within the window; a wrong one is explained`, async (t) => {
    const session = await open(browser);
    const site = await serve(t);
    const hash = "scenario=ack-lost&schedule=W1.W1.lost-W1.lease-job-1.W1.W1&step=6";
    const host = await serveDocument(t, `<!doctype html><html lang="en"><title>Host</title><style>iframe{border:0}</style><iframe width="320" height="640" src="${site.address}#${hash}"></iframe>`);
    await session.go(host.address);
    await session.frame(await session.find("iframe"));
    await ready(session, "ack-lost");
    await shown(session, DELIVERIES);
    await session.run(() => { document.querySelector("[data-test=production]").open = true; });
    assert.match(await words(await session.find(DELIVERIES)), /2 W1 took it, step 5/);
    const [wide, out] = await session.run(() => [
      document.documentElement.scrollWidth,
      Array.from(document.querySelectorAll(".deliveries *, .production *")).filter((part) => part.getBoundingClientRect().right > innerWidth + 1 && !part.closest("pre")).map((part) => part.className),
    ]);
    assert.ok(wide <= 320, `the page is ${wide} px wide`);
    assert.deepEqual(out, []);
    await session.frame(null);
    for (const [wrong, said] of [["W1.lease-job-9", /lease-job-9/], ["W1.redeliver-job-1", /job 1 is neither acked nor dead/], ["W1.lost-W9", /W9/]]) {
      await Player.open(session, site, `scenario=ack-lost&schedule=${wrong}`);
      assert.match(await words(await session.find("[data-test=notice]")), said);
    }
  });

  for (const dark of browser === "webkit" ? [undefined] : [false, true]) {
    test(`${browser}: axe finds nothing on deliveries${dark ? " in the dark" : ""}`, async (t) => {
      const session = await open(browser, { dark });
      const site = await serve(t, { scripts: { "axe.js": AXE } });
      const found = [];
      for (const hash of ["scenario=ack-lost&step=end", "scenario=sender-gave-up&step=6", "scenario=deliveries-used-up&step=end"]) {
        await Player.open(session, site, hash);
        await shown(session, DELIVERIES);
        found.push(...(await session.run(async () => {
          document.querySelector("[data-test=production]").open = true;
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

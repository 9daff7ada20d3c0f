// What has to fit where there is little room: the dock, and the words in the lanes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { BROWSERS, GUIDE, open, ready, serve, serveDocument } from "./harness.mjs";

/** Shows a moment in a frame of this size; a window itself cannot be as narrow as a phone. */
async function framed(session, t, width, height, hash) {
  const site = await serve(t);
  const host = await serveDocument(t, `<!doctype html><html lang="en"><title>Host</title><style>body{margin:0}iframe{border:0}</style><iframe width="${width}" height="${height}" src="${site.address}#${hash}"></iframe>`);
  await session.frame(null);
  await session.go(host.address);
  await session.frame(await session.find("iframe"));
  await ready(session);
}

for (const browser of BROWSERS) {
  test(`${browser}: on a phone the dock takes no more than a third of the window`, async (t) => {
    const session = await open(browser);
    for (const { name } of GUIDE) {
      for (const step of [0, "end"]) {
        await framed(session, t, 390, 664, `scenario=${name}&step=${step}`);
        const [dock, window] = await session.run(() => [document.querySelector(".player__dock").offsetHeight, innerHeight]);
        assert.ok(dock <= window * 0.34, `${name} at ${step}: ${dock} px of ${window}`);
      }
    }
    await session.frame(null);
  });

  test(`${browser}: in a window of 1280 × 720 what the reader decides is not under the dock`, async (t) => {
    const session = await open(browser);
    for (const { name } of GUIDE) {
      for (const step of [0, 1]) {
        await framed(session, t, 1280, 720, `scenario=${name}&step=${step}`);
        await session.until("it is counted where it is shown", (step) => step === 0 || document.querySelector("[data-test=future], .ending"), step);
        // The longest one has two programs, and its lanes begin under the window.
        if (name === "key-expires") await session.run(() => document.querySelector(".decide button").scrollIntoView({ block: "nearest" }));
        const hidden = await session.run(() => Array.from(document.querySelectorAll(".decide button")).filter((button) => {
          const { left, top, width, height } = button.getBoundingClientRect();
          return !button.contains(document.elementFromPoint(left + width / 2, top + height - 2));
        }).map((button) => button.innerText));
        assert.deepEqual(hidden, [], `${name} at step ${step}`);
      }
    }
    await session.frame(null);
  });

  test(`${browser}: the head of the handler holds all that stands in it, however many designs there are`, async (t) => {
    const session = await open(browser);
    for (const width of [320, 720, 900, 1000, 1280]) {
      for (const name of ["killed-before-ack", "rescued-from-an-old-list", "race-loose"]) {
        await framed(session, t, width, 800, `scenario=${name}&step=2`);
        await session.until("the count stands there", () => document.querySelector(".handler__verdict"));
        const [inside, code] = await session.run(() => {
          const bottoms = [...document.querySelectorAll(".handler .player__head *")].map((part) => part.getBoundingClientRect().bottom);
          return [Math.max(...bottoms), document.querySelector(".handler__program").getBoundingClientRect().top].map(Math.round);
        });
        assert.ok(inside <= code, `${name} at ${width} px: the head ends at ${inside}, the code begins at ${code}`);
      }
    }
    await session.frame(null);
  });

  test(`${browser}: whom to let go first is said in words, however narrow the column`, async (t) => {
    const session = await open(browser);
    for (const width of [390, 320, 1180]) {
      await framed(session, t, width, 700, "scenario=race-loose&step=3");
      const [words, cut] = await session.run(() => {
        const pill = document.querySelector(".pill--alternative");
        const [, shown] = pill.children;
        const { left, right, top, bottom } = pill.getBoundingClientRect();
        const inner = document.createRange();
        inner.selectNodeContents(shown);
        const cut = Array.from(inner.getClientRects())
          .map((part) => [part.left - left, part.top - top, right - part.right, bottom - part.bottom].map(Math.round))
          .filter((room) => Math.min(...room) < -1);
        return [shown.innerText.replace(/\s+/g, " ").trim(), cut];
      });
      assert.match(words, /^or (let )?W1 (go )?first$/, `at ${width} px`);
      assert.deepEqual(cut, [], `at ${width} px the words are cut off`);
    }
    await session.frame(null);
  });
}

// The page with a keyboard alone, and in the smallest frame.
import assert from "node:assert/strict";
import { test } from "node:test";
import { BROWSERS, KEY, Player, open, ready, serve, serveDocument, tabTo, TABS_MAX } from "./harness.mjs";

for (const browser of BROWSERS) {
  test(`${browser}: a run is stepped, undone and played with keys alone`, async (t) => {
    const session = await open(browser);
    const player = await Player.open(session, await serve(t), "scenario=race-loose");
    const [, last] = await player.steps();

    await tabTo(session, "[data-test=next]");
    for (let step = 1; step <= last; step += 1) {
      await session.press(KEY.enter);
      await player.at(step);
    }
    await session.press(KEY.left);
    await player.at(last - 1);
    await session.press(KEY.right);
    await player.at(last);
    await session.press(KEY.home);
    await player.at(0);
    await session.press(KEY.end);
    await player.at(last);
    await session.press(KEY.home);
    await player.at(0);

    await tabTo(session, "[data-test=play]");
    await session.press(KEY.space);
    await player.at(1);
    await session.press(KEY.space);
    const [paused] = await player.steps();
    assert.ok(paused < last, "the play did not pause");
  });

  test(`${browser}: the button that shows every ending keeps the focus`, async (t) => {
    const session = await open(browser);
    await Player.open(session, await serve(t), "scenario=race-loose");
    await tabTo(session, "[data-test=endings]");
    await session.press(KEY.enter);
    const button = await session.find("[data-test=endings]");
    await session.wait("every ending is shown", async () => (await button.text()) === "Every ending is shown", 120_000);
    assert.ok(await session.run((button) => document.activeElement === button, button), "the focus is lost");
    assert.ok(await button.isShown());
    assert.equal(await button.attribute("aria-disabled"), "true");
  });

  test(`${browser}: W16 keys outside the player do nothing there`, async (t) => {
    const session = await open(browser);
    const player = await Player.open(session, await serve(t), "scenario=race-loose&step=2");
    await session.run(() => document.activeElement.blur());
    for (const key of [KEY.right, KEY.left, KEY.home, KEY.end, KEY.space, "1"]) await session.press(key);
    assert.deepEqual((await player.steps())[0], 2);
  });

  test(`${browser}: W11 Tab goes through every control and out again, in both directions`, async (t) => {
    const session = await open(browser);
    const site = await serve(t);
    const host = await serveDocument(t, `<!doctype html><html lang="en"><title>Host</title><button id="before">before</button><iframe src="${site.address}#scenario=race-loose&step=3" width="900" height="700"></iframe><button id="after">after</button>`);
    await session.go(host.address);
    const frame = await session.find("iframe");
    await session.frame(frame);
    await ready(session, "race-loose");
    for (const [from, to, keys] of [["before", "after", [KEY.tab]], ["after", "before", [KEY.shift, KEY.tab]]]) {
      await session.frame(null);
      await session.run((id) => document.getElementById(id).focus(), from);
      let presses = 0;
      do {
        assert.ok(presses < TABS_MAX, `${TABS_MAX} presses of Tab do not leave the frame`);
        await session.press(keys);
        presses += 1;
      } while (!(await session.run((id) => document.activeElement.id === id, to)));
      assert.ok(presses > 10, `only ${presses} controls were reached`);
    }
  });

  for (const query of ["", "embed=1"]) {
    test(`${browser}: W12 in 320 × 256 ${query || "the page"} does not overflow, and a control that has the focus is in sight`, async (t) => {
      const session = await open(browser);
      const site = await serve(t);
      const host = await serveDocument(t, `<!doctype html><html lang="en"><title>Host</title><style>iframe{border:0}</style><button id="before">before</button><iframe width="320" height="256" src="${site.address}${query && `?${query}`}#scenario=race-loose&step=3"></iframe><button id="after">after</button>`);
      await session.go(host.address);
      const frame = await session.find("iframe");
      await session.frame(frame);
      await ready(session, "race-loose");
      assert.deepEqual(await session.run(() => [innerWidth, innerHeight]), [320, 256]);
      const wide = await session.run(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 320, `the page is ${wide} px wide`);

      await session.frame(null);
      await session.run(() => document.getElementById("before").focus());
      const hidden = [];
      let reached = 0;
      for (; reached < TABS_MAX; reached += 1) {
        await session.press(KEY.tab);
        if (await session.run(() => document.activeElement.id === "after")) break;
        await session.frame(frame);
        const out = await session.run(async () => {
          // The browser scrolls a control into sight in the frame after it got the focus.
          await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
          const control = document.activeElement;
          const { left, top, right, bottom } = control.getBoundingClientRect();
          const name = `${control.tagName} ${control.dataset.test ?? ""} ${control.getAttribute("aria-label") ?? control.innerText}`.replace(/\s+/g, " ");
          const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
          const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
          // Firefox does not scroll to a control of which a part is in sight: its middle has to be.
          const middle = (top + bottom) / 2;
          const inside = left >= -1 && right <= innerWidth + 1 && (middle >= 0 && middle <= innerHeight || bottom - top > innerHeight);
          if (!inside) return `${name} at ${[left, top, right, bottom].map(Math.round)} is outside`;
          const seen = document.elementFromPoint(x, y);
          return control.contains(seen) ? "" : `${name} is under ${seen?.className || seen?.tagName}`;
        });
        if (out) hidden.push(out);
        await session.frame(null);
      }
      assert.ok(reached > 5 && reached < TABS_MAX, `${reached} controls were reached`);
      assert.deepEqual(hidden, []);
    });
  }
}

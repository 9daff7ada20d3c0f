// What people who host or embed such pages have reported of others, and must not meet here: focus, colours, a status that is
// read, small windows, hidden pages, the wheel. Hosts that serve the page oddly are in hosting.test.mjs, the single file's in
// offline.test.mjs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { BROWSERS, KEY, Player, hosts, open, otherSite, ready, serve, serveDocument, words } from "./harness.mjs";
import { contrast, luminance, picture } from "./picture.mjs";

const RACE = "scenario=race-loose";
const framed = (src, more = "") => `<iframe style="border:0;display:block" title="Two workers, one key" ${more} src="${src}"></iframe>`;
const page = (body, head = "") => `<!doctype html><html lang="en"><head><title>Host</title>${head}</head><body style="margin:0">${body}</body></html>`;

/** Lets the page be out of sight for so long; true where the browser has told it so by itself. */
async function hide(session, ms) {
  await session.run(() => {
    window.hides = 0;
    document.addEventListener("visibilitychange", () => (window.hides += document.hidden ? 1 : 0));
  });
  const here = await session.command("GET", "/window");
  const { handle } = await session.command("POST", "/window/new", { type: "tab" });
  await session.command("POST", "/window", { handle });
  await new Promise((resolve) => setTimeout(resolve, ms));
  await session.command("DELETE", "/window");
  await session.command("POST", "/window", { handle: here });
  return (await session.run(() => window.hides)) > 0;
}

/** The same, said to the page alone: for a browser whose driver shows every window at once. */
async function say(session, ms) {
  const tell = (hidden) => session.run((hidden) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => (hidden ? "hidden" : "visible") });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);
  await tell(true);
  await new Promise((resolve) => setTimeout(resolve, ms));
  await tell(false);
}

for (const browser of BROWSERS) {
  test(`${browser}: W05 a frame below takes neither the focus nor the place of who is typing above`, async (t) => {
    const session = await open(browser);
    const site = await serve(t);
    for (const query of ["?embed=1", "", "?embed=1&theme=dark"]) {
      const host = await serveDocument(t, page(`<input id="typing"><div style="height:200vh"></div>${framed(`${otherSite(site.address)}${query}#${RACE}&step=2`, 'width="900" height="560"')}`));
      await session.go(host.address);
      await session.run(() => document.getElementById("typing").focus());
      await session.press(..."so far");
      await session.frame(await session.find("iframe"));
      await ready(session, "race-loose");
      await new Player(session).counted();
      await session.frame(null);
      assert.deepEqual(await session.run(() => [document.activeElement.id, scrollY]), ["typing", 0], query);
      // WebKit's driver has lost the page's keys once it has looked into a frame of another site.
      if (browser !== "webkit") {
        await session.press("x");
        await session.until("what is typed comes where it was typed", () => document.activeElement.value === "so farx");
      }
      assert.equal(await session.run(() => scrollY), 0, query);
      hosts(1);
    }
  });

  // The reader's system, as far as the driver can set it.
  for (const dark of browser === "webkit" ? [undefined] : [false, true]) {
    test(`${browser}: W10 whatever colours host${dark === undefined ? "" : ", system"} and address have, text stands out from its own ground${dark ? ", in the dark" : ""}`, async (t) => {
      const session = await open(browser, { dark });
      const site = await serve(t);
      for (const scheme of ["light", "dark", ""]) {
        for (const theme of ["auto", "light", "dark"]) {
          const head = `<style>html{background:${scheme === "dark" ? "#000" : "#fff"}}</style>${scheme && `<meta name="color-scheme" content="${scheme}">`}`;
          const host = await serveDocument(t, page(framed(`${otherSite(site.address)}?embed=1&theme=${theme}#${RACE}&step=2`, 'width="900" height="620"'), head));
          await session.go(host.address);
          await session.frame(await session.find("iframe"));
          await ready(session, "race-loose");
          await new Player(session).counted();
          const rect = await session.run(async () => {
            await Promise.all(document.getAnimations().map((animation) => animation.finished));
            const { left, top, width, height } = document.querySelector(".said__text").getBoundingClientRect();
            // A frame's preference is the reader's, or the host's where the host has said one.
            return { left, top, width, height, prefersDark: matchMedia("(prefers-color-scheme: dark)").matches };
          });
          await session.frame(null);
          const image = picture(await session.screenshot());
          const told = `host ${scheme || "unset"}, theme ${theme}`;
          const found = contrast(image, rect);
          assert.ok(found >= 4.5, `${told}: ${found.toFixed(2)}`);
          const isDark = theme === "auto" ? rect.prefersDark : theme === "dark";
          assert.equal(luminance(image.at(2, 2)) < 0.2, isDark, `${told}: the ground is not its own`);
          hosts(1);
        }
      }
    });
  }

  test(`${browser}: W11 each step is told once, in one place`, async (t) => {
    const session = await open(browser);
    const player = await Player.open(session, await serve(t), `${RACE}&step=1`);
    // What a step does to the future comes with its sentence, once that is counted.
    await player.counted();
    await session.run(() => {
      window.told = [];
      for (const region of document.querySelectorAll("[role=status], [role=alert], [aria-live]:not([aria-live=off])")) {
        let last = region.innerText;
        new MutationObserver(() => {
          if (region.innerText !== last) window.told.push((last = region.innerText));
        }).observe(region, { subtree: true, childList: true, characterData: true });
      }
    });
    for (const [key, step] of [[KEY.right, 2], [KEY.right, 3], [KEY.left, 2], [KEY.end, 6]]) {
      await session.run(() => {
        window.told.length = 0;
        document.querySelector("[data-test=player]").focus();
      });
      await session.press(key);
      await player.at(step);
      await session.run(() => new Promise((resolve) => setTimeout(resolve, 400)));
      const told = await session.run(() => window.told);
      assert.equal(told.length, 1, `step ${step}: ${JSON.stringify(told)}`);
      assert.match(told[0], /\w/);
    }
    const live = await session.run(() => document.querySelectorAll("table [aria-live], [aria-live] table, [role=status] table").length);
    assert.equal(live, 0, "a table is read at each change");
  });

  for (const query of ["", "?embed=1"]) {
    test(`${browser}: W12 in 320 × 256${query && ", embedded,"} no control lies over another, and each is large enough to be hit`, async (t) => {
      const session = await open(browser);
      const site = await serve(t);
      const host = await serveDocument(t, page(framed(`${otherSite(site.address)}${query}#${RACE}&step=3`, 'width="320" height="256"')));
      await session.go(host.address);
      await session.frame(await session.find("iframe"));
      await ready(session, "race-loose");
      const faults = await session.run(() => {
        const shown = [...document.querySelectorAll("button, input, select, summary, a")].filter((control) => control.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && control.getBoundingClientRect().width > 1);
        const name = (control) => `${control.localName} ${control.className} “${control.innerText.replace(/\s+/g, " ").slice(0, 30)}”`;
        const faults = [];
        if (document.documentElement.scrollWidth > 320) faults.push(`the page is ${document.documentElement.scrollWidth} px wide`);
        const boxes = shown.map((control) => [control, control.getBoundingClientRect()]);
        for (const [control, { width, height }] of boxes) {
          // A link in a sentence is as high as its line.
          if (!control.closest("p, dd, li") && Math.min(width, height) < 23.5) faults.push(`${name(control)} is ${width} × ${height}`);
        }
        for (const [one, box] of boxes) {
          for (const [other, second] of boxes) {
            // Sticky parts lie over what scrolls under them: only those of one part are compared.
            const part = (control) => control.closest(".player__dock, .page__head, .handler, .lanes, .every, .question, .embed__head") ?? document.body;
            if (one === other || one.contains(other) || other.contains(one) || part(one) !== part(other)) continue;
            const [wide, high] = [Math.min(box.right, second.right) - Math.max(box.left, second.left), Math.min(box.bottom, second.bottom) - Math.max(box.top, second.top)];
            if (wide > 1 && high > 1) faults.push(`${name(one)} and ${name(other)} overlap`);
          }
        }
        return faults;
      });
      assert.deepEqual(faults, []);
      await session.frame(null);
      hosts(1);
    });
  }

  test(`${browser}: W14 a page out of sight stops playing where it is, and goes on from there`, async (t) => {
    const session = await open(browser);
    const player = await Player.open(session, await serve(t), RACE);
    await player.press("play");
    await player.at(1);
    const [before] = await player.steps();
    const truly = await hide(session, 5_000);
    if (!truly) await say(session, 5_000);
    const [after, last] = await player.steps();
    // The step that was due when it was hidden may have been taken.
    assert.ok(after <= before + 1 && after < last, `step ${before}, then ${after}`);
    await session.run(() => new Promise((resolve) => setTimeout(resolve, 2_500)));
    assert.equal((await player.steps())[0], after, "it plays on by itself");
    await player.press("play");
    await player.at(after + 1);
  });

  test(`${browser}: W14 what is counted out of sight is what is counted in sight`, async (t) => {
    const session = await open(browser);
    const site = await serve(t);
    const counts = [];
    for (const hidden of [false, true]) {
      const player = await Player.open(session, site, `${RACE}&workers=5&faults=crash:2`);
      await player.press("next");
      if (hidden && !(await hide(session, 3_000))) await say(session, 3_000);
      await player.counted(120_000);
      counts.push(await words(await session.find("[data-test=every] .every__title")));
      assert.match(counts.at(-1), /\d/);
    }
    assert.equal(counts[0], counts[1]);
  });

  test(`${browser}: W16 the wheel goes on to the host, and keys on the body are the host's`, async (t) => {
    const session = await open(browser);
    const watching = `
      window.wheels = 0;
      const listen = EventTarget.prototype.addEventListener;
      EventTarget.prototype.addEventListener = function (type, heard, options) {
        if (/^(?:wheel|mousewheel|touchmove)$/.test(type) && !options?.passive) window.wheels += 1;
        return listen.call(this, type, heard, options);
      };`;
    const site = await serve(t, { scripts: { "watching.js": watching } });
    const host = await serveDocument(t, page(`${framed(`${otherSite(site.address)}?embed=1#${RACE}&step=2`, 'width="900" height="2400"')}<div style="height:3000px"></div>`));
    await session.go(host.address);
    await session.frame(await session.find("iframe"));
    await ready(session, "race-loose");
    const player = new Player(session);
    await player.counted();
    assert.equal(await session.run(() => window.wheels), 0);
    const taken = await session.run(() => ["ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight", " ", "PageDown", "PageUp", "Home", "End"]
      .filter((key) => !document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }))));
    assert.deepEqual(taken, [], "keys that the frame takes from its host");
    assert.equal((await player.steps())[0], 2);
    await session.frame(null);
    const roll = [{ type: "scroll", x: 300, y: 200, deltaX: 0, deltaY: 400, duration: 0, origin: "viewport" }];
    await session.command("POST", "/actions", { actions: [{ type: "wheel", id: "wheel", actions: roll }] });
    await session.until("the host scrolls", () => scrollY > 0);
    hosts(1);
  });
}

// The page after its code has stopped: the address and what the reader wrote are kept in plain script, and a start is offered.
import assert from "node:assert/strict";
import { test } from "node:test";
import { BROWSERS, KEY, Player, open, otherSite, ready, serve, serveDocument, tabToButton, words } from "./harness.mjs";

const WRITTEN = "title \"Mine\"\n# <b>not markup</b>\ntable t (key unique)\n";

/** What the app keeps of a text that is written in this tab. */
const keep = (session, text) => session.run((text) => {
  sessionStorage.setItem("ran-twice.draft", "1796063690123 race-claim");
  localStorage.setItem("ran-twice.drafts", "1796063690123");
  localStorage.setItem("ran-twice.draft.1796063690123", text);
}, text);

// Gives a test a way to spoil the memory of the wasm, whoever starts it: whatever the app does next traps.
const SPOIL = `
  for (const name of ["instantiate", "instantiateStreaming"]) {
    const original = WebAssembly[name];
    WebAssembly[name] = async (...given) => {
      const made = await original.apply(WebAssembly, given);
      const memory = Object.values((made.instance ?? made).exports).find((one) => one instanceof WebAssembly.Memory);
      if (memory) window.spoil = () => void new Uint8Array(memory.buffer).fill(0xff);
      return made;
    };
  }`;

const field = (session, name) => session.run((name) => {
  const found = document.querySelector(`.failure__${name}`);
  return found.hidden ? null : found.value;
}, name);

/** Writes something that is no scenario; what stands in the field then. */
const typed = (session) => session.run(() => {
  const field = document.querySelector("[data-test=text]");
  field.value = `<b>mine</b>\n${field.value}`;
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  return field.value;
});

/** Has the next step trap, and waits until the page says so. */
async function stopped(session) {
  await session.run(() => window.spoil());
  await session.run(() => document.querySelector("[data-test=next]").click()).catch(() => {});
  const panel = await session.find("#failure");
  await session.wait("the page says that it has stopped", () => panel.isShown());
  return panel;
}

/** A page whose next step traps. */
async function spoiled(session, site, address) {
  await session.go("about:blank");
  await session.go(address);
  await ready(session, "race-loose");
  const player = new Player(session);
  await player.next();
  const before = await player.address();
  return { before, panel: await stopped(session) };
}

for (const browser of BROWSERS) {
  test(`${browser}: a trap in the wasm leaves the address and the text in plain script, and starts again there`, async (t) => {
    const session = await open(browser);
    const site = await serve(t, { scripts: { "spoil.js": SPOIL } });
    await session.go(site.address);
    await keep(session, WRITTEN);
    const { before, panel } = await spoiled(session, site, `${site.address}#scenario=race-loose&step=2`);
    assert.match(await words(panel), /This page has stopped Something went wrong that should not have: .*Start again/);
    assert.equal(await field(session, "address"), before);
    assert.equal(await field(session, "text"), WRITTEN);
    // Nothing of the page that has stopped answers any more, and what is kept is copied with keys alone.
    assert.ok(await session.run(() => document.getElementById("app").inert));
    for (const [button, name] of [["Copy the address", "address"], ["Copy the scenario", "text"]]) {
      await tabToButton(session, button);
      await session.press(KEY.enter);
      await session.until("it is copied, or selected to be", (name) => /Copied|selected/.test(document.querySelector(`.failure__copy-${name}`).innerText), name);
      assert.equal(await session.run((name) => {
        const field = document.querySelector(`.failure__${name}`);
        return field.value.slice(field.selectionStart, field.selectionEnd);
      }, name), await field(session, name));
    }
    await (await session.find(".failure__again")).click();
    await session.until("the page has started again", () => document.getElementById("failure").hidden);
    await ready(session, "race-loose");
    assert.deepEqual(await new Player(session).steps(), [3, 6]);
    assert.equal(await session.run(() => localStorage.getItem("ran-twice.draft.1796063690123")), WRITTEN);
    await session.run(() => [localStorage, sessionStorage].forEach((storage) => storage.clear()));
  });

  test(`${browser}: what stands in the editor when the code stops is kept as it stands there`, async (t) => {
    const session = await open(browser);
    const site = await serve(t, { scripts: { "spoil.js": SPOIL } });
    await Player.open(session, site, "scenario=race-loose&step=2");
    await (await session.find("[data-test=edit]")).click();
    await session.until("the text is there", () => document.querySelector("[data-test=text]")?.value);
    const written = await typed(session);
    await stopped(session);
    assert.equal(await field(session, "text"), written);
    await session.run(() => [localStorage, sessionStorage].forEach((storage) => storage.clear()));
  });

  test(`${browser}: a trap in the single file in a sandboxed frame keeps the address, and what was written`, async (t) => {
    const session = await open(browser);
    const site = await serve(t, { policy: "", scripts: { "spoil.js": SPOIL } });
    for (const query of ["embed=1", ""]) {
      const host = await serveDocument(t, `<!doctype html><html lang="en"><title>Host</title><iframe sandbox="allow-scripts" width="1100" height="700" src="${otherSite(site.address)}embed.html?${query}#scenario=race-loose&step=2"></iframe>`);
      await session.go(host.address);
      await session.frame(await session.find("iframe"));
      await ready(session, "race-loose");
      let written = null;
      if (!query) {
        // No storage here keeps anything. Put away, it is nowhere but in the page.
        await (await session.find("[data-test=edit]")).click();
        await session.until("there is a field to write in", () => document.querySelector("[data-test=text]")?.readOnly === false);
        written = await typed(session);
        await (await session.find("[data-test=put-away]")).click();
        await session.until("it is put away", () => !document.querySelector("[data-test=text]"));
      }
      await stopped(session);
      assert.match(await field(session, "address"), new RegExp(`embed\\.html\\?${query}#scenario=race-loose&step=2$`));
      assert.equal(await field(session, "text"), written);
      await session.frame(null);
    }
  });

  test(`${browser}: code that stops by its own word says that word`, async (t) => {
    const session = await open(browser);
    const site = await serve(t);
    await session.go(`${site.address}#scenario=race-loose&step=3`);
    await ready(session);
    await session.run(() => window.ranTwiceFailed("the lane of W1 is longer than the schedule"));
    assert.match(await words(await session.find("#failure")), /the lane of W1 is longer than the schedule/);
    assert.equal(await field(session, "address"), await session.address());
  });
}

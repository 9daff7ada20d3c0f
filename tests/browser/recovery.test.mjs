// The page after its code has stopped: the address and what the reader wrote are kept in plain script, and a start is offered.
import assert from "node:assert/strict";
import { test } from "node:test";
import { BROWSERS, KEY, Player, open, otherSite, ready, serve, serveDocument, tabToButton, words } from "./harness.mjs";

const WRITTEN = "title \"Mine\"\n# <b>not markup</b>\ntable t (key unique)\n";

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

/** A page whose next step traps. */
async function spoiled(session, site, address) {
  await session.go("about:blank");
  await session.go(address);
  await ready(session, "race-loose");
  const player = new Player(session);
  await player.next();
  const before = await player.address();
  await session.run(() => window.spoil());
  await session.run(() => document.querySelector("[data-test=next]").click()).catch(() => {});
  const panel = await session.find("#failure");
  await session.wait("the page says that it has stopped", () => panel.isShown());
  return { before, panel };
}

for (const browser of BROWSERS) {
  test(`${browser}: a trap in the wasm leaves the address and the text in plain script, and starts again there`, async (t) => {
    const session = await open(browser);
    const site = await serve(t, { scripts: { "spoil.js": SPOIL } });
    await session.go(site.address);
    await session.run((text) => localStorage.setItem("ran-twice.draft", text), WRITTEN);
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
    assert.equal(await session.run(() => localStorage.getItem("ran-twice.draft")), WRITTEN);
    await session.run(() => localStorage.removeItem("ran-twice.draft"));
  });

  test(`${browser}: a trap in the single file in a sandboxed frame keeps the address`, async (t) => {
    if (browser === "webkit") return t.skip("in such a frame WebKit does not tell the page yet");
    const session = await open(browser);
    const site = await serve(t, { policy: "", scripts: { "spoil.js": SPOIL } });
    const host = await serveDocument(t, `<!doctype html><html lang="en"><title>Host</title><iframe sandbox="allow-scripts" width="900" height="600" src="${otherSite(site.address)}embed.html?embed=1#scenario=race-loose&step=2"></iframe>`);
    await session.go(host.address);
    await session.frame(await session.find("iframe"));
    await ready(session, "race-loose");
    await session.run(() => window.spoil());
    await session.run(() => document.querySelector("[data-test=next]").click()).catch(() => {});
    const panel = await session.find("#failure");
    await session.wait("the page says that it has stopped", () => panel.isShown());
    assert.match(await field(session, "address"), /embed\.html\?embed=1#scenario=race-loose&step=2$/);
    assert.equal(await field(session, "text"), null);
    await session.frame(null);
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

// Every schedule on the page: with a mouse alone and with keys alone a person finds the simplest double charge and draws a
// path on the map that is safe; the count is covered at first, and counted beside the page's work.
import assert from "node:assert/strict";
import { test } from "node:test";
import { BROWSERS, KEY, POLICY, Player, open, seen, serve, tabTo, words } from "./harness.mjs";

const RACE = "scenario=race-loose";
const VERDICT = "18 of 20 schedules end with two charges";

const every = async (session) => words(await session.find("[data-test=every]"));
const headline = (session, text) =>
  session.wait(`the verdict is “${text}”`, async () => (await every(session)).includes(text));
const buttonOf = (session, label) =>
  session.until(`there is a button “${label}”`, (label) => [...document.querySelectorAll("[data-test=every] button")].find((button) => button.textContent === label), label);
const sign = (session) => session.run(() => document.querySelector(".ending")?.className ?? "");
const fetched = (session) =>
  session.run(() => performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => /explorer|later/.test(name)));

/** Draws with the pressed mouse over places of the map. */
async function draw(session, places) {
  const points = [];
  for (const place of places) {
    points.push(await session.run((place) => {
      document.querySelector("[data-test=map]").scrollIntoView({ block: "center" });
      const { x, y, width, height } = document.querySelector(`[data-at="${place}"]`).getBoundingClientRect();
      return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
    }, place));
  }
  const move = ({ x, y }) => ({ type: "pointerMove", duration: 60, x, y, origin: "viewport" });
  const actions = [move(points[0]), { type: "pointerDown", button: 0 }, ...points.slice(1).map(move), { type: "pointerUp", button: 0 }];
  await session.command("POST", "/actions", { actions: [{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions }] });
}

for (const browser of BROWSERS) {
  test(`${browser}: the count is covered until the reader wants it, and nothing of it is fetched before`, async (t) => {
    const session = await open(browser);
    const player = await Player.open(session, await serve(t), RACE);
    assert.match(await every(session), /stays covered/);
    assert.deepEqual(await fetched(session), []);
    await player.next();
    await headline(session, VERDICT);
    assert.ok((await fetched(session)).length >= 2, "the worker and its styles");
    assert.match(await words(await session.find("[data-test=future]")), /^From here 9 of 10 ways on end with two charges\.$/);
    assert.match(await words(await session.find("[data-test=verdict]")), /^18 of 20/);
    assert.deepEqual(await seen(session), { violations: [], errors: [] });
  });

  test(`${browser}: with a mouse alone: the simplest double charge, then a safe path on the map`, async (t) => {
    const session = await open(browser);
    const player = await Player.open(session, await serve(t), RACE);
    await (await buttonOf(session, "Show the count")).click();
    await headline(session, VERDICT);
    await (await buttonOf(session, "Simplest with two charges")).click();
    await player.playToTheEnd();
    assert.match(await sign(session), /sign--twice/);
    await draw(session, ["0 0", "1 0", "2 0", "3 0", "3 1"]);
    await session.wait("the safe path is at its end", async () => /sign--once/.test(await sign(session)));
    await session.wait("the address has the path", async () => /schedule=W1\.W1\.W1\.W2/.test(await session.address()));
  });

  test(`${browser}: with keys alone: the simplest double charge, then a safe path on the map`, async (t) => {
    const session = await open(browser);
    const player = await Player.open(session, await serve(t), RACE);
    await tabTo(session, "[data-test=every] button");
    await session.press(KEY.enter);
    await headline(session, VERDICT);
    await session.until("the focus is not lost", () => document.activeElement !== document.body);
    await tabTo(session, "[data-test=every] .every__row button");
    await session.press(KEY.enter);
    await tabTo(session, "[data-test=map]");
    await session.press(KEY.right, KEY.right, KEY.right, KEY.down);
    await session.wait("the safe path is at its end", async () => /sign--once/.test(await sign(session)));
    await session.press(KEY.home);
    await player.at(0);
    await tabTo(session, "[data-test=strip]");
    await session.press(KEY.end, KEY.left, KEY.left);
    await session.until("the last schedule but two is shown", () => document.querySelector("[data-test=strip]").ariaValueNow === "18");
  });

  test(`${browser}: more workers are counted, and stand in the address`, async (t) => {
    const session = await open(browser);
    await Player.open(session, await serve(t), `${RACE}&step=1`);
    await headline(session, VERDICT);
    const select = await session.find("[data-test=every] select");
    await select.type("4");
    await headline(session, "schedules end with more than one charge");
    await session.wait("the address says so", async () => /workers=4/.test(await session.address()));
    assert.equal((await session.findAll(".lanes__lane")).length, 4);
    assert.equal((await session.findAll("[data-test=map]")).length, 0, "a map of four would be a wrong picture");
  });

  test(`${browser}: where a policy forbids the worker, the page says so and plays on`, async (t) => {
    const session = await open(browser);
    const player = await Player.open(session, await serve(t, { policy: `${POLICY}; worker-src 'none'` }), RACE);
    await player.next();
    await headline(session, "Not counted");
    await player.playToTheEnd();
    assert.match(await sign(session), /sign--twice/);
  });
}

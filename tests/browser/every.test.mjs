// Every schedule on the page: with a mouse alone and with keys alone a newcomer finds the simplest double charge, sees it
// refused on the other design, and draws a path on the map that is safe; the count is covered at first, and counted beside
// the page's work.
import assert from "node:assert/strict";
import { test } from "node:test";
import { BROWSERS, KEY, POLICY, Player, open, ready, seen, serve, serveDocument, tabTo, tabToButton, words } from "./harness.mjs";

const RACE = "scenario=race-loose";
const CONTROL = "\uE009";
const VERDICT = "18 of 20 schedules end with two charges";

const every = async (session) => words(await session.find("[data-test=every]"));
const headline = (session, text) =>
  session.wait(`the verdict is “${text}”`, async () => (await every(session)).includes(text));
const buttonOf = (session, label) =>
  session.until(`there is a button “${label}”`, (label) => [...document.querySelectorAll("[data-test=every] button")].find((button) => button.textContent === label), label);
const sign = (session) => session.run(() => document.querySelector(".ending")?.className ?? "");
/** Waits until the other design stands beside this one, has refused a step, and has charged once. */
const refused = (session) => session.until("the other design refuses it", () => {
  const [mine, theirs] = Array.from(document.querySelectorAll(".compare__side"), (side) => side.innerText);
  return /Two charges/.test(mine) && /refused by UNIQUE|2067|refused/.test(theirs) && /One charge/.test(theirs);
});
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

  test(`${browser}: the strip marks what is still possible and what is shown, and a step draws neither it nor the map again`, async (t) => {
    const session = await open(browser);
    const player = await Player.open(session, await serve(t), RACE);
    // What is still possible is told behind the verdict.
    const marked = (ways) => session.until(`${ways ?? "all"} are marked as possible, and one as shown`, (ways) => {
      const [cells, alive, here] = [".strip__cell", '.strip [data-is~="alive"]', '.strip [data-is~="here"]'].map((what) => document.querySelectorAll(what).length);
      return cells > 0 && alive === (ways ?? cells) && here === 1;
    }, ways);
    await (await buttonOf(session, "Show the count")).click();
    await headline(session, VERDICT);
    await marked(20);
    await session.run(() => (window.drawn = document.querySelectorAll(".strip__cell, .map svg:nth-child(odd)")));
    const [, last] = await player.steps();
    for (let step = 1; step <= last; step += 1) {
      await player.next();
      // Under the lanes stands how many of how many ways on end badly; at the last step, how.
      const figures = await session.run(() => Array.from(document.querySelectorAll("[data-test=ends] td"), (cell) => cell.innerText));
      const [, ways = "1"] = /\/(\d+)/.exec(figures[step - 1]) ?? [];
      await marked(Number(ways));
      assert.ok(await session.run(() => [...drawn].every((part) => part.isConnected)), `step ${step} draws again`);
    }
    await session.press(KEY.home);
    await marked(20);
    await (await session.find("[data-test=chapters] [href$=race-claim]")).click();
    await ready(session, "race-claim");
    await (await buttonOf(session, "Show the count")).click();
    await marked();
  });

  test(`${browser}: with a mouse alone: the simplest double charge, then a safe path on the map`, async (t) => {
    const session = await open(browser);
    const player = await Player.open(session, await serve(t), RACE);
    await (await buttonOf(session, "Show the count")).click();
    await headline(session, VERDICT);
    await (await buttonOf(session, "Simplest with two charges")).click();
    await player.playToTheEnd();
    assert.match(await sign(session), /sign--twice/);
    await (await buttonOf(session, "Same schedule on claim first")).click();
    await refused(session);
    await (await buttonOf(session, "Close")).click();
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
    await tabToButton(session, "Simplest with two charges");
    await session.press(KEY.enter);
    // Back, as a person would: past the end of the page the keys are the browser's own.
    await tabTo(session, "[data-test=next]", [KEY.shift, KEY.tab]);
    await session.press(KEY.end);
    await session.wait("two charges", async () => /sign--twice/.test(await sign(session)));
    await tabToButton(session, "Same schedule on claim first");
    await session.press(KEY.enter);
    await refused(session);
    await session.press(KEY.enter);
    await session.until("it is closed", () => !document.querySelector("[data-test=compare]"));
    await tabTo(session, "[data-test=map]");
    await session.press(KEY.home, KEY.right, KEY.right, KEY.right, KEY.down);
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

  test(`${browser}: what the file expects of every schedule stands there once the count is open`, async (t) => {
    const session = await open(browser);
    const player = await Player.open(session, await serve(t), "scenario=crash-after-key");
    assert.equal((await session.findAll("[data-test=claims]")).length, 0, "covered");
    await player.uncover();
    const claims = await Promise.all((await session.findAll("[data-test=claims] li")).map(words));
    assert.deepEqual(claims, ["holds 4 of 14 schedules: charges never", "holds 10 of 14 schedules: charges once"]);
    assert.equal(await session.run(() => document.querySelectorAll("[data-test=claims] li > b > svg").length), 2, "a tick beside the word");
    const note = await words(await session.find("[data-test=note]"));
    assert.match(note, /^UNIQUE refuses a row in 8 of 14 schedules\. Percentages are of the orders, not chances\./);
    await player.next();
    await player.counted();
    assert.match(await words(await session.find("[data-test=note]")), /8 of 14/, "it is of the design, whatever the step");
  });

  test(`${browser}: with three workers or a crash the steps are told in place of a map, and why`, async (t) => {
    const session = await open(browser);
    const player = await Player.open(session, await serve(t), `${RACE}&workers=3&step=1`);
    await headline(session, "1,422 of 1,428 schedules end with more than one charge");
    assert.match(await words(await session.find("[data-test=depths] p")), /^There is no map: it shows two processes, and here are 3\./);
    const rows = await session.run(() => Array.from(document.querySelectorAll("[data-test=depths] tr"), (row) => row.innerText.trim().split(/\s*\t\s*/).join(" | ")));
    assert.deepEqual(rows.slice(0, 2), ["Steps | Lost | Open | Safe", "0 | 0 % | 100 % | 0 %"]);
    assert.match(rows.at(-1), /^9 \| over 99 % \| 0 % \| under 1 %$/);
    await (await session.find('.depths__column[data-step="4"]')).click();
    await player.at(4);
    const marked = () => session.run(() => {
      const [here, column] = [".depths__here", '.depths__column[data-step="4"]'].map((part) => document.querySelector(part).getBoundingClientRect());
      return Math.abs(here.left - column.left) < 2 && Math.abs(here.width - column.width) < 3;
    });
    await session.wait("the step is marked", marked);
    const apart = await session.run(() => [".depths__column", ".depths__step"].map((part) => Array.from(document.querySelectorAll(part), (one) => Math.round(one.getBoundingClientRect().left))));
    assert.deepEqual(apart[1], apart[0], "each number of steps stands under its column");
    await Player.open(session, await serve(t), "scenario=crash-after-key&step=1");
    await session.until("it is told for a crash", () => /none for a fault/.test(document.querySelector("[data-test=depths] p")?.innerText));
  });

  test(`${browser}: a figure that is shown short is copied whole, and every digit is a key away`, async (t) => {
    const session = await open(browser);
    const player = await Player.open(session, await serve(t), `${RACE}&workers=9&step=1`);
    await headline(session, "schedules end with more than one charge");
    await player.counted();
    const figures = await session.run(() => Array.from(document.querySelectorAll(".every__title .figure"), ({ dataset, title }) => [dataset.shown, title]));
    assert.equal(figures.length, 2);
    for (const [shown, digits] of figures) {
      assert.equal(shown, "≈ 2.4 × 10²⁰");
      assert.match(digits, /^24\d(,\d{3}){6}$/);
    }
    assert.notEqual(figures[0][1], figures[1][1], "each figure has its own digits, not the total's");
    await tabTo(session, "[data-test=digits] summary");
    await session.press(KEY.enter);
    const opened = await session.until("the digits are shown", () => document.querySelector("[data-test=digits]").open && document.querySelector("[data-test=digits] dd").innerText);
    assert.equal(opened, figures[1][1]);
    // Marked and copied as a reader does, and pasted into a field.
    await session.run(() => {
      const range = document.createRange();
      range.selectNodeContents(document.querySelector(".every__title"));
      getSelection().removeAllRanges();
      getSelection().addRange(range);
    });
    await session.press([CONTROL, "c"]);
    await session.run(() => {
      const field = document.createElement("textarea");
      field.id = "pasted";
      document.body.append(field);
      field.focus();
    });
    await session.press([CONTROL, "v"]);
    const pasted = await session.until("it is pasted", () => document.querySelector("#pasted").value);
    const [bad, all] = figures.map(([, digits]) => digits.replaceAll(",", ""));
    assert.equal(pasted.replace(/\s+/g, " ").trim(), `${bad} of ${all} schedules end with more than one charge`);
  });

  test(`${browser}: sixty cells on a phone are told apart without a picture too small to see`, async (t) => {
    const session = await open(browser);
    const site = await serve(t);
    const host = await serveDocument(t, `<!doctype html><html lang="en"><title>Host</title><style>iframe{border:0}</style><iframe width="390" height="700" src="${site.address}#scenario=crash-after-charge&step=1"></iframe>`);
    await session.go(host.address);
    await session.frame(await session.find("iframe"));
    await session.until("it is counted", () => document.querySelector("[data-test=strip]"));
    const cells = await session.run(() => Array.from(document.querySelectorAll(".strip .ring"), (ring) => {
      const { width } = ring.getBoundingClientRect();
      const circle = ring.querySelector("circle").getBoundingClientRect();
      return [getComputedStyle(ring.querySelector("circle")).display !== "none" && circle.width, getComputedStyle(ring).backgroundImage !== "none", width];
    }));
    assert.equal(cells.length, 24);
    for (const [ring, pattern, width] of cells) {
      assert.ok(pattern ? ring === false && width > 3 : ring >= 8, `a ring of ${ring} px in ${width}, pattern: ${pattern}`);
    }
    await session.frame(null);
  });

  test(`${browser}: a worker that was ended is not heard any more, and the next one counts`, async (t) => {
    const session = await open(browser);
    await Player.open(session, await serve(t), `${RACE}&workers=6&faults=crash:2&step=1`);
    for (let times = 0; times < 3; times += 1) {
      const button = await session.until("it can be stopped or is counted", () =>
        [...document.querySelectorAll("[data-test=every] button")].find(({ textContent }) => textContent === "Stop") ?? document.querySelector(".every__title .ring"));
      if (await session.run((found) => found.localName !== "button", button)) break;
      // It may have been counted just before the press.
      await session.run((button) => button.click(), button);
      const on = await session.until("it is stopped", () => [...document.querySelectorAll("[data-test=every] button")].find(({ textContent }) => textContent === "Count on") ?? document.querySelector(".every__title .ring"));
      await session.run((button) => button.click?.(), on);
    }
    await session.wait("it is counted", async () => /schedules end with/.test(await every(session)), 60_000);
    assert.deepEqual(await seen(session), { violations: [], errors: [] });
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

// Figures in other people's pages: <ran-twice>, its messages and its theme, on a plain page of another origin. reports.test.mjs has
// the reports that concern a frame alone; here are those that concern the element.
import assert from "node:assert/strict";
import { test } from "node:test";
import { BROWSERS, KEY, Player, count, hosts, open, otherSite, ready, seen, serve, serveDocument } from "./harness.mjs";

/** The page's own script and what it notes: every message and every event of the figure. */
const NOTES = `
  window.noted = { messages: [], events: [], errors: [] };
  for (const name of ["error", "unhandledrejection"]) addEventListener(name, (event) => noted.errors.push(String(event.reason ?? event.message)));
  addEventListener("message", ({ data }) => noted.messages.push(data));
  for (const name of ["ready", "step", "ended", "error"])
    addEventListener("ran-twice-" + name, ({ detail }) => noted.events.push([name, detail.step ?? detail.reason]));`;

const LINE = '<ran-twice scenario="race-loose" step="2" label="Two workers, one key"><p id="fallback">Two charges.</p></ran-twice>';

/** A page of somebody else's with this in it, and the figures' own host. */
async function hosted(t, body, { attributes = "", head = "", site: options = {} } = {}) {
  const site = await serve(t, { policy: "", ...options });
  const script = `<script type="module" src="${otherSite(site.address)}ran-twice.js"></script>`;
  const html = `<!doctype html><html lang="en" ${attributes}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Docs</title><script>${NOTES}</script>${head}${script}<body>${body}</body></html>`;
  return { site, host: await serveDocument(t, html) };
}

// A module of another origin has to be allowed by its host, as public hosts of pages do.
const cors = { change: (path, { headers }) => { headers["access-control-allow-origin"] = "*"; } };

async function figure(t, session, body = LINE, options = {}) {
  const made = await hosted(t, body, { site: cors, ...options });
  await session.go(made.host.address);
  return made;
}

/** Waits until the figure runs and has taken the place of what stood there. */
const live = (session) => session.until("the figure runs", () => {
  const figure = document.querySelector("ran-twice");
  return figure?.ready && figure.shadowRoot.querySelector("iframe").checkVisibility({ visibilityProperty: true });
});

/** Into the frame of the figure, or of the one at that place; out again with `session.frame(null)`. */
async function into(session, at = 0) {
  await session.frame(null);
  await session.frame(await session.run((at) => document.querySelectorAll("ran-twice")[at].shadowRoot.querySelector("iframe"), at));
}

/** What an expression says of the figure. */
const of = (session, code) => session.run(`async () => { const figure = document.querySelector("ran-twice"); ${code} }`);

for (const browser of BROWSERS) {
  test(`${browser}: one line in a page of another origin is a running figure, and its children stand there until then`, async (t) => {
    hosts(1);
    const session = await open(browser);
    const { site } = await figure(t, session);
    await live(session);
    const shown = await session.run(() => {
      const figure = document.querySelector("ran-twice");
      const frame = figure.shadowRoot.querySelector("iframe");
      return { step: figure.step, steps: figure.steps, playing: figure.playing, hash: figure.hash, title: frame.title, fallback: document.getElementById("fallback").getClientRects().length > 0 };
    });
    assert.deepEqual(shown, { step: 2, steps: 6, playing: false, hash: "scenario=race-loose&step=2", title: "Two workers, one key", fallback: false });
    assert.ok(await session.run(() => noted.events.some(([name, step]) => name === "ready" && step === 2)));
    assert.deepEqual(await session.run(() => noted.errors), []);
    await into(session);
    await ready(session, "race-loose");
    assert.deepEqual(await new Player(session).steps(), [2, 6]);
    assert.deepEqual(await seen(session), { violations: [], errors: [] });
    assert.equal(site.requests.filter(({ path }) => path.endsWith("/index.html") || path === "/").length, 1, "it is loaded once");
  });

  test(`${browser}: without script, or where the figure cannot come, its children stay`, async (t) => {
    const session = await open(browser);
    const lost = { change: (path, reply) => { cors.change(path, reply); if (path === "index.html") Object.assign(reply, { status: 404, body: "<!doctype html><p>Not found" }); } };
    await figure(t, session, LINE, { site: lost });
    await session.until("its frame was asked for", () => document.querySelector("ran-twice")?.shadowRoot?.querySelector("iframe"));
    assert.ok(await (await session.find("#fallback")).isShown());
    assert.ok(!(await session.run(() => document.querySelector("ran-twice").ready)));
  });

  test(`${browser}: methods do what the controls do, properties follow, and each is answered`, async (t) => {
    const session = await open(browser);
    await figure(t, session);
    // Before it is there, a call waits for it.
    assert.deepEqual(await of(session, "const { ok, step } = await figure.next(); return [ok, step]"), [true, 3]);
    assert.deepEqual(await of(session, "await figure.back(); return figure.step"), 2);
    assert.deepEqual(await of(session, 'const { outcome } = await figure.seek("end"); return [figure.step, outcome]'), [6, "repeated"]);
    assert.deepEqual(await of(session, 'await figure.seek("@effect"); return figure.step'), 3);
    assert.deepEqual(await of(session, 'await figure.load("scenario=race-claim&step=1"); return figure.hash'), "scenario=race-claim&step=1");
    await of(session, "await figure.play(); await figure.pause();");
    assert.equal(await of(session, "return figure.playing"), false);
    assert.deepEqual(await of(session, 'return (await figure.seek("nowhere")).ok'), false);
    const { said, title } = await of(session, "return figure.get()");
    assert.ok(said && title);
    const events = await session.run(() => noted.events.map(([name]) => name));
    for (const name of ["ready", "step", "ended"]) assert.ok(events.includes(name), `${name} in ${events}`);
    await into(session);
    assert.ok(await ready(session, "race-claim"));
  });

  test(`${browser}: an attribute that changes is told, and the frame is not loaded again`, async (t) => {
    const session = await open(browser);
    const { site } = await figure(t, session);
    await live(session);
    const loads = () => site.requests.filter(({ path }) => path === "/" || path === "/index.html").length;
    const before = loads();
    await session.run(() => document.querySelector("ran-twice").setAttribute("step", "4"));
    await session.until("it is at step 4", () => document.querySelector("ran-twice").step === 4);
    await session.run(() => {
      const figure = document.querySelector("ran-twice");
      figure.setAttribute("scenario", "race-claim");
      figure.setAttribute("step", "end");
      figure.setAttribute("theme", "dark");
      figure.setAttribute("view", "said,tables");
    });
    await session.until("it shows the other one", () => document.querySelector("ran-twice").hash === "scenario=race-claim&step=end");
    await into(session);
    const shown = () => session.run(() => ({ theme: document.documentElement.dataset.theme, lanes: !!document.querySelector(".lanes"), first: document.querySelector(".player").firstElementChild.querySelector("[data-test=said]") !== null }));
    await session.wait("it is shown as it was set", async () => (await shown()).theme === "dark" && !(await shown()).lanes);
    assert.deepEqual(await shown(), { theme: "dark", lanes: false, first: true });
    assert.equal(loads(), before);
  });

  test(`${browser}: the height comes in whole px, at most ten times a second, and settles`, async (t) => {
    const session = await open(browser);
    await figure(t, session, `<div style="width: 700px">${LINE}</div>`);
    await live(session);
    const heights = () => session.run(() => noted.messages.filter(({ type }) => type === "resize").map(({ height }) => height));
    await session.wait("a height comes", async () => (await heights()).length > 0);
    for (let step = 0; step <= 6; step += 1) await of(session, `await figure.seek(${step})`);
    await session.run(() => new Promise((settled) => setTimeout(settled, 500)));
    const all = await heights();
    assert.ok(all.length <= 8 && all.every((height, at) => Number.isInteger(height) && (at === 0 || height > all[at - 1])), String(all));
    const [frame, inner] = [await session.run(() => document.querySelector("ran-twice").getBoundingClientRect().height), all.at(-1)];
    assert.ok(Math.abs(frame - inner) < 2, `${frame} px for ${inner}`);
    await session.run(() => { document.querySelector("div").style.width = "340px"; });
    await session.wait("it is as tall as it is narrow", async () => (await heights()).at(-1) > inner);
    await session.run(() => new Promise((settled) => setTimeout(settled, 500)));
    const settled = (await heights()).length;
    await session.run(() => new Promise((settled) => setTimeout(settled, 500)));
    assert.equal((await heights()).length, settled);
    await into(session);
    const { scroll, height } = await session.run(() => ({ scroll: document.documentElement.scrollHeight, height: innerHeight }));
    assert.ok(scroll <= height, `it scrolls by itself: ${scroll} in ${height}`);
  });

  const THEMES = [
    ["data-theme", "dark", "light"], ["data-bs-theme", "dark", "light"], ["data-md-color-scheme", "slate", "default"], ["class", "navy", "rust"],
  ];
  for (const [name, dark, light] of THEMES) {
    test(`${browser}: it follows ${name} of the page, live`, async (t) => {
      const session = await open(browser);
      await figure(t, session, LINE, { attributes: `${name}="${dark}"` });
      await live(session);
      const theme = async () => {
        await into(session);
        const shown = await session.run(() => document.documentElement.dataset.theme);
        await session.frame(null);
        return shown;
      };
      assert.equal(await theme(), "dark");
      await session.run((name, light) => document.documentElement.setAttribute(name, light), name, light);
      await session.wait("it is light", async () => (await theme()) === "light");
      await session.run((name) => document.documentElement.removeAttribute(name), name);
      await session.wait("it is the reader's", async () => (await theme()) === null);
    });
  }

  test(`${browser}: fenced blocks become figures, and what stands in them is no attribute unless it is one of ours`, async (t) => {
    const session = await open(browser);
    const fence = (text) => `<pre><code class="language-ran-twice">${text}</code></pre>`;
    await figure(t, session, `${fence("race-claim\n")}${fence("scenario=race-loose&amp;step=3&amp;onclick=alert(1)&amp;class=x\nexpect charges twice\n")}${fence('title "Mine"\njob a\n')}<p>after</p>`);
    const figures = () => session.run(() => Array.from(document.querySelectorAll("ran-twice"), (figure) => figure.getAttributeNames().filter((name) => name !== "style").join()));
    await session.until("they are there", () => document.querySelectorAll("ran-twice").length === 3);
    assert.deepEqual(await figures(), ["scenario", "scenario,step", ""]);
    await session.until("both run", () => [...document.querySelectorAll("ran-twice")].slice(0, 2).every(({ ready }) => ready));
    assert.deepEqual(await session.run(() => [...document.querySelectorAll("ran-twice")].slice(0, 2).map(({ hash }) => hash)), ["scenario=race-claim", "scenario=race-loose&step=3"]);
    await session.until("the code makes room", () => document.querySelector("pre").getClientRects().length === 0);
    const hash = await session.until("the third is opened", () => document.querySelectorAll("ran-twice")[2].shadowRoot.querySelector("iframe")?.src.split("#")[1]);
    assert.match(hash, /^text=1j\.[\w-]+$/);
    assert.equal(Buffer.from(hash.split(".")[1], "base64url").toString(), 'title "Mine"\njob a\n');
    // One that comes later is found, too.
    await session.run(() => { document.querySelector("p").innerHTML = '<code class="language-ran-twice">in-sequence</code>'; });
    await session.until("a fourth is there", () => document.querySelectorAll("ran-twice").length === 4);
  });

  test(`${browser}: a scenario that is written on the page goes into the hash, packed where that is shorter`, async (t) => {
    const session = await open(browser);
    const text = `title "A job, twice"\neffect charges (id serial, key)\njob a\njob a\nhandler pay {\n  do charges (key: job.key)\n}\n${"# about it\n".repeat(20)}worker W1 runs pay on job 1\nworker W2 runs pay on job 2\n`;
    await figure(t, session, `<ran-twice><script type="text/twice">${text}</script></ran-twice>`);
    const hash = await session.until("it is opened", () => document.querySelector("ran-twice")?.shadowRoot?.querySelector("iframe")?.src.split("#")[1]);
    assert.match(hash, /^text=1z\.[\w-]+$/);
    const { inflateRawSync } = await import("node:zlib");
    assert.equal(inflateRawSync(Buffer.from(hash.split(".")[1], "base64url")).toString(), text);
    await live(session);
    assert.deepEqual(await of(session, 'const { title, steps } = await figure.get(); return [title, steps, (await figure.seek("end")).outcome]'), ["A job, twice", 2, "repeated"]);
  });

  test(`${browser}: load=click asks for nothing before the press`, async (t) => {
    const session = await open(browser);
    const { site } = await figure(t, session, LINE.replace("step=", 'load="click" step='));
    await session.until("the script runs", () => document.querySelector("ran-twice").shadowRoot);
    await session.run(() => new Promise((later) => setTimeout(later, 300)));
    assert.deepEqual(site.requests.map(({ path }) => path), ["/ran-twice.js"]);
    assert.ok(await (await session.find("#fallback")).isShown());
    await session.run(() => document.querySelector("ran-twice").shadowRoot.querySelector("button").click());
    await live(session);
  });

  test(`${browser}: load=click in the address of a frame shows a poster first`, async (t) => {
    const session = await open(browser);
    const site = await serve(t);
    await session.go(`${site.address}?embed=1&load=click#scenario=race-loose&step=1`);
    const poster = await session.find(".poster");
    assert.ok(await poster.isShown());
    assert.equal(await session.run(() => document.getElementById("app").childElementCount), 0);
    await poster.click();
    await ready(session, "race-loose");
    assert.deepEqual(await new Player(session).steps(), [1, 6]);
    assert.deepEqual(await seen(session), { violations: [], errors: [] });
  });

  test(`${browser}: panels, controls, keys and mode are as the address says, and what it says in vain is named once`, async (t) => {
    const session = await open(browser);
    const site = await serve(t);
    const at = (query, hash = "scenario=race-loose") => Player.open(session, site, hash, query);
    const shown = (selector) => session.run((selector) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility({ visibilityProperty: true })).length, selector);

    let player = await at("embed=1&keys=page");
    await session.press(KEY.right);
    await player.at(1);
    player = await at("embed=1&keys=off");
    await session.run(() => document.querySelector("[data-test=player]").focus());
    await session.press(KEY.right, " ");
    assert.deepEqual(await player.steps(), [0, 6]);

    player = await at("mode=read", "scenario=race-loose&step=1");
    assert.deepEqual(await Promise.all(["[data-test=play]", "[data-test=switch]", ".chapters", ".pill--alternative", "[data-test=next]"].map(shown)), [0, 0, 0, 0, 1]);
    await session.run(() => document.querySelector("[data-test=player]").focus());
    await session.press(" ", KEY.right);
    await player.at(2);

    await at("embed=1&controls=none");
    assert.equal(await shown("button:not(.pill), input, .choice"), 0);
    await at("embed=1&controls=min");
    assert.equal(await shown("button:not(.pill)"), 2, "back and on");
    await at("embed=1&view=tables,said", "scenario=race-loose&step=2");
    const order = await session.run(() => [...document.querySelectorAll(".player .tables, .player .handler, .player .lanes, .player .said")].map(({ classList }) => classList[0]));
    assert.deepEqual(order, ["tables", "said"]);
    // In the document, and so for whoever hears it, as on the screen; on the page as in a frame.
    const NAMES = ["handler", "tables", "lanes", "said", "every", "deliveries"];
    for (const view of ["every,said,tables,handler", "schedule,every,handler,tables,said", "deliveries,every", "said,deliveries,handler"]) {
      for (const frame of ["embed=1&", ""]) {
        const moved = await at(`${frame}view=${view}`, "scenario=killed-before-ack&step=2");
        await moved.counted();
        if (/deliveries/.test(view)) await session.until("the run is drawn", () => document.querySelector(".deliveries"));
        const [document_, screen] = await session.run((names) => {
          const seen = [...document.querySelectorAll(names.map((name) => `.${name}`).join())].filter((element) => !element.closest(".aside"));
          const name = (element) => names.find((name) => element.classList.contains(name));
          const top = (element) => element.getBoundingClientRect().top;
          return [seen.map(name), seen.toSorted((one, other) => top(one) - top(other)).map(name)];
        }, NAMES);
        const wanted = view.replace("schedule", "lanes").split(",");
        assert.deepEqual([document_, screen], [wanted, wanted], `${frame}${view}`);
      }
    }

    await at("embed=1&colour=red&speed=fast&view=tables,fnord");
    const { errors } = await seen(session);
    assert.ok(errors.length === 1 && /colour=red, speed=fast, view=fnord\./.test(errors[0]), String(errors));
  });

  test(`${browser}: without controls nothing changes by pointer or key, and messages do all they did; with few the run is stepped`, async (t) => {
    const session = await open(browser);
    await figure(t, session, LINE.replace("step=", 'controls="none" step='));
    await live(session);
    await session.run(() => {
      window.keys = [];
      addEventListener("keydown", ({ key }) => keys.push(key));
      document.querySelector("ran-twice").scrollIntoView();
    });
    await into(session);
    const pressed = await session.run(() => {
      const all = [...document.querySelectorAll("button, input, select, summary, [role=slider], [data-column], .pill")];
      for (const element of all) element.click();
      return all.filter((element) => element.checkVisibility({ visibilityProperty: true }) && element.matches("button, input, select, [role=slider], [data-column]")).length;
    });
    assert.equal(pressed, 0, "nothing looks as if it could be pressed");
    // A press gives the frame the focus, as a reader does.
    await (await session.find(".embed__title")).click();
    await session.run(() => document.querySelector("[data-test=player]").focus());
    await session.press(KEY.right, KEY.end, " ", "1", "]", "n", "?", KEY.left);
    await session.frame(null);
    const hash = "scenario=race-loose&step=2";
    assert.deepEqual(await of(session, "const { step, hash, playing } = await figure.get(); return [step, hash, playing]"), [2, hash, false]);
    await session.until("the keys of a step are the page's", () => keys.length === 2);
    assert.deepEqual(await session.run(() => keys), ["ArrowRight", "ArrowLeft"]);
    assert.deepEqual(await of(session, 'await figure.next(); await figure.seek("@refused"); const { ok, step } = await figure.load("scenario=race-claim&step=1"); return [ok, step, figure.hash]'), [true, 1, "scenario=race-claim&step=1"]);
    assert.equal(await of(session, "await figure.play(); const { playing } = await figure.get(); await figure.pause(); return playing"), true);
    // Fewer controls: what is planned is stepped, and nothing else is chosen.
    await session.run(() => {
      document.querySelector("ran-twice").setAttribute("controls", "min");
      document.querySelector("ran-twice").load("scenario=race-loose&step=2");
    });
    await session.until("it is there", () => document.querySelector("ran-twice").hash === "scenario=race-loose&step=2");
    await into(session);
    await session.until("the buttons are there", () => document.querySelector("[data-test=next]").checkVisibility());
    assert.equal(await session.run(() => [...document.querySelectorAll(".lanes button, [data-column]")].length), 0);
    const player = new Player(session);
    await player.next();
    // The other worker would be another order.
    await session.press("1", KEY.right);
    await player.at(4);
    await session.run(() => document.querySelector("[data-test=player]").focus());
    await session.press(" ");
    await session.frame(null);
    assert.deepEqual(await of(session, "const { hash, playing } = await figure.get(); return [hash, playing]"), ["scenario=race-loose&step=4", false]);
  });

  test(`${browser}: with sandbox it runs in a frame that may run scripts alone, and is driven as any other`, async (t) => {
    hosts(1);
    const session = await open(browser, { blockStorage: true });
    const { site } = await figure(t, session, LINE.replace("step=", "sandbox step="));
    await live(session);
    assert.equal(await session.run(() => document.querySelector("ran-twice").shadowRoot.querySelector("iframe").getAttribute("sandbox")), "allow-scripts");
    assert.deepEqual(await of(session, 'const { ok, step } = await figure.next(); await figure.seek("end"); return [ok, step, figure.step, (await figure.get()).outcome]'), [true, 3, 6, "repeated"]);
    await session.run(() => document.querySelector("ran-twice").setAttribute("theme", "dark"));
    await into(session);
    await session.until("it is dark", () => document.documentElement.dataset.theme === "dark");
    assert.equal(await session.run(() => self.origin), "null");
    await session.frame(null);
    const paths = site.requests.map(({ path }) => path).filter((path) => !/favicon|probe/.test(path));
    assert.deepEqual(paths, ["/ran-twice.js", "/embed.html"], "one file, once");
    assert.deepEqual(await session.run(() => noted.errors), []);
    // What else it may do stands in the attribute.
    await session.run((html) => { document.body.innerHTML = html; }, LINE.replace("step=", 'sandbox="allow-popups" step='));
    await live(session);
    assert.equal(await session.run(() => document.querySelector("ran-twice").shadowRoot.querySelector("iframe").getAttribute("sandbox")), "allow-scripts allow-popups");
  });

  test(`${browser}: a figure fills its frame, however tall that is, and asks for no more than it needs`, async (t) => {
    const session = await open(browser);
    const site = await serve(t, { policy: "" });
    const src = `${otherSite(site.address)}?embed=1#scenario=enqueue-twice`;
    const host = await serveDocument(t, `<!doctype html><html lang="en"><head><title>Host</title><script>${NOTES}</script></head><body><iframe width="720" height="560" src="${src}"></iframe></body></html>`);
    await session.go(host.address);
    const height = await session.until("it says how tall it has to be", () => noted.messages.findLast(({ type }) => type === "resize")?.height);
    assert.ok(height < 500, `${height} px`);
    await session.frame(await session.find("iframe"));
    const [card, dock, inside] = await session.run(() => [".embed", ".player__dock"].map((part) => document.querySelector(part).getBoundingClientRect().bottom).concat(innerHeight));
    assert.ok(Math.abs(card - inside) <= 1 && Math.abs(dock - inside) <= 2, `card ${card}, dock ${dock} of ${inside}`);
    await session.frame(null);
  });

  test(`${browser}: in a narrow figure no word of a table is broken, and none of its boxes scrolls by a few pixels`, async (t) => {
    const session = await open(browser);
    const site = await serve(t, { policy: "" });
    for (const width of [320, 420, 640, 720]) {
      for (const moment of ["stalled-job-completes-twice&step=end", "race-loose&step=3", "marked-failed-while-running&step=end", "older-event-overwrites&step=end"]) {
        const host = await serveDocument(t, `<!doctype html><html lang="en"><title>Host</title><iframe width="${width}" height="700" src="${site.address}?embed=1#scenario=${moment}"></iframe>`);
        await session.frame(null);
        await session.go(host.address);
        await session.frame(await session.find("iframe"));
        await ready(session);
        const found = await session.run(() => {
          const troubles = [];
          for (const cell of document.querySelectorAll(".tables__table :is(th, td, caption)")) {
            const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
            for (let text = walker.nextNode(); text; text = walker.nextNode()) {
              for (const { 0: word, index } of text.data.matchAll(/[\w"]+/g)) {
                const range = document.createRange();
                range.setStart(text, index);
                range.setEnd(text, index + word.length);
                if (new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size > 1) troubles.push(`“${word}” is broken`);
              }
            }
          }
          for (const box of document.querySelectorAll(".tables__box")) {
            const over = box.scrollWidth - box.clientWidth;
            if (over > 0 && over < 24) troubles.push(`a table scrolls by ${over} px`);
          }
          return troubles;
        });
        assert.deepEqual(found, [], `${moment} in ${width} px`);
      }
    }
    await session.frame(null);
  });

  test(`${browser}: hostile messages from the page around it, its frames and its windows change nothing`, async (t) => {
    const session = await open(browser);
    await figure(t, session, `${LINE}<iframe id="other" srcdoc="<p>other</p>"></iframe>`);
    await live(session);
    const HOSTILE = 2_000;
    const sent = await session.run(`() => {
      const figure = document.querySelector("ran-twice").shadowRoot.querySelector("iframe").contentWindow;
      const values = [null, undefined, NaN, -1, 1.5, 1e300, 2n ** 70n, "", "x".repeat(100000), [], {}, [[[]]], new Map([[1, 2]]), new Date(0), /x/, new Uint8Array(9),
        new Error("no"), "<img src=x onerror=alert(1)>", "https://evil.example/", "__proto__", true, new Blob(["x"]), document.createRange ? "javascript:alert(1)" : 0];
      const kinds = ["evaluate", "fetch", "storage", "html", "open", "set", "load", "seek", "focus ", "constructor", "ready", "reply", "resize", "key"];
      let seed = 11;
      const pick = (list) => list[(seed = (seed * 48271) % 2147483647) % list.length];
      let sent = 0;
      for (; sent < ${HOSTILE}; sent += 1) {
        const message = pick([0, 1, 2]) === 0 ? pick(values) : { ns: pick(["ran-twice", "ran-twice", "Ran Twice", 7]), v: pick([1, 1, 2, "1"]), type: pick(kinds), id: pick(values), step: pick(values.slice(0, 9)), hash: pick(values.slice(0, 6)), name: pick(["api", "origin", "embed", "__proto__", ...values.slice(7)]), value: pick(values) };
        figure.postMessage(message, "*");
      }
      // And one that is right, from somebody who is not the parent.
      const other = document.getElementById("other").contentWindow;
      other.eval("top.document.querySelector('ran-twice').shadowRoot.querySelector('iframe').contentWindow.postMessage({ ns: 'ran-twice', v: 1, type: 'next' }, '*')");
      return sent;
    }`);
    assert.deepEqual(await of(session, "const { step, hash } = await figure.get(); return [step, hash]"), [2, "scenario=race-loose&step=2"]);
    await into(session);
    assert.deepEqual(await seen(session), { violations: [], errors: [] });
    count("hostile-messages", sent);
  });

  test(`${browser}: a frame without the element says ready by itself, and again to a hello`, async (t) => {
    const session = await open(browser);
    const site = await serve(t, { policy: "" });
    const src = `${otherSite(site.address)}?embed=1&speed=4#scenario=race-claim`;
    const host = await serveDocument(t, `<!doctype html><html lang="en"><head><title>Host</title><script>${NOTES}</script></head><body><iframe src="${src}"></iframe></body></html>`);
    await session.go(host.address);
    const told = () => session.run(() => noted.messages.filter(({ ns, v }) => ns === "ran-twice" && v === 1).map(({ type }) => type));
    const tell = (message) => session.run((message) => document.querySelector("iframe").contentWindow.postMessage(message, "*"), message);
    const times = async (kind) => (await told()).filter((type) => type === kind).length;
    await session.wait("it is ready, and says how tall it is", async () => (await times("ready")) === 1 && (await times("resize")) > 0);
    await tell({ ns: "ran-twice", v: 1, type: "hello" });
    await session.wait("it says so again", async () => (await times("ready")) === 2);
    await tell({ ns: "ran-twice", v: 1, type: "next", id: "mine" });
    await session.until("it answers", () => noted.messages.some(({ type, id, ok, step }) => type === "reply" && id === "mine" && ok && step === 1));
    await tell({ ns: "ran-twice", v: 1, type: "dance", id: 7 });
    await session.until("it refuses", () => noted.messages.some(({ type, id, ok, reason }) => type === "reply" && id === 7 && !ok && reason));
    await tell("slide:stop");
    // WebKit lets no frame take the focus that the reader has not pressed in.
    if (browser === "webkit") return;
    await tell({ ns: "ran-twice", v: 1, type: "focus" });
    await session.frame(await session.find("iframe"));
    await session.until("the player has the focus", () => document.activeElement.matches("[data-test=player]"));
  });

  test(`${browser}: a figure that is locked hears its origin alone, and api=0 nobody`, async (t) => {
    const session = await open(browser);
    const { host } = await figure(t, session, `${LINE.replace("step=", 'api="0" step=')}`);
    await live(session);
    const later = "await new Promise((later) => setTimeout(later, 300));";
    assert.equal(await of(session, `figure.next(); ${later} return figure.step`), 2);
    await session.run((html) => { document.body.innerHTML = html; }, LINE.replace("step=", 'origin="https://other.example" step='));
    await session.run(() => document.querySelector("ran-twice").scrollIntoView());
    // While a frame goes to its address a driver may find nobody in it.
    const there = async () => {
      await into(session);
      return session.run(() => document.documentElement.dataset.ready === "race-loose");
    };
    await session.wait("its frame is there", () => there().catch(() => false));
    await session.frame(null);
    assert.equal(await session.run(() => document.querySelector("ran-twice").ready), false, "it speaks to another origin alone");
    await session.run((html) => { document.body.innerHTML = html; }, LINE.replace("step=", `origin="${new URL(host.address).origin}" step=`));
    await live(session);
    assert.equal(await of(session, "return (await figure.next()).step"), 3);
  });

  test(`${browser}: W05 the page around it keeps its place and its caret, whatever the figure does`, async (t) => {
    const session = await open(browser);
    await figure(t, session, `<input id="typing"><div style="height: 120px"></div>${LINE.replace("step=", 'autoplay="1" speed="4" step=')}<div style="height: 300vh"></div>`);
    await session.run(() => document.getElementById("typing").focus());
    await live(session);
    await session.until("it has played to its end", () => document.querySelector("ran-twice").step === 6, 20_000);
    await of(session, 'await figure.seek(0); await figure.load("scenario=race-claim"); await figure.next();');
    assert.deepEqual(await session.run(() => [document.activeElement.id, scrollY]), ["typing", 0]);
  });

  test(`${browser}: W16 at the last step a key is handed to the page around it, and before it is not`, async (t) => {
    const session = await open(browser);
    await figure(t, session, LINE.replace('"2"', '"4"'));
    await live(session);
    await session.run(() => {
      window.keys = [];
      addEventListener("keydown", ({ key, keyCode }) => keys.push(`${key} ${keyCode}`));
      document.querySelector("ran-twice").scrollIntoView();
    });
    await into(session);
    // A press gives the frame the focus, as a reader does.
    const player = new Player(session);
    await player.next();
    await session.press(KEY.right);
    await player.at(6);
    await session.press(KEY.right);
    await session.frame(null);
    await session.until("the key comes", () => keys.length > 0);
    assert.deepEqual(await session.run(() => keys), ["ArrowRight 39"]);
    assert.equal(await of(session, "return figure.step"), 6);
  });

  test(`${browser}: W11 a step says one thing, and Tab leads out of the figure both ways`, async (t) => {
    const session = await open(browser);
    await figure(t, session, `<button id="before">before</button>${LINE}<button id="after">after</button>`);
    await live(session);
    await into(session);
    assert.equal(await session.run(() => document.querySelectorAll('[role=status], [aria-live]:not([aria-live=off])').length), 1);
    // What is still possible is said once it is counted.
    await new Player(session).counted();
    const texts = await session.run(`() => { const region = document.querySelector("[role=status]"); const texts = new Set(); const note = () => texts.add(region.innerText.trim()); note();
      new MutationObserver(note).observe(region, { childList: true, subtree: true, characterData: true });
      document.querySelector("[data-test=next]").click();
      return new Promise((done) => setTimeout(() => done(texts.size), 400)); }`);
    assert.equal(texts, 2, "what was said, and what is said now");
    await session.frame(null);
    // Only this driver carries Tab from one document into another.
    const ways = browser === "chromium" ? [["before", "after", [KEY.tab]], ["after", "before", [[KEY.shift, KEY.tab]]]] : [];
    for (const [from, to, keys] of ways) {
      await session.run((from) => document.getElementById(from).focus(), from);
      let presses = 0;
      for (; presses < 60 && (await session.run(() => document.activeElement.id)) !== to; presses += 1) await session.press(...keys);
      assert.ok(presses > 3 && presses < 60, `${presses} presses from ${from} to ${to}`);
    }
  });
}

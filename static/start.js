// Starts the page: loads the script and the wasm that index.html names, and says in plain words what failed if one of
// them does. It is the only script that the document runs, and no part of it is inline, so it works under the policy of
// script/server.mjs. It is a classic script because a browser refuses module scripts from a file: address.
(() => {
  "use strict";

  // How long the app may take to draw once its code has started; it draws in the first frame when all is well.
  const DRAW_MS_MAX = 3000;
  // How long a scenario may take to come before the reader is told.
  const FETCH_MS_MAX = 4000;
  // The smallest module there is: a policy that refuses it refuses every other.
  const EMPTY_MODULE = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);

  // What a reader does first, or on the way to it: the second part of the wasm comes with it.
  const SIGNS = ["pointermove", "pointerdown", "touchstart", "focusin", "keydown", "wheel", "dragenter"];
  // What the app hears: held back until that part is there, then said again in order.
  const HEARD = [
    "click", "keydown", "input", "change", "focus", "focusout", "close", "pointerover", "pointerdown", "pointermove", "pointerup",
    "pointercancel", "hashchange", "popstate", "visibilitychange", "dragover", "drop",
  ];
  const PLAYER_KEYS = /^(?:Arrow(?:Left|Right)|Home|End| |\[|\]|\?|[1-9])$/;
  // The file that runs from a file: address.
  const SINGLE = "ran-twice.html";
  // Where the app keeps what the reader is writing, under the name that the tab's own storage has there.
  const DRAFT_KEY = "ran-twice.draft";
  // Says to the next start that the first part did not do.
  const WHOLE_KEY = "ran-twice.whole";

  // Where bytes come from: a server, or the single file, which carries them (static/inside.js).
  const inside = window.ranTwiceInside;
  const bring = inside ? inside.fetch : (...asked) => fetch(...asked);
  const run = inside ? inside.load : (url) => import(url);

  const panel = document.getElementById("failure");
  const waiting = document.getElementById("waiting");
  const glue = document.getElementById("glue").href;
  const wasm = document.getElementById("wasm").href;
  const app = document.getElementById("app");
  const { rest, shared = "", light = "" } = app.dataset;
  let failed = false;

  class Failure extends Error {
    constructor(what, advice = "Reloading fetches a fresh copy. The text below can be read without it.", again = "Reload", go = reload) {
      super(what);
      Object.assign(this, { advice, again, go });
    }
  }

  function show(title, what, advice, again, go, kept = {}) {
    // The first failure is the cause; what follows it is only its echo.
    if (failed) return;
    failed = true;
    waiting.hidden = true;
    const part = (name) => panel.querySelector(`.failure__${name}`);
    part("title").textContent = title;
    part("what").textContent = what;
    part("advice").textContent = advice;
    part("again").textContent = again;
    part("again").onclick = go;
    for (const [name, words] of Object.entries(kept)) {
      if (!words) continue;
      const [field, button] = [part(name), part(`copy-${name}`)];
      field.value = words;
      field.hidden = button.hidden = false;
      button.onclick = () => copy(field, button);
    }
    panel.hidden = false;
    // Nothing answers there any more.
    app.inert = true;
    scrollTo(0, 0);
    document.documentElement.dataset.failed = title;
  }

  async function copy(field, button) {
    field.select();
    const copied = await (navigator.clipboard?.writeText(field.value) ?? Promise.reject()).then(() => true, () => document.execCommand("copy"));
    button.textContent = copied ? "Copied" : "It is selected: copy it with your keys";
  }

  // The scenario that the reader was writing: as it stands in the field, which is still there; else as the app keeps it, by the
  // name that this tab has noted, or where there is no storage as long as the page lives.
  function draft() {
    const field = app.querySelector("textarea");
    if (field?.value) return field.value;
    try {
      const [name] = (sessionStorage.getItem(DRAFT_KEY) ?? "").split(" ");
      return localStorage.getItem(`${DRAFT_KEY}.${name}`) ?? window.ranTwiceDraft;
    } catch {
      return window.ranTwiceDraft;
    }
  }

  // A damaged copy may sit in the browser's cache, where a plain reload would find it again.
  async function reload() {
    await Promise.allSettled([glue, wasm, ...(rest ? [rest] : [])].map((url) => bring(url, { cache: "reload" })));
    location.reload();
  }

  // Called by the app's panic hook: the code cannot go on, but the address still holds the reader's place.
  window.ranTwiceFailed = (message) => {
    show(
      "This page has stopped",
      `Something went wrong that should not have: ${message}`,
      "Your place is kept in the address, and starting again returns to it. If it stops there again, copy what is kept before you change it.",
      "Start again",
      reload,
      { address: location.href, text: draft() },
    );
  };

  const reasonIn = (error) => error.message.trim().replace(/\.*$/, ".");
  const nameOf = (url) => new URL(url).pathname.split("/").pop();

  async function fetched(url, options) {
    let answer;
    try {
      answer = await bring(url, options);
    } catch (error) {
      if (inside) throw new Failure(error.message);
      throw new Failure(`${nameOf(url)} could not be fetched: the server did not answer, or the network or a policy is in the way.`);
    }
    if (answer.status === 404 || answer.status === 410) {
      throw new Failure(`File not found: ${nameOf(url)} (the server answered ${answer.status}).`);
    }
    if (!answer.ok) throw new Failure(`${nameOf(url)} could not be fetched: the server answered ${answer.status}.`);
    if (typeOf(answer) === "text/html") {
      throw new Failure(`File not found: the server answered with a web page where ${nameOf(url)} should be.`);
    }
    return answer;
  }

  const typeOf = (answer) => (answer.headers.get("content-type") || "").split(";")[0].trim().toLowerCase();

  async function loadGlue() {
    try {
      return await run(glue);
    } catch (error) {
      // An import does not tell a missing file from a damaged one; a fetch does.
      await fetched(glue);
      throw new Failure(`${nameOf(glue)} is damaged or does not fit this browser: ${reasonIn(error)}`);
    }
  }

  // Hosts that serve wasm under another type cannot have it compiled while it arrives; its bytes are as good.
  async function loadWasm() {
    const answer = await fetched(wasm);
    return typeOf(answer) === "application/wasm" ? answer : answer.arrayBuffer();
  }

  // Where the bytes of scenarios come from, and of what the filter searches: a file each, beside the page. One that is asked
  // for again was damaged or did not come, and may sit in the browser's cache like that.
  const asked = new Set();
  const coming = new Map();
  const { scenarios, first } = app.dataset;

  async function bytesOf(file) {
    const again = asked.has(file);
    asked.add(file);
    const url = new URL(`${scenarios}/${encodeURIComponent(file)}`, document.baseURI).href;
    return new Uint8Array(await (await fetched(url, again ? { cache: "reload" } : {})).arrayBuffer());
  }

  // The one that the address names, or the start page leads to, comes beside the script and the wasm.
  function fetchFirst() {
    const [, name = first] = /[?&#]scenario=([\w-]+)/.exec(location.hash + location.search) ?? [];
    const file = `${name}.pack`;
    const bytes = bytesOf(file);
    bytes.catch(() => {});
    coming.set(file, bytes);
  }

  // The page asks for a file and is told its bytes, or in words why there are none.
  window.ranTwiceScenario = async (file, heard) => {
    const late = setTimeout(heard, FETCH_MS_MAX, "The server has not answered yet. It will be shown as soon as it comes.");
    const bytes = coming.get(file) ?? bytesOf(file);
    coming.delete(file);
    const said = await bytes.catch((error) => error.message);
    clearTimeout(late);
    heard(said);
  };

  // The wasm comes in two parts, cut by script/split.mjs: what a first view runs, and the rest. A call of what is not there yet
  // traps. Nothing is lost by it, for all there is by then is the address: the page starts once more, with both.
  let whole = !rest;
  let exported;
  let restComing;
  const held = [];

  // A frame speaks with the page around it, which no first view does.
  const framed = window.parent !== window;

  function wantsWhole() {
    if (framed) return true;
    let failedBefore = false;
    try {
      failedBefore = sessionStorage.getItem(WHOLE_KEY) !== null;
      sessionStorage.removeItem(WHOLE_KEY);
    } catch {
      // A sandboxed frame has no storage to tell by, so nothing is left to chance there.
      return true;
    }
    const asked = [...`${location.search}${location.hash}`.matchAll(/[?&#](\w+)=([^&#]*)/g)];
    const more = asked.some(([, key, value]) => (key === "scenario" ? !light.split(" ").includes(value) : key !== "embed" && key !== "theme"));
    return failedBefore || more;
  }

  const loadRest = () =>
    (restComing ??= restOf().catch((error) => {
      restComing = undefined;
      throw error;
    }));

  async function restOf() {
    const [answer] = await Promise.all([fetched(new URL(rest, document.baseURI).href), loaded]);
    const [m, t, s] = shared.split(" ").map((name) => exported[name]);
    await WebAssembly.instantiate(await answer.arrayBuffer(), { a: { m, t, s } });
    whole = true;
    for (const type of HEARD) removeEventListener(type, hold, true);
    for (const event of held) {
      try {
        event.target.dispatchEvent(new event.constructor(event.type, event));
      } catch (error) {
        // Those behind it are heard all the same.
        setTimeout(() => {
          throw error;
        });
      }
    }
  }

  let tellLoaded;
  const loaded = new Promise((tell) => (tellLoaded = tell));

  window.ranTwiceLoaded = async (exports) => {
    exported = exports;
    tellLoaded();
    if (!whole && wantsWhole()) await loadRest();
  };

  function hold(event) {
    if (whole || !exported || failed) return;
    event.stopImmediatePropagation();
    if (event.type === "pointermove" || event.type === "pointerover") return;
    // What is dragged over the page must not make the browser leave it; its files cannot be held back.
    if (event.type.startsWith("dr")) return event.preventDefault();
    const { target, key } = event;
    // A click is made again, whole. Of keys only those are taken from the browser that the player has a use for; what comes of
    // Enter on a link or a button is held in its turn.
    const own = key && PLAYER_KEYS.test(key) && target !== document.body && !event.altKey && !event.ctrlKey && !event.metaKey;
    const control = target instanceof Element && target.closest("a, button, select, input, summary");
    if (event.type === "click" || (event.type === "keydown" && own && !control)) event.preventDefault();
    // WebKit moves the focus for a Tab that is only said again.
    if (key !== "Tab") held.push(event);
    loadRest().catch(showFailure);
  }

  if (!whole) {
    for (const type of SIGNS) addEventListener(type, () => loadRest().catch(showFailure), { capture: true, once: true, passive: true });
    for (const type of HEARD) addEventListener(type, hold, true);
  }

  // Starts once more, with both parts.
  function startWhole(error) {
    try {
      sessionStorage.setItem(WHOLE_KEY, "1");
      location.reload();
    } catch {
      showFailure(error);
    }
  }

  async function checkBrowser() {
    if (location.protocol === "file:" && !inside) {
      throw new Failure(
        "The page was opened as a file, and browsers do not run its code from there.",
        `${SINGLE} beside it runs from there too. Or serve the folder: run “python3 -m http.server 8080” in it and open http://localhost:8080/.\nThe text below can be read as it is.`,
        `Open ${SINGLE}`,
        () => location.assign(SINGLE + location.search + location.hash),
      );
    }
    if (typeof WebAssembly !== "object") {
      throw new Failure("This browser has no WebAssembly, or it is turned off.", "A current browser has it. The text below can be read without it.");
    }
    try {
      await WebAssembly.instantiate(EMPTY_MODULE);
    } catch {
      throw new Failure(
        "The policy of this site (Content-Security-Policy) does not allow WebAssembly.",
        "Whoever runs the site can allow it with: script-src 'self' 'wasm-unsafe-eval'. The text below can be read without it.",
      );
    }
  }

  // A frame may wait until it is asked for.
  function wanted() {
    if (!/[?&]load=click(?:&|$)/.test(location.search)) return;
    const poster = Object.assign(document.createElement("button"), { type: "button", className: "button button--main poster", textContent: "Run the simulation" });
    const root = document.documentElement.dataset;
    root.poster = "";
    panel.before(poster);
    return new Promise((go) => {
      poster.onclick = () => {
        poster.remove();
        delete root.poster;
        go();
      };
    });
  }

  async function start() {
    await wanted();
    await checkBrowser();
    // The window of whoever presents has no use for the app.
    if (/[?&]notes\b/.test(location.search)) {
      waiting.hidden = true;
      return run(new URL(app.dataset.notes, document.baseURI).href);
    }
    // Both parts come at once where both are needed.
    if (!whole && framed) loadRest().catch(() => {});
    // What is carried need not be asked for early.
    if (!inside) fetchFirst();
    const [module, source] = await Promise.all([loadGlue(), loadWasm()]);
    try {
      await module.default({ module_or_path: source });
    } catch (error) {
      if (!whole && error instanceof WebAssembly.RuntimeError) return startWhole(error);
      if (error instanceof WebAssembly.CompileError) throw new Failure(`${nameOf(wasm)} is damaged: ${reasonIn(error)}`);
      throw new Failure(`${nameOf(glue)} and ${nameOf(wasm)} do not work together: ${reasonIn(error)}`);
    }
    waiting.hidden = true;
    setTimeout(() => {
      if (!app.hasChildNodes()) {
        showFailure(new Failure("The code of the page started, but drew nothing."));
      }
    }, DRAW_MS_MAX);
  }

  function showFailure(error) {
    const { message, advice, again, go } = error instanceof Failure ? error : new Failure(error.message);
    show("This page could not start", message, advice, again, go);
  }

  // A trap in the wasm after the start reaches nobody else. In a frame without an origin WebKit tells nothing of an error but
  // that there was one; the single file has no script that is not ours.
  const ours = (error) => error instanceof Error && (error instanceof WebAssembly.RuntimeError || String(error.stack).includes(glue));
  const untold = ({ error, message }) => inside && !error && /^Script error/.test(message);
  addEventListener("error", (event) => {
    if (untold(event)) return window.ranTwiceFailed("this browser does not say what.");
    if (!ours(event.error)) return;
    if (whole) window.ranTwiceFailed(event.message);
    else startWhole(event.error);
  });
  addEventListener("unhandledrejection", (event) => {
    if (!ours(event.reason)) return;
    if (whole) window.ranTwiceFailed(event.reason.message);
    else startWhole(event.reason);
  });

  waiting.textContent = "Still loading the part of this page that runs. The seven steps can be read as text meanwhile.";
  start().catch(showFailure);
})();

// <ran-twice>: a running figure in somebody's page. No dependency, at most 4 kB over the line (script/size.mjs), under a name
// that stays; docs/embedding.md says what is promised. It stands beside the page that it opens in its frame.

// What a figure opens: figures of one page share what is loaded for this. With `sandbox` it is one file, which needs no origin.
const PAGE = new URL("index.html", import.meta.url);
const SINGLE = new URL("embed.html", import.meta.url);
const NS = "ran-twice";
// Attributes that are keys of the hash: the moment.
const HASH = ["scenario", "switch", "schedule", "workers", "faults", "with", "v", "step", "text"];
// Those that are keys of the query: how it is shown. These can change while it is there, to these values if they are taken away …
const LIVE = { mode: "explore", theme: "auto", view: "all", controls: "full", speed: "1", keys: "focus" };
// … and these say how it begins.
const FIRST = ["autoplay", "api", "origin"];
const SANDBOX = "sandbox";
const KEY_CODES = { PageUp: 33, PageDown: 34, ArrowLeft: 37, ArrowRight: 39 };
// How far from the window a figure begins to load.
const NEAR = "300px";

// Vue and React take over the page that a server has drawn, and must find it as it was drawn: how long that takes them once all
// is loaded.
const SETTLED_MS = 200;

const figures = new Set();
// A sheet, and no style attribute: a policy may forbid those, and a framework compares them.
const sheet = new CSSStyleSheet();
sheet.replaceSync(
  ":host{display:block;position:relative;margin-block:1rem}button{min-height:2.75rem;padding:.5rem 1rem;border:1px solid;border-radius:.5rem;background:none;color:inherit;font:inherit;cursor:pointer}",
);

// The theme of the page around: data-theme (Docusaurus and many others), Bootstrap's, MkDocs Material's, the class names of mdBook
// and VitePress; else the reader's own.
function pageTheme() {
  for (const { dataset, classList } of [document.documentElement, document.body]) {
    for (const name of [dataset.theme, dataset.bsTheme, dataset.mdColorScheme === "default" ? "light" : dataset.mdColorScheme, ...classList]) {
      if (/^(dark|slate|coal|navy|ayu)$/.test(name)) return "dark";
      if (/^(light|rust)$/.test(name)) return "light";
    }
  }
  return "auto";
}

// `1j.` and the text, or `1z.` and the text in raw DEFLATE where that is a fifth shorter; both in base64url.
async function coded(text) {
  const plain = new TextEncoder().encode(text);
  let [codec, bytes] = ["j", plain];
  try {
    const packed = new Blob([plain]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const short = new Uint8Array(await new Response(packed).arrayBuffer());
    if (short.length * 5 <= plain.length * 4) [codec, bytes] = ["z", short];
  } catch {
    // This browser does not pack, and need not.
  }
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `1${codec}.${letters.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

class RanTwice extends HTMLElement {
  static observedAttributes = [...HASH, ...Object.keys(LIVE), "label"];

  // The fenced block that it stands for, and its scenario.
  block;
  source;
  #frame;
  #box;
  #slot;
  #near;
  #state = {};
  #ready = false;
  // Attributes that the frame does not know of yet, messages that wait for it, and answers that are waited for.
  #changed = new Set();
  #queue = [];
  #answers = new Map();
  #id = 0;
  // Who a message is for: a frame that has no origin is known by its window alone.
  #target = PAGE.protocol === "file:" ? "*" : PAGE.origin;

  connectedCallback() {
    figures.add(this);
    addEventListener("message", this.#heard);
    document.addEventListener("slidechanged", this.#slide);
    // A frame that is moved in its page starts anew.
    this.#ready = false;
    if (!this.#slot) {
      const root = this.attachShadow({ mode: "open" });
      this.#slot = document.createElement("slot");
      root.append(this.#slot);
      root.adoptedStyleSheets = [sheet];
    }
    if (this.#frame) return HASH.forEach((name) => this.#changed.add(name));
    if (this.getAttribute("load") === "click") {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: "Run the simulation" });
      button.part = "load";
      button.onclick = () => {
        button.remove();
        this.#open();
      };
      this.#slot.after(button);
      return;
    }
    this.#near = new IntersectionObserver((seen) => seen.some((entry) => entry.isIntersecting) && this.#open(), { rootMargin: NEAR });
    this.#near.observe(this);
  }

  disconnectedCallback() {
    figures.delete(this);
    removeEventListener("message", this.#heard);
    document.removeEventListener("slidechanged", this.#slide);
    this.#near?.disconnect();
  }

  attributeChangedCallback(name) {
    this.changed(name);
  }

  // Changes that come together are told together.
  changed(name) {
    if (!this.#frame) return;
    if (!this.#changed.size) queueMicrotask(() => this.#ready && this.#tellChanged());
    this.#changed.add(name);
  }

  get ready() {
    return this.#ready;
  }
  get steps() {
    return this.#state.steps ?? 0;
  }
  get playing() {
    return this.#state.playing ?? false;
  }
  get step() {
    return this.#state.step ?? 0;
  }
  // Frameworks set a property where there is one.
  set step(step) {
    this.setAttribute("step", step);
  }
  get hash() {
    return this.#state.hash ?? "";
  }
  set hash(hash) {
    this.load(hash);
  }

  // Each is answered with what is on screen then: { ok, step, steps, playing, hash, … }, or { ok: false, reason }.
  play = () => this.#ask("play");
  pause = () => this.#ask("pause");
  next = () => this.#ask("next");
  back = () => this.#ask("back");
  get = () => this.#ask("get");
  seek = (step) => this.#ask("seek", { step });
  load = (hash) => this.#ask("load", { hash });

  #ask(type, more) {
    return new Promise((answered) => {
      const id = (this.#id += 1);
      this.#answers.set(id, answered);
      const message = { type, id, ...more };
      if (this.#ready) this.#post(message);
      else this.#queue.push(message);
    });
  }

  #post(message) {
    this.#frame.contentWindow?.postMessage({ ns: NS, v: 1, ...message }, this.#target);
  }

  async #hash() {
    const source = this.source ?? this.querySelector('script[type="text/twice"]')?.textContent;
    const values = HASH.map((name) => [name, this.getAttribute(name)]);
    if (source) values.push(["text", await coded(source)]);
    return values.filter(([, value]) => value !== null).map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
  }

  #live(name) {
    const value = this.getAttribute(name) ?? LIVE[name];
    return name === "theme" && value === "auto" ? pageTheme() : value;
  }

  async #open() {
    this.#near?.disconnect();
    if (this.#frame) return;
    const frame = (this.#frame = document.createElement("iframe"));
    Object.assign(frame.style, { display: "block", width: "100%", height: "60rem", border: "0", borderRadius: ".625rem" });
    // It is laid out before it is shown, so that it knows its height: behind what stands there, and as tall as it needs to be.
    this.#box = document.createElement("div");
    Object.assign(this.#box.style, { position: "absolute", inset: "0", overflow: "hidden", visibility: "hidden" });
    this.#box.append(frame);
    const query = new URLSearchParams({ embed: "1" });
    for (const name of Object.keys(LIVE)) if (this.#live(name) !== LIVE[name]) query.set(name, this.#live(name));
    for (const name of FIRST) if (this.hasAttribute(name)) query.set(name, this.getAttribute(name) || "1");
    const page = new URL(this.hasAttribute(SANDBOX) ? SINGLE : PAGE);
    if (this.hasAttribute(SANDBOX)) {
      frame.setAttribute(SANDBOX, `allow-scripts ${this.getAttribute(SANDBOX)}`.trim());
      this.#target = "*";
    }
    page.search = query;
    page.hash = await this.#hash();
    this.#title();
    frame.src = page;
    this.#slot.after(this.#box);
  }

  #title() {
    this.#frame.title = this.getAttribute("label") ?? `Simulation: ${this.getAttribute("scenario") ?? "a job that runs twice"}`;
  }

  async #tellChanged() {
    const changed = [...this.#changed];
    this.#changed.clear();
    const moment = changed.filter((name) => HASH.includes(name));
    if (changed.includes("label")) this.#title();
    for (const name of changed) if (name in LIVE) this.#post({ type: "set", name, value: this.#live(name) });
    if (moment.join() === "step") {
      const step = this.getAttribute("step") ?? 0;
      this.#post({ type: "seek", step: step === "" || isNaN(step) ? step : Number(step) });
    } else if (moment.length) {
      this.#post({ type: "load", hash: await this.#hash() });
    }
  }

  #heard = ({ source, data }) => {
    if (!this.#frame || source !== this.#frame.contentWindow || data?.ns !== NS || data.v !== 1) return;
    const { ns, v, type, id, ...more } = data;
    if (type === "resize") this.#show(Number(more.height));
    if (type === "reply") {
      this.#answers.get(id)?.(more);
      this.#answers.delete(id);
    }
    if (type === "key") return this.#key(more.key);
    if (type === "play" || type === "pause") this.#state.playing = type === "play";
    if ("hash" in more) this.#state = more;
    if (type === "ready") {
      if (this.#ready) return;
      this.#ready = true;
      if (this.#changed.size) this.#tellChanged();
      for (const message of this.#queue.splice(0)) this.#post(message);
    }
    const event = { ready: "ready", step: "step", scenario: "step", ended: "ended", error: "error" }[type];
    if (event) this.dispatchEvent(new CustomEvent(`${NS}-${event}`, { bubbles: true, detail: more }));
  };

  // It takes the place of what stood there once it knows how tall it is, which it says as soon as it is ready.
  #show(height) {
    this.#frame.style.height = `${height}px`;
    Object.assign(this.#box.style, { position: "static", visibility: "" });
    this.#slot.style.display = "none";
    if (this.block) this.block.style.display = "none";
  }

  // A key that the figure has no use for is the page's.
  #key(key) {
    const event = new KeyboardEvent("keydown", { key, code: key, bubbles: true, composed: true, cancelable: true });
    // reveal.js asks for the number.
    Object.defineProperty(event, "keyCode", { value: KEY_CODES[key] });
    this.dispatchEvent(event);
  }

  // reveal.js says it itself to frames that it can see.
  #slide = ({ currentSlide }) => {
    if (this.#ready && currentSlide) this.#frame.contentWindow?.postMessage(currentSlide.contains(this) ? "slide:start" : "slide:stop", "*");
  };
}

// ```ran-twice in Markdown: the code is what is read until the figure runs. A name or a hash in its first line is a scenario that
// is there already; anything else is one by itself.
const made = new WeakMap();
function upgrade() {
  // A framework that draws its page anew takes away what it does not know, or what the figure stood for.
  for (const figure of figures) if (figure.block?.isConnected === false) figure.remove();
  for (const code of document.querySelectorAll(`code.language-${NS}, .language-${NS} code, pre.${NS} code`)) {
    const figure = made.get(code) ?? figureOf(code);
    made.set(code, figure);
    if (!figure.isConnected) figure.block.after(figure);
  }
}

function figureOf(code) {
  const figure = document.createElement(NS);
  // Docusaurus and VitePress make an element of each line.
  const lines = [...code.querySelectorAll(".token-line, .line")].map((line) => line.textContent);
  const text = lines.length ? lines.join("\n") : code.textContent;
  const first = text.trim().split("\n")[0].trim();
  if (/^[a-z][a-z0-9-]*$/.test(first)) figure.setAttribute("scenario", first);
  else if (/^\w+=\S*$/.test(first)) {
    // Nothing else becomes an attribute: a block may be anybody's.
    for (const [name, value] of new URLSearchParams(first)) if ([...HASH, ...FIRST, SANDBOX].includes(name) || name in LIVE) figure.setAttribute(name, value);
  } else figure.source = text;
  figure.block = code.closest(`div.language-${NS}`) ?? code.closest("pre") ?? code;
  return figure;
}

if (!customElements.get(NS)) {
  customElements.define(NS, RanTwice);
  const attributes = { attributes: true, attributeFilter: ["class", "data-theme", "data-bs-theme", "data-md-color-scheme"] };
  let theme = pageTheme();
  const themes = new MutationObserver(() => {
    if (theme === (theme = pageTheme())) return;
    for (const figure of figures) figure.changed("theme");
  });
  themes.observe(document.documentElement, attributes);
  themes.observe(document.body, attributes);
  const begin = () =>
    setTimeout(() => {
      upgrade();
      // Pages that change without loading bring further blocks.
      new MutationObserver(upgrade).observe(document.body, { childList: true, subtree: true });
    }, SETTLED_MS);
  if (document.readyState === "complete") begin();
  else addEventListener("load", begin);
}

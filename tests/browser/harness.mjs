// Starts the browsers and the servers of these tests, each on a free port and with a profile of its own, and ends them.
import { spawn } from "node:child_process";
import { accessSync, appendFileSync, constants, readdirSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { after } from "node:test";
import { POLICY, serve as serveFolder } from "../../script/server.mjs";
import { Session, KEY } from "./webdriver.mjs";

export { POLICY };
export { KEY } from "./webdriver.mjs";

/** The seven steps of the guide, in order: scenario name and golden file. */
export const GUIDE = [
  "enqueue-twice", "in-sequence", "race-loose", "race-claim", "crash-after-charge", "crash-after-key", "key-expires",
].map((name, index) => ({ name, golden: join(import.meta.dirname, `../golden/guide/${index + 1}-${name}.txt`) }));

const DRIVER_START_MS_MAX = 20_000;
const BROWSER_STARTS_MAX = 3;
// A step stays 1.25 s at the longest at this speed, and no run of the guide has more than a dozen.
const PLAY_MS_MAX = 30_000;

// ---- what is installed ------------------------------------------------------------------------------------------------

function onPath(...names) {
  const folders = (process.env.PATH ?? "").split(":");
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

// Debian and its like keep MiniBrowser outside PATH: /usr/lib/<machine>/webkit2gtk-<version>/MiniBrowser.
function miniBrowser() {
  const list = (folder) => {
    try {
      return readdirSync(folder).map((name) => join(folder, name));
    } catch {
      return [];
    }
  };
  const libraries = ["/usr/lib", "/usr/lib64", "/usr/libexec"];
  const folders = [...libraries, ...libraries.flatMap(list)].flatMap(list).filter((path) => /\/webkit2?gtk-[\d.]+$/.test(path));
  return folders.map((folder) => join(folder, "MiniBrowser")).find(isExecutable);
}

const KINDS = {
  chromium: {
    driver: onPath("chromedriver"),
    binary: onPath("chromium", "chromium-browser", "google-chrome"),
    arguments: (port) => [`--port=${port}`, "--silent"],
    capabilities({ binary }, { blockStorage }) {
      const args = [
        "--headless=new", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
        "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
      ];
      // Its sandbox refuses to run as root, which is who runs tests in many containers.
      if (process.getuid?.() === 0) args.push("--no-sandbox");
      // 2 is "block", and stands for every kind of storage.
      const prefs = blockStorage ? { profile: { default_content_setting_values: { cookies: 2 } } } : {};
      return { browserName: "chrome", "goog:chromeOptions": { binary, args, prefs } };
    },
  },
  firefox: {
    driver: onPath("geckodriver"),
    binary: onPath("firefox-esr", "firefox"),
    arguments: (port) => ["--port", `${port}`, "--log", "fatal"],
    capabilities({ binary }, { blockStorage, dark }) {
      const prefs = {
        "ui.systemUsesDarkTheme": dark ? 1 : 0,
        "layout.css.prefers-color-scheme.content-override": dark ? 0 : 1,
        "network.cookie.cookieBehavior": blockStorage ? 1 : 5,
        // It asks nothing of the network that a test has not asked.
        "app.normandy.enabled": false,
        "browser.safebrowsing.downloads.remote.enabled": false,
        "network.captive-portal-service.enabled": false,
        "network.connectivity-service.enabled": false,
        "services.settings.server": "data:,",
      };
      return { browserName: "firefox", "moz:firefoxOptions": { binary, args: ["-headless"], prefs } };
    },
  },
  webkit: {
    driver: onPath("WebKitWebDriver"),
    binary: miniBrowser(),
    display: onPath("Xvfb"),
    arguments: (port) => [`--port=${port}`],
    capabilities({ binary }) {
      return { browserName: "MiniBrowser", "webkitgtk:browserOptions": { binary, args: ["--automation"] } };
    },
  },
};

/** The browsers that are installed with all that driving them takes. */
export const BROWSERS = Object.keys(KINDS).filter((name) => Object.values(KINDS[name]).every((part) => part !== undefined));

// ---- drivers ----------------------------------------------------------------------------------------------------------

const sessions = new Map();
const children = new Set();

// Each driver leads a process group of its own, so that its browser ends with it whatever happened between the two.
function start(command, args, options) {
  const child = spawn(command, args, { detached: true, ...options });
  children.add(child);
  child.once("exit", () => children.delete(child));
  return child;
}

function end(child) {
  if (!children.delete(child)) return;
  try {
    process.kill(-child.pid);
  } catch {
    // It has ended by itself.
  }
}

/** Ends every browser. A test file need not: it is done after its last test. */
export async function endAll() {
  await Promise.all(Array.from(sessions.values(), (session) => session.close().catch(() => {})));
  children.forEach(end);
}

// Set by `node --test`; benches/compare/browser.mjs starts a browser without it.
if (process.env.NODE_TEST_CONTEXT) after(endAll);
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => endAll().then(() => process.exit(1)));

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

// Xvfb picks a free display itself and writes its number to the descriptor it is given.
let display;
async function virtualDisplay(command) {
  const child = start(command, ["-displayfd", "3", "-screen", "0", "1400x1000x24", "-nolisten", "tcp"], { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  // It writes in more than one piece, and ends if nobody reads the last, so the pipe stays open.
  const number = await new Promise((resolve, reject) => {
    let text = "";
    child.stdio[3].on("data", (piece) => (text += piece).endsWith("\n") && resolve(text.trim()));
    child.once("exit", () => {
      display = undefined;
      reject(new Error("Xvfb did not start"));
    });
  });
  return `:${number}`;
}

async function startDriver(kind) {
  const port = await freePort();
  const environment = { ...process.env };
  if (kind.display) {
    display ??= virtualDisplay(kind.display);
    Object.assign(environment, { DISPLAY: await display, GDK_BACKEND: "x11", LIBGL_ALWAYS_SOFTWARE: "1", NO_AT_BRIDGE: "1" });
  }
  const child = start(kind.driver, kind.arguments(port), { env: environment, stdio: "ignore" });
  const address = `http://127.0.0.1:${port}`;
  for (const latest = Date.now() + DRIVER_START_MS_MAX; ; ) {
    try {
      if ((await fetch(`${address}/status`)).ok) return { child, address };
    } catch {
      // It does not listen yet.
    }
    if (!children.has(child) || Date.now() > latest) throw new Error(`${kind.driver} did not start`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

// A browser that is started while the machine is busy may never answer its driver; a second one does.
async function startBrowser(name, options) {
  const kind = KINDS[name];
  for (let attempt = 1; ; attempt += 1) {
    const driver = await startDriver(kind);
    try {
      const session = await Session.open(driver.address, name, kind.capabilities(kind, options));
      await session.resize(1280, 900);
      return session;
    } catch (error) {
      end(driver.child);
      if (attempt === BROWSER_STARTS_MAX) throw error;
    }
  }
}

/**
 * A browser of that name with a profile of its own, at an empty page. Tests of one file that ask for the same share it:
 * starting one takes seconds, and the servers here let nothing be cached.
 * `options`: `dark` (whether the reader prefers dark), `blockStorage` (none for frames of another site, at least).
 */
export async function open(name, options = {}) {
  const key = JSON.stringify([name, options]);
  const isShared = sessions.has(key);
  if (!isShared) {
    const session = await startBrowser(name, options);
    sessions.set(key, session);
    if (name === "chromium" && options.dark !== undefined) {
      const features = [{ name: "prefers-color-scheme", value: options.dark ? "dark" : "light" }];
      await session.command("POST", "/goog/cdp/execute", { cmd: "Emulation.setEmulatedMedia", params: { features } });
    }
  }
  const session = sessions.get(key);
  try {
    await session.frame(null);
    await session.go("about:blank");
  } catch (error) {
    // The browser of a test before has crashed. That test has failed; those after it have one of their own.
    if (!isShared || error.code !== "invalid session id") throw error;
    sessions.delete(key);
    return open(name, options);
  }
  return session;
}

// ---- servers ----------------------------------------------------------------------------------------------------------

// Put first into the page by the server, as a file of its own so that the policy allows it: notes what went wrong there.
const PROBE = `
  window.seen = { violations: [], errors: [] };
  addEventListener("securitypolicyviolation", (event) => seen.violations.push(event.violatedDirective + " " + event.blockedURI));
  addEventListener("error", (event) => seen.errors.push(event.message || "failed to load " + (event.target.src || event.target.href)), true);
  addEventListener("unhandledrejection", (event) => seen.errors.push(String(event.reason)));
  for (const level of ["error", "warn"]) {
    const original = console[level];
    console[level] = (...words) => { seen.errors.push(words.join(" ")); original.apply(console, words); };
  }`;

/**
 * Serves the built page for one test; `options` as in script/server.mjs. The page has `window.seen` of PROBE, and `scripts`
 * (text by file name) run in it before its own.
 */
export async function serve(t, { change = () => {}, scripts = {}, ...options } = {}) {
  const all = { "probe.js": PROBE, ...scripts };
  const tags = Object.keys(all).map((name) => `<script src="./${name}"></script>`).join("");
  const site = await serveFolder({
    ...options,
    change(path, reply) {
      if (path in all) Object.assign(reply, { status: 200, body: all[path], headers: { ...reply.headers, "content-type": "text/javascript; charset=utf-8" } });
      if (path?.endsWith(".html")) {
        // The single file is UTF-16, by its mark.
        const isWide = Buffer.isBuffer(reply.body) && reply.body.readUInt16LE(0) === 0xfeff;
        const text = (isWide ? reply.body.toString("utf16le") : String(reply.body)).replace("<head>", `<head>${tags}`);
        reply.body = isWide ? Buffer.from(text, "utf16le") : text;
      }
      return change(path, reply);
    },
  });
  t.after(() => site.close());
  return site;
}

/** Serves one document of the test's own, such as somebody's page with a frame in it. */
export function serveDocument(t, html) {
  return serve(t, {
    policy: "",
    change(path, reply) {
      if (path === "index.html") Object.assign(reply, { status: 200, body: html });
    },
  });
}

/** The same address under the machine's other name: another site to a browser. */
export const otherSite = (address) => address.replace("//127.0.0.1:", "//localhost:");

/** What went wrong in the page so far, by PROBE. */
export const seen = (session) => session.run(() => window.seen);

/** What an element says, its words parted by single spaces: browsers differ in where they break lines. */
export const words = (element) => element.session.run((shown) => shown.innerText.replace(/\s+/g, " ").trim(), element);

/** Waits until a picture of the page shows what it will show: its styles are there, nothing moves, and it has been drawn. */
export async function painted(session) {
  await session.until("every style sheet is there", () => Array.from(document.querySelectorAll("link[rel=stylesheet]")).every((link) => link.sheet));
  await session.run(async () => {
    await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
    // Two frames: the page draws in the first. One that is out of sight may never come.
    for (let frame = 0; frame < 2; frame += 1) await new Promise((drawn) => { requestAnimationFrame(drawn); setTimeout(drawn, 100); });
  });
}

/** Adds to a figure that script/test prints at its end. */
export function count(name, value) {
  if (process.env.RAN_TWICE_COUNTERS) appendFileSync(process.env.RAN_TWICE_COUNTERS, `${name} ${value}\n`);
}

/** So many more hosts were tried: ways in which somebody's server or page holds this one. */
export const hosts = (times) => count("hosts", times);

/** The player on the page, driven as a reader drives it. */
export class Player {
  constructor(session) {
    this.session = session;
  }

  /** Loads a moment afresh: `hash` is what the address has after its #, `query` what it has after its ?. */
  static async open(session, site, hash, query = "") {
    // Only the hash differs between two moments, and that alone would not load the page again.
    await session.go("about:blank");
    await session.go(`${site.address}${query && `?${query}`}#${hash}`);
    await ready(session, /scenario=([\w-]+)/.exec(hash)?.[1]);
    return new Player(session);
  }

  control(name) {
    return this.session.find(`[data-test="${name}"]`);
  }

  async press(name) {
    await (await this.control(name)).click();
  }

  /** `[current, last]`: the step shown, and how many there are. */
  steps() {
    return this.session.run(() => {
      const { step, steps } = document.querySelector("[data-test=player]").dataset;
      return [Number(step), Number(steps)];
    });
  }

  /** Waits until a step is shown. */
  at(step, ms) {
    return this.session.wait(`step ${step} is shown`, async () => (await this.steps())[0] === step, ms);
  }

  async next() {
    const [step] = await this.steps();
    await this.press("next");
    await this.at(step + 1);
  }

  /** Plays at four times the speed from here to the end. */
  async playToTheEnd() {
    await (await this.session.find('[aria-label="Speed"] button:last-child')).click();
    const [, last] = await this.steps();
    await this.press("play");
    await this.at(last, PLAY_MS_MAX);
  }

  /** The address, once it holds the step that is shown: it is written a little later than the step. */
  async address() {
    const [step] = await this.steps();
    return this.session.wait(`the address holds step ${step}`, async () => {
      const address = await this.session.address();
      return new RegExp(`[#&]step=${step}(&|$)`).test(address) && address;
    });
  }

  /** What the guide prints, as the page shows it. */
  async printed() {
    await this.press("printed-tab");
    const text = await (await this.control("printed")).property("textContent");
    await this.press("tables-tab");
    return text;
  }

  /** Lets the page show what every schedule comes to, as a step or a guess would. */
  async uncover(ms) {
    await (await this.session.find("[data-test=every] button")).click();
    await this.counted(ms);
  }

  /** Waits until every schedule is counted, which is done beside the page's work once the reader has taken a step. */
  counted(ms) {
    const counted = () => document.querySelector("[data-test=player]").dataset.counted === "true";
    return this.session.wait("every schedule is counted", () => this.session.run(counted), ms);
  }

  /** All that tells one moment from another: the step, what was said, every word of the figure. */
  async moment() {
    // Each moment also says what is still possible from it, once that is counted.
    await this.counted();
    return this.session.run(() => {
      const player = document.querySelector("[data-test=player]");
      const words = (element) => element.innerText.replace(/\s+/g, " ").trim();
      return { step: player.dataset.step, said: words(player.querySelector("[data-test=said]")), words: words(player) };
    });
  }
}

/** Waits until the page shows a scenario, and returns its name. */
export function ready(session, name) {
  return session.until(`the page shows ${name ?? "a scenario"}`, (name) => {
    const shown = document.documentElement.dataset.ready;
    return name == null ? shown : shown === name;
  }, name);
}

/** More presses of Tab than any page here has controls. */
export const TABS_MAX = 120;

/** Presses Tab until the button that says this has the focus. */
export async function tabToButton(session, said) {
  for (let presses = 0; presses < TABS_MAX; presses += 1) {
    if (await session.run((said) => document.activeElement.innerText?.trim() === said, said)) return;
    await session.press(KEY.tab);
  }
  throw new Error(`${session.browser}: ${TABS_MAX} presses of Tab do not reach “${said}”`);
}

/** Presses Tab, or Shift and Tab, until a control has the focus. */
export async function tabTo(session, selector, keys = KEY.tab) {
  for (let presses = 0; presses < TABS_MAX; presses += 1) {
    if (await session.run((selector) => document.activeElement.matches(selector), selector)) return;
    await session.press(keys);
  }
  throw new Error(`${session.browser}: ${TABS_MAX} presses of Tab never reach ${selector}`);
}

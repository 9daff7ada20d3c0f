// A WebDriver client: the few commands that these tests use, each one request. The protocol is small enough that a library
// for it would be the larger part (https://www.w3.org/TR/webdriver2/).

const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** Keys that have no character, as WebDriver writes them. */
export const KEY = {
  tab: "\uE004", enter: "\uE007", shift: "\uE008", control: "\uE009", escape: "\uE00C", space: " ", pageUp: "\uE00E", pageDown: "\uE00F",
  end: "\uE010", home: "\uE011", left: "\uE012", up: "\uE013", right: "\uE014", down: "\uE015",
};

/** What a driver refused; `code` is WebDriver's own word, such as "no such element". */
export class WebDriverError extends Error {
  constructor(code, message) {
    super(`${code}: ${message.split("\n")[0]}`);
    this.code = code;
  }
}

// No command here takes long, so a driver that is silent this long is stuck.
const ANSWER_MS_MAX = 40_000;

async function request(method, url, body) {
  const answer = await fetch(url, {
    method,
    body: body && JSON.stringify(body),
    headers: { "content-type": "application/json" },
    signal: AbortSignal.timeout(ANSWER_MS_MAX),
  });
  const { value } = await answer.json();
  if (!answer.ok) throw new WebDriverError(value.error, value.message);
  return value;
}

/** The page was left while something ran in it: what was asked of it has no answer. */
class PageLeft extends Error {
  constructor() {
    super("the page was left while this ran in it");
  }
}

/** One browser window with a profile of its own. */
export class Session {
  #address;

  constructor(address, browser, capabilities) {
    this.#address = address;
    this.browser = browser;
    this.capabilities = capabilities;
  }

  static async open(driver, browser, capabilities) {
    const value = await request("POST", `${driver}/session`, { capabilities: { alwaysMatch: capabilities } });
    return new Session(`${driver}/session/${value.sessionId}`, browser, value.capabilities);
  }

  command(method, path, body = method === "POST" ? {} : undefined) {
    return request(method, this.#address + path, body);
  }

  close() {
    return this.command("DELETE", "");
  }

  go(url) {
    return this.command("POST", "/url", { url });
  }

  address() {
    return this.command("GET", "/url");
  }

  reload() {
    return this.command("POST", "/refresh");
  }

  back() {
    return this.command("POST", "/back");
  }

  forward() {
    return this.command("POST", "/forward");
  }

  async resize(width, height) {
    await this.command("POST", "/window/rect", { width, height });
  }

  screenshot() {
    return this.command("GET", "/screenshot").then((data) => Buffer.from(data, "base64"));
  }

  /** Runs a function in the page; it may return a promise. Elements in and out are passed as this client's `Element`. */
  async run(code, ...args) {
    const script = `
      const done = arguments[arguments.length - 1];
      Promise.resolve().then(() => (${code}).apply(null, Array.from(arguments).slice(0, -1)))
        .then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const answer = await this.command("POST", "/execute/async", { script, args: args.map(encoded) });
    // So Firefox says it.
    if (!answer) throw new PageLeft();
    const { value, error } = answer;
    if (error) throw new Error(`in the page: ${error}`);
    return this.#decoded(value);
  }

  /** The first element that a selector finds; throws where there is none. */
  async find(selector) {
    return this.#decoded(await this.command("POST", "/element", { using: "css selector", value: selector }));
  }

  async findAll(selector) {
    return (await this.command("POST", "/elements", { using: "css selector", value: selector })).map((value) => this.#decoded(value));
  }

  async focused() {
    return this.#decoded(await this.command("GET", "/element/active"));
  }

  /** Goes into a frame, or back to the page itself. */
  frame(element) {
    return element ? this.command("POST", "/frame", { id: encoded(element) }) : this.command("POST", "/frame", { id: null });
  }

  /** Presses keys one after the other; an array among them is a chord. */
  async press(...keys) {
    const actions = keys.flatMap((key) => {
      const chord = [key].flat();
      return [
        ...chord.map((value) => ({ type: "keyDown", value })),
        ...chord.toReversed().map((value) => ({ type: "keyUp", value })),
      ];
    });
    await this.command("POST", "/actions", { actions: [{ type: "key", id: "keyboard", actions }] });
  }

  /** Waits until a function in the page returns something true, and returns that. */
  async until(what, code, ...args) {
    return this.wait(what, () => this.run(code, ...args));
  }

  /** Waits until `probe` returns something true, and returns that. */
  async wait(what, probe, ms = 10_000) {
    const end = Date.now() + ms;
    for (;;) {
      try {
        const value = await probe();
        if (value) return value;
      } catch (error) {
        // The next page is asked again.
        if (!(error instanceof PageLeft)) throw error;
      }
      if (Date.now() > end) throw new Error(`${this.browser}: waited ${ms} ms in vain until ${what}`);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }

  #decoded(value) {
    if (Array.isArray(value)) return value.map((part) => this.#decoded(part));
    return value?.[ELEMENT] ? new Element(this, value[ELEMENT]) : value;
  }
}

const encoded = (value) => (value instanceof Element ? { [ELEMENT]: value.id } : value);

// Frames in which an element may come to rest. One that never does is pressed all the same, and the driver has the word.
const REST_FRAMES_MAX = 90;

/** Waits until an element has had the same place for two frames and nothing lies over the middle of it. */
const STANDS = `async (element) => {
  // A frame that is out of sight may never come.
  const frame = () => new Promise((drawn) => { requestAnimationFrame(drawn); setTimeout(drawn, 100); });
  let [before, still] = ["", 0];
  for (let frames = 0; frames < ${REST_FRAMES_MAX} && still < 2; frames += 1) {
    const [box] = element.getClientRects();
    const seen = box && [Math.max(box.left, 0), Math.min(box.right, innerWidth), Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
    const inView = seen && seen[0] < seen[1] && seen[2] < seen[3];
    const hit = inView && document.elementFromPoint((seen[0] + seen[1]) / 2, (seen[2] + seen[3]) / 2);
    const free = hit && (element.contains(hit) || hit.contains(element));
    const now = free ? seen.join() : "";
    still = now && now === before ? still + 1 : 0;
    // Twice with none: it is out of the window, or under what stays at its edge.
    if (!now && !before && frames % 8 === 1) element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    before = now;
    await frame();
  }
}`;

/** An element in a session's page. */
export class Element {
  constructor(session, id) {
    this.session = session;
    this.id = id;
  }

  #command(method, path, body) {
    return this.session.command(method, `/element/${this.id}${path}`, body);
  }

  /** Presses it, once it stands still: a driver measures where it is, and presses there a moment later. */
  async click() {
    await this.session.run(STANDS, this);
    await this.#command("POST", "/click");
  }

  text() {
    return this.#command("GET", "/text");
  }

  attribute(name) {
    return this.#command("GET", `/attribute/${name}`);
  }

  property(name) {
    return this.#command("GET", `/property/${name}`);
  }

  type(text) {
    return this.#command("POST", "/value", { text });
  }

  isShown() {
    return this.session.run((element) => element.checkVisibility({ visibilityProperty: true }), this);
  }
}

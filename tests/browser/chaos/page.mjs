// What the chaos test runs in the page: the reader's actions, and what the page is held to after each of them.

/** Numbers below a bound, the same for one seed everywhere (xorshift32: Marsaglia, Xorshift RNGs, 2003). */
export function drawing(seed) {
  let state = seed | 0 || 1;
  return (bound) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % bound;
  };
}

/** Given to the page before its own scripts. It is one function because it is sent as text. */
export function inPage(drawing, race) {
  // Far more turns than anything here takes.
  const TURNS_MAX = 6_000;
  // The longest that the page puts off what it does with a moment: reading a text, writing an address.
  const PUT_OFF_MS_MAX = 260;
  // Entries that every browser keeps of a history (it is 50), but for some.
  const ENTRIES = 40;
  const base64url = (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  const HASHES = [
    "scenario=race-loose&schedule=W1.W9.W1", "scenario=race-loose&step=99999999", "scenario=nothing", "scenario=race-claim&switch=key:none&workers=999",
    "%F0%9F", "scenario=race-loose&faults=crash:8&workers=6&step=end", "text=1z.AAAA", "text=2z.AAAA", "scenario=sweeper&schedule=crash-W1.sweeper&with=x:y&step=3",
    "scenario=race-claim&step=2", "scenario=race-loose&with=key:unique&step=4", "", "scenario=<b>x</b>", "scenario=slower-than-lease&step=@refused-7", `text=1j.${base64url(race.replaceAll("charge-77", "order-5"))}`,
    `text=1j.${base64url(race.replace("read keys_plain", "raed <b>keys</b>"))}&step=2`,
  ];
  // Nothing packs it to what an address may carry.
  const noise = drawing(7);
  const LONG = `${race}${Array.from({ length: 60 }, () => `\n# ${Array.from({ length: 480 }, () => noise(36).toString(36)).join("")}`).join("")}\n`;
  const PIECES = ["x", "raed ", "\n", "\n# a note\n", "<b>x</b><img src=x onerror=alert(1)>", "\"", "order-5", "é🙂", "insert ", "}", "W1 W2 W1\n"];

  // ---- what leaves the page, or asks somebody else, is only noted ----
  window.print = () => {};
  window.open = () => null;
  window.alert = () => {
    throw new Error("markup that somebody wrote has run");
  };
  Element.prototype.requestFullscreen = () => Promise.reject(new TypeError("refused"));
  HTMLAnchorElement.prototype.click = function () {
    if (!this.download) HTMLElement.prototype.click.call(this);
  };
  let nextFile = () => new File([race], "race.twice");
  HTMLInputElement.prototype.click = function () {
    if (this.type !== "file") return HTMLElement.prototype.click.call(this);
    const data = new DataTransfer();
    data.items.add(nextFile());
    this.files = data.files;
    this.dispatchEvent(new Event("change", { bubbles: true }));
  };
  window.wasmBytes = () => Object.values(exported).find((value) => value instanceof WebAssembly.Memory).buffer.byteLength;
  // Where an error came from, for whoever reads of it.
  const stacks = [];
  for (const type of ["error", "unhandledrejection"]) addEventListener(type, ({ error, reason }) => stacks.push(String((error ?? reason)?.stack).slice(0, 1_000)));
  let [told, exported] = [];
  Object.defineProperty(window, "ranTwiceLoaded", {
    get: () => told && ((exports) => told((exported = exports))),
    set: (value) => (told = value),
  });

  // ---- what the page is still about to do ----
  const [set, clear] = [window.setTimeout, window.clearTimeout];
  const timers = new Map();
  // A page that has drawn may go on in the next turn.
  const turns = new Set();
  window.setTimeout = (act, ms, ...given) => {
    if (!(ms <= PUT_OFF_MS_MAX)) return set(act, ms, ...given);
    if (ms === 0) {
      const turn = set(() => {
        turns.delete(turn);
        act(...given);
      });
      turns.add(turn);
      return turn;
    }
    const due = () => {
      timers.delete(timer);
      note();
      act(...given);
    };
    const timer = set(due, ms);
    timers.set(timer, due);
    return timer;
  };
  window.clearTimeout = (timer) => {
    timers.delete(timer);
    turns.delete(timer);
    clear(timer);
  };
  /** What is put off is done now: nobody waits for it, and it is done all the same. */
  const hurry = () => {
    for (const [timer, due] of [...timers]) {
      if (!timers.has(timer)) continue;
      clear(timer);
      due();
    }
  };
  // Texts are asked for beside the scenarios, and nothing on screen tells.
  let asks = 0;
  let fetcher;
  Object.defineProperty(window, "ranTwiceScenario", {
    get: () => fetcher && ((...asked) => {
      asks += 1;
      return fetcher(...asked).finally(() => (asks -= 1));
    }),
    set: (value) => (fetcher = value),
  });
  // The first byte of what a worker is asked and says is 1 where it is a text.
  let [reads, starts] = [0, 0];
  const Original = window.Worker;
  window.Worker = class extends Original {
    constructor(...given) {
      super(...given);
      starts += 1;
      this.addEventListener("message", () => (starts -= 1), { once: true });
      // What it says may lead to another entry.
      this.addEventListener("message", () => note());
      this.addEventListener("message", ({ data }) => (reads -= data?.[0] === 1 ? 1 : 0));
    }
    postMessage(message, ...more) {
      reads += message?.[0] === 1 ? 1 : 0;
      super.postMessage(message, ...more);
    }
    terminate() {
      [reads, starts] = [0, 0];
      super.terminate();
    }
  };

  // ---- the browser's history: where the reader is in it, and what each entry showed last ----
  const kept = JSON.parse(sessionStorage.getItem("chaos") ?? '{"at":0,"top":0,"moments":[]}');
  let { at, top, moments } = kept;
  let pops = 0;
  const [push, replace] = [history.pushState, history.replaceState];
  // The place stands beside the state that the page gives.
  const state = Object.getOwnPropertyDescriptor(History.prototype, "state").get;
  Object.defineProperty(history, "state", { get: () => state.call(history)?.given ?? null });
  const place = () => state.call(history)?.at;
  let there = location.hash;
  // What was done to it last, for whoever reads of a failure.
  const trail = [];
  const noted = (what) => trail.push(`${what} ${at} ${there.slice(0, 60)}`) > 16 && trail.shift();
  const arrives = () => {
    at += 1;
    top = at;
    moments.length = at;
  };
  history.pushState = function (given, title, url) {
    arrives();
    push.call(history, { at, given }, title, url);
    there = location.hash;
    noted("push");
  };
  history.replaceState = function (given, title, url) {
    replace.call(history, { at, given }, title, url);
    there = location.hash;
    noted("replace");
  };
  const tag = () => {
    if (place() !== undefined) {
      at = place();
    } else {
      arrives();
      replace.call(history, { at, given: null }, "");
    }
    there = location.hash;
    noted("at");
  };
  if (place() !== undefined) at = place();
  else replace.call(history, { at, given: null }, "");
  // Before the page hears of it: what is on screen is what the entry was left with, however lately that came.
  let reached;
  addEventListener("popstate", () => {
    const moved = place() !== at;
    if (moved) note();
    // What was put off, or is too long for an address, is known as long as the page lives.
    if (moved && moments[at]) moments[at].lives = timers.size > 0 || moments[at].lives;
    tag();
    pops += 1;
    reached = moments[at];
  });
  addEventListener("hashchange", tag);
  for (const type of ["keydown", "pointerdown", "click"]) addEventListener(type, () => note(), true);

  // ---- waiting ----
  /** What is to be done next is done: the page draws at once, and frames only show it. */
  const turn = () => new Promise((done) => set(done));
  /** A frame, and all that is done in it: sizes are told behind its callbacks. */
  const frame = () => new Promise((drawn) => {
    requestAnimationFrame(() => set(drawn));
    set(drawn, 200);
  });
  const waits = () => "waits" in document.documentElement.dataset;
  async function until(what, holds) {
    for (let turns = 0; turns < TURNS_MAX; turns += 1) {
      if (holds()) return;
      await turn();
    }
    throw new Error(`waited in vain until ${what}`);
  }
  const drawn = async () => {
    await turn();
    await until("what is shown next is there", () => !waits() && !turns.size);
  };
  const isCalm = () => !timers.size && !turns.size && !asks && !reads && !starts && !waits();
  /** Nothing plays, is read, or is to be written. */
  async function calm() {
    document.querySelector('[data-test=play][aria-label="Pause"]')?.click();
    for (let still = 0; still < 2; still += 1) {
      await until("nothing is put off any more", () => {
        hurry();
        return isCalm();
      });
      await turn();
      if (!isCalm()) still = -1;
    }
  }

  // ---- what is seen ----
  const find = (selector) => document.querySelector(selector);
  const all = (selector, under = document) => [...under.querySelectorAll(selector)];
  const usable = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.disabled && element.getAttribute("aria-disabled") !== "true";
  const words = (selector) => all(selector).map((element) => element.textContent.replace(/\s+/g, " ").trim());

  /** All that tells one moment from another, as far as it does not wait for a count. */
  function moment() {
    const tables = find("[data-test=printed]") ? undefined : words(".tables__list table");
    const shown = { shown: document.documentElement.dataset.ready, title: words("h1").join(), step: find("[data-test=player]")?.dataset.step ?? "" };
    return { ...shown, tables, handler: words(".handler__line"), beside: words("button[aria-expanded=true]").filter((said) => /^Same schedule on/.test(said)) };
  }
  /** Notes what the entry shows; while what it names is on its way, that is something else. */
  function note() {
    if (waits() || !document.documentElement.dataset.ready) return;
    // Drawn, but not through with it: it may be another entry's.
    if (turns.size) return void delete moments[at];
    moments[at] = moment();
    if (there.endsWith("text=too-long")) moments[at].lives = true;
    delete moments[top - ENTRIES - 1];
  }

  /** How one moment differs from another; tables only where both show them. */
  function differs(before, after) {
    for (const part of Object.keys(after)) {
      if (part === "tables" && !(before.tables && after.tables)) continue;
      const [was, is] = [before[part], after[part]].map((value) => JSON.stringify(value));
      if (was !== is) return `${part} was ${was}, and is ${is}`;
    }
    return "";
  }

  // ---- what is typed ----
  const field = () => find("[data-test=text]");
  const names = () => (localStorage.getItem("ran-twice.drafts") ?? "").split(" ").filter(Boolean);
  const draft = (name) => localStorage.getItem(`ran-twice.draft.${name}`);
  /** What tells a text from others: a browser keeps all that is sent to a page, and texts are long. */
  const sign = (text) => {
    let sum = 0x811c9dc5;
    for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
    return `${text.length} letters ${sum >>> 0} … ${text.slice(-60)}`;
  };
  let [written, inputs] = [[], []];
  addEventListener("input", ({ target }) => target === field() && inputs.push(target.value));
  /** Notes under which name each text is kept that came into the field; of a draft the last counts. */
  function collect() {
    for (const value of inputs.splice(0)) {
      const name = names().findLast((name) => draft(name) === value);
      if (name) written.push([name, sign(value)]);
    }
  }

  /** Does something that types, and notes under which name it is kept, which has to be at once. */
  async function typing(what, type) {
    const before = field()?.value;
    type();
    const value = field()?.value;
    await turn();
    if (value === undefined || value === before) return;
    const name = names().findLast((name) => draft(name) === value);
    if (!name) throw new Error(`what was typed (${what}) is kept nowhere: ${JSON.stringify(value.slice(0, 80))}`);
  }

  // ---- actions ----
  /** Presses, moves or chooses the control that a draw falls on. */
  async function control(draw) {
    // Over a dialog nothing else can be reached.
    const under = find("dialog[open]") ?? find("#app");
    const inside = (element) => !element.matches("a[target], a[download], a[href$='.txt'], a[href^=http], input[type=file], [data-test=save]");
    const controls = all(":is(button, a[href], select, input, summary, textarea, [data-cell], [data-step])", under).filter((element) => usable(element) && inside(element));
    if (!controls.length) return "nothing to press";
    const element = controls[draw(controls.length)];
    const said = `${element.tagName.toLowerCase()} “${(element.getAttribute("aria-label") ?? element.textContent).trim().slice(0, 40)}”`;
    if (element.matches("textarea")) return type(draw);
    if (element.matches("select")) {
      element.selectedIndex = draw(element.options.length);
      element.dispatchEvent(new Event("change", { bubbles: true }));
    } else if (element.matches("input[type=range]")) {
      const [least, most] = [Number(element.min || 0), Number(element.max || 100)];
      element.value = least + draw(most - least + 1);
      element.dispatchEvent(new Event("input", { bubbles: true }));
    } else if (element.matches("input:not([type=checkbox], [type=radio])")) {
      element.focus();
      element.value = ["race", "lease", "<b>x", "zzz", ""][draw(5)];
      element.dispatchEvent(new Event("input", { bubbles: true }));
    } else {
      const press = () => element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
      if (element.matches("[data-test=piece]")) await typing("a piece", press);
      else press();
    }
    return said;
  }

  /** Opens the editor, where it is not; false where there is none. */
  async function editing() {
    if (!field()) {
      find("dialog[open]")?.close();
      find("[data-test=edit], [data-test=own]")?.click();
      await drawn();
    }
    return field() !== null;
  }

  async function type(draw) {
    if (!(await editing())) return "no editor";
    const [place, much, whole] = [draw(1 << 20), draw(12), draw(8)];
    const piece = whole === 0 ? race.replaceAll("charge-77", `order-${draw(9)}`) : PIECES[draw(PIECES.length)];
    await typing("letters", () => {
      const text = field();
      text.focus();
      const from = whole <= 1 ? 0 : place % (text.value.length + 1);
      text.setSelectionRange(from, whole <= 1 ? text.value.length : Math.min(from + much, text.value.length));
      document.execCommand("insertText", false, piece);
    });
    return `typed ${JSON.stringify(piece.slice(0, 30))}`;
  }

  async function undo() {
    if (!field()) return "nothing to undo";
    await typing("undo", () => {
      field().focus();
      document.execCommand("undo");
    });
    return "undo";
  }

  async function palette(draw) {
    if (!(await editing())) return "no editor";
    find("[data-test=palette]").open = true;
    await drawn();
    const pieces = all("[data-test=piece]");
    if (pieces.length) await typing("a piece", () => pieces[draw(pieces.length)].click());
    return "a piece of the palette";
  }

  /** A small text to begin with, or a draft. */
  async function begin(draw) {
    if (!(await editing())) return "no editor";
    // What is listed was asked for when it was opened.
    for (const open of [false, true]) {
      find("[data-test=begin]").open = open;
      await drawn();
    }
    const listed = all("[data-test=begin] button");
    const pressed = listed[draw(listed.length)];
    const place = all("[data-test=begin] [data-test=draft]").indexOf(pressed);
    const text = place < 0 ? undefined : draft(names().at(-1 - place));
    pressed.click();
    await calm();
    if (text !== undefined && field()?.value !== text) throw new Error("a draft that was taken up does not stand in the editor");
    return `begun with “${pressed.textContent.trim()}”`;
  }

  const files = [
    () => new File([race.replaceAll("charge-77", "order-8")], "mine.twice"), () => new File(["title \"<b>x</b>\"\n<script>alert(1)</script>\n"], "<b>.twice"),
    () => new File([new Uint8Array([0xff, 0xfe, 0, 1])], "picture.png"), () => new File([], "empty"),
    () => new File([LONG], "long.twice"),
  ];

  async function file(draw) {
    const dropped = files[draw(files.length)]();
    nextFile = () => dropped;
    if (draw(2) && find("[data-test=file]")) {
      find("[data-test=file]").click();
    } else {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(dropped);
      document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
    }
    return `file ${dropped.name}`;
  }

  /** Presses the link to a scenario; where none is listed, the address is written. */
  async function leave(draw) {
    const links = all("[data-test=chapters] a[href*='scenario=']");
    const link = links[draw(Math.max(links.length, 1))];
    if (!link) return follow("scenario=race-claim&step=1");
    link.click();
    return `to ${link.hash}`;
  }

  function follow(hash) {
    if (new URL(`#${hash}`, location.href).hash === location.hash) return "the same address";
    note();
    location.hash = hash;
    tag();
    return `#${hash.slice(0, 60)}`;
  }

  /** Back or forward, by some entries one after the other or at once. The moment there is the one that was left. */
  async function travel(draw, counts) {
    // Now and then what was done just before is not waited for: a step, another design, letters.
    const hasty = draw(3) === 0;
    if (!hasty) await calm();
    const forward = !hasty && top > at && draw(2) === 0;
    const room = forward ? top - at : at - Math.max(0, top - ENTRIES);
    const [far, jumps] = [Math.min(room, 1 + draw(draw(3) ? 1 : 4)), draw(2) === 0];
    if (!far) return "no way there";
    if (hasty) {
      if (field() && draw(2)) await type(draw);
      else if (draw(4)) find("[data-test=next]")?.click();
      else await control(draw);
    }
    const target = at + (forward ? far : -far);
    for (let step = 0; step < (jumps ? 1 : far); step += 1) {
      const before = pops;
      history.go((jumps ? far : 1) * (forward ? 1 : -1));
      await until("the browser has gone there", () => pops > before);
    }
    const left = reached;
    await calm();
    if (!hasty && at !== target) throw new Error(`${forward ? "Forward" : "Back"} led to entry ${at} in place of ${target}`);
    const said = `${hasty ? "hastily " : ""}${forward ? "forward" : "back"} by ${far} to ${location.hash.slice(0, 80)}`;
    if (!left) return said;
    counts[forward ? "forwards" : "backs"] += 1;
    const wrong = differs(left, moment());
    if (wrong) throw new Error(`${said} leads elsewhere: ${wrong}; the page says ${JSON.stringify(words("[data-test=notice]"))}`);
    return said;
  }

  async function press(draw) {
    const all = ["[data-test=edit]", "[data-test=present]", "[data-test=leave]", "[data-test=code]", "[data-test=put-away]", "[data-test=scenarios]", ".transport__keys button, button.transport__keys"];
    const pressed = find(all[draw(all.length)]);
    if (!pressed || find("dialog[open]")) find("dialog[open]")?.close();
    else pressed.click();
    return `turned ${pressed?.textContent.trim()}`;
  }

  const KINDS = [
    [46, control], [12, type], [4, undo], [3, palette], [3, begin], [3, file], [7, leave], [6, (draw) => follow(HASHES[draw(HASHES.length)])], [10, travel], [6, press],
  ];
  const WEIGHTS = KINDS.reduce((sum, [weight]) => sum + weight, 0);

  async function act(draw, counts) {
    let place = draw(WEIGHTS);
    const [, kind] = KINDS.find(([weight]) => (place -= weight) < 0);
    // Most readers see what they have done before they go on.
    if (draw(4)) await calm();
    note();
    const done = await kind(draw, counts);
    // Some do not wait until they see what they do.
    if (draw(6) === 0) await frame();
    await drawn();
    collect();
    return `${done} [${at} ${location.hash.slice(0, 50)}]`;
  }

  const result = (more) => {
    const all = { ...more, written };
    written = [];
    return all;
  };

  window.chaos = {
    async batch(seed, actions) {
      const [draw, did, counts] = [drawing(seed), [], { backs: 0, forwards: 0 }];
      try {
        for (let action = 0; action < actions; action += 1) did.push(await act(draw, counts));
      } catch (error) {
        return result({ did, ...counts, wrong: `${error.message}\nhistory: ${trail.join(", ")}` });
      }
      return result({ did, ...counts });
    },

    /** Before what is done from outside. */
    async before(where) {
      await calm();
      note();
      if (where) find(where)?.focus();
    },

    async after() {
      await drawn();
      collect();
      return result({});
    },

    /** A place in the window where a press leads to no other page and asks for no file; none where it would. */
    aim(across, down) {
      const [x, y] = [Math.floor((innerWidth * across) / 1000), Math.floor((innerHeight * down) / 1000)];
      const hit = document.elementFromPoint(x, y);
      return hit && !hit.closest("a[target], a[download], a[href$='.txt'], a[href^=http], input[type=file], select") ? [x, y] : [];
    },

    /** Before a reload: what has to be there after it. */
    async leave() {
      await calm();
      note();
      sessionStorage.setItem("chaos", JSON.stringify({ at, top, moments: moments.map((moment, place) => (place > top - ENTRIES && (place === at || !moment?.lives) ? moment : undefined)) }));
      const [name] = (sessionStorage.getItem("ran-twice.draft") ?? "").split(" ");
      const text = field()?.value;
      // Of a text that no address holds only what was typed last is kept, and that may have mistakes.
      const isKept = !there.endsWith("text=too-long") || (name && draft(name) === text && !find("[data-test=mistakes] button"));
      return { moment: isKept ? moment() : null, text: name && draft(name) === text ? text : null };
    },

    async returned({ moment: before, text }) {
      await calm();
      if (text !== null) {
        await until("what was written is back", () => field()?.value === text).catch(() => {
          throw new Error(`what was written is not back after a reload: ${JSON.stringify([text.slice(-80), field()?.value?.slice(-80), sessionStorage.getItem("ran-twice.draft")?.slice(0, 80), location.hash.slice(0, 80)])}`);
        });
      }
      await calm();
      const wrong = before && differs(before, moment());
      return wrong && `a reload leads elsewhere: ${wrong}`;
    },

    /** How the page is; what went wrong; the drafts that are not what was written last; and those that made room for eight others. */
    whole(drafts) {
      const found = {
        failed: document.documentElement.dataset.failed ?? "",
        stacks,
        drawn: find("#app").hasChildNodes(),
        live: all("[data-test=player] :is([aria-live=polite], [role=status]:not([aria-live=off]))").length <= 1,
        injected: all("#app :is(img, script, iframe:not([data-test=share-preview]), object, embed, style, [onerror])").map((element) => element.outerHTML.slice(0, 200)),
      };
      const listed = names();
      const isForgotten = ([name]) => listed.length >= 8 && !listed.includes(name);
      const lost = drafts.filter((one) => !isForgotten(one) && !(listed.includes(one[0]) && sign(draft(one[0]) ?? "") === one[1]));
      return [found, window.seen, lost, drafts.filter(isForgotten).map(([name]) => name)];
    },

    /** One and the same moment of the page, with nothing open over it. */
    async tidy() {
      await calm();
      // What this test holds is not the page's.
      moments = [];
      find("dialog[open]")?.close();
      document.documentElement.removeAttribute("data-blank");
      for (const opened of ["[data-test=leave]", "[data-test=put-away]"]) {
        find(opened)?.click();
        await drawn();
      }
      for (const filter of all("#filter")) {
        filter.value = "";
        filter.dispatchEvent(new Event("input", { bubbles: true }));
      }
      follow("scenario=race-loose&step=2");
      await until("it shows its second step", () => document.documentElement.dataset.ready === "race-loose" && find("[data-test=player]").dataset.step === "2");
      await calm();
    },
  };
}

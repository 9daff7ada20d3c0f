// Makes the wasm that wasm-bindgen wrote small, and its script with it. Used by finish.mjs for a release.
//
// In a release a broken invariant of ours traps and says nothing: start.js hears the trap, and the address, from which the
// same moment can be reached in a build that does speak, is what a report needs. So all that only a panic would say goes.
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { SHARED, split, watched } from "./split.mjs";

// Measured after brotli: -O2 leaves code that compresses better than -Os and -Oz leave, and so does code that is not
// inlined again. Zeroes in the data cost less than the segments that leave them out, and one hint of alignment for all less
// than the right one for each. The first KiB of memory holds nothing.
const LEVEL = [
  "-O2", "-s", "0", "-ol", "1", "--low-memory-unused", "--skip-pass=inlining-optimizing", "--skip-pass=memory-packing",
  "--merge-similar-functions", "--dealign",
];

// What rustc emits for this target. Named one by one: with --all-features wasm-opt writes a module that Chromium refuses.
const FEATURES = [
  "--enable-bulk-memory", "--enable-bulk-memory-opt", "--enable-call-indirect-overlong", "--enable-multivalue",
  "--enable-mutable-globals", "--enable-nontrapping-float-to-int", "--enable-reference-types", "--enable-sign-ext",
];

const STRIP = ["--strip-debug", "--strip-producers", "--strip-target-features"];

// Functions that only lead to a panic or only word it. Nothing that a reader sees is written by Debug.
const CRATE = String.raw`(?:\[[0-9a-f]+\])?`;
const PANICS = [
  `^(?:core${CRATE}|core)::panicking::`,
  `^core${CRATE}::(?:option|result)::(?:expect|unwrap)_failed$`,
  `^core${CRATE}::cell::panic_`,
  `^core${CRATE}::(?:slice::index|str)::slice_\\w*fail`,
  `^alloc${CRATE}::(?:raw_vec::(?:capacity_overflow|handle_error)|alloc::handle_alloc_error)$`,
  `^std${CRATE}::panicking::(?:panic_with_hook|panic_handler|begin_panic)`,
  `^<std${CRATE}::panic`,
  `^console_error_panic_hook::hook`,
  `^wasm_bindgen::throw_str$`,
  ` as core${CRATE}::fmt::Debug>::fmt`,
  `^<core${CRATE}::fmt::Formatter>::debug_`,
].map((pattern) => new RegExp(pattern));

async function binaryen() {
  const path = process.env.RAN_TWICE_BINARYEN;
  if (!path) throw new Error("run script/build: it knows where binaryen is");
  return (await import(pathToFileURL(path))).default;
}

// Where the expression ends that begins at this parenthesis.
function endOf(text, from) {
  const marks = /[()"]/g;
  marks.lastIndex = from;
  for (let depth = 0; ; ) {
    const { 0: mark, index } = marks.exec(text);
    if (mark === '"') marks.lastIndex = text.indexOf('"', index + 1) + 1;
    else if ((depth += mark === "(" ? 1 : -1) === 0) return index + 1;
  }
}

// Panics trap at once, where they would be called. Also gives what they would have said, as far as it is said nowhere else:
// places in memory, `[from, length]`.
async function silenced(bytes) {
  const library = await binaryen();
  library.setDebugInfo(true);
  const whole = library.readBinary(bytes);
  const all = Array.from({ length: whole.getNumFunctions() }, (_, index) => library.getFunctionInfo(whole.getFunctionByIndex(index)));
  const panics = all.filter(({ module: from, name }) => !from && PANICS.some((pattern) => pattern.test(name)));
  for (const { name, params, results } of panics) {
    whole.removeFunction(name);
    whole.addFunction(name, params, results, [], whole.unreachable());
  }
  const diverging = new Set(panics.filter(({ results }) => results === library.none).map(({ name }) => name));
  const text = whole.emitText();
  const [kept, said] = [[], []];
  let from = 0;
  for (const { index, groups } of text.matchAll(/\(call \$(?:"(?<quoted>[^"]*)"|(?<plain>[^\s()]+))/g)) {
    if (index < from || !diverging.has(groups.quoted ?? groups.plain)) continue;
    const end = endOf(text, index);
    const words = /^\(call \S.*\s+\(i32\.const (\d+)\)\s+\(i32\.const (\d+)\)/.exec(text.slice(index, end));
    // A text that is formatted without arguments has its length doubled, and one more.
    if (words) said.push([Number(words[1]), words[0].includes("panic_fmt") ? words[2] >> 1 : Number(words[2])]);
    kept.push(text.slice(from, index), "(unreachable)");
    from = end;
  }
  const left = kept.join("") + text.slice(from);
  const named = Array.from(left.matchAll(/\(i32\.const (\d+)\)| offset=(\d+)/g), ([, value, offset]) => Number(value ?? offset));
  const module = library.parseText(left);
  module.setFeatures(whole.getFeatures());
  return [Buffer.from(module.emitBinary()), said.filter(([at, length]) => !named.some((value) => value >= at && value < at + length))];
}

// A module's bytes, read from one place on.
class Reader {
  constructor(bytes, at) {
    Object.assign(this, { bytes, at });
  }

  byte() {
    return this.bytes[this.at++];
  }

  // LEB128.
  number(signed = false) {
    let value = 0n;
    let shift = 0n;
    let byte;
    do {
      byte = this.byte();
      value |= BigInt(byte & 0x7f) << shift;
      shift += 7n;
    } while (byte & 0x80);
    return Number(signed && byte & 0x40 ? value - (1n << shift) : value);
  }

  // What begins with its length.
  part() {
    const length = this.number();
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }
}

// What `one` reads of each entry of the module's section of this kind.
function entries(bytes, kind, one) {
  const found = [];
  const module = new Reader(bytes, 8);
  while (module.at < bytes.length) {
    const section = module.byte();
    const end = module.number() + module.at;
    if (section === kind) for (let count = module.number(); count > 0; count--) found.push(one(module));
    module.at = end;
  }
  return found;
}

// Where the active data segments of the module stand: in memory, and in its bytes.
function segments(bytes) {
  return entries(bytes, 11, (module) => {
    if (module.byte() !== 0) throw new Error("a data segment that is not active");
    module.byte(); // i32.const
    const memory = module.number(true);
    module.byte(); // end
    const { length } = module.part();
    return { memory, place: module.at - length, length };
  });
}

function leb(number) {
  const bytes = [];
  for (; number > 0x7f; number >>>= 7) bytes.push((number & 0x7f) | 0x80);
  return Buffer.from([...bytes, number]);
}

const withLength = (part) => Buffer.concat([leb(part.length), part]);

// Reads an import: is it a function?
function imported(module) {
  module.part();
  module.part();
  const kind = module.byte();
  const limits = () => {
    if (module.byte() & 1) module.number();
    module.number();
  };
  if (kind === 0) module.number();
  else if (kind === 3) module.at += 2;
  else {
    if (kind === 1) module.byte();
    limits();
  }
  return kind === 0;
}

// The module with names for its functions, by which like ones stand together: of about one size, then of one type, then of
// the same first bytes.
function named(bytes) {
  const imports = entries(bytes, 2, imported).filter((isFunction) => isFunction);
  const types = entries(bytes, 3, (module) => module.number());
  const bodies = entries(bytes, 10, (module) => module.part());
  const order = bodies.map((body, index) => ({ index, size: Math.floor(Math.log2(body.length)), type: types[index], body }));
  order.sort((one, other) => one.size - other.size || one.type - other.type || Buffer.compare(one.body, other.body));
  const places = imports.map(() => 0);
  order.forEach(({ index }, place) => (places[imports.length + index] = place));
  const names = places.map((place, index) => [leb(index), withLength(Buffer.from(String(place).padStart(6, "0")))]).flat();
  const functions = Buffer.concat([leb(places.length), ...names]);
  const section = Buffer.concat([withLength(Buffer.from("name")), Buffer.from([1]), withLength(functions)]);
  return Buffer.concat([bytes, Buffer.from([0]), withLength(section)]);
}

// The places in the source that panics name: a file's path, and records of (path, its length, line, column). They become
// zeroes, which cost nothing.
function withoutPlaces(bytes) {
  const all = segments(bytes);
  const paths = new Map();
  for (const { memory, place, length } of all) {
    for (let at = place + ((4 - (memory % 4)) % 4); at + 16 <= place + length; at += 4) {
      const [pointer, size] = [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)];
      const segment = all.find((other) => pointer >= other.memory && pointer + size <= other.memory + other.length);
      if (!segment || size > 300) continue;
      const from = segment.place + pointer - segment.memory;
      if (!/^[\x20-\x7e]+\.rs$/.test(bytes.toString("latin1", from, from + size))) continue;
      paths.set(from, size);
      bytes.fill(0, at, at + 16);
    }
  }
  for (const [from, size] of paths) bytes.fill(0, from, from + size);
  return bytes;
}

// What only panics would have said becomes zeroes too, where no other data points into it.
function withoutWords(bytes, said) {
  const all = segments(bytes);
  const pointers = all.flatMap(({ memory, place, length }) => {
    const words = [];
    for (let at = place + ((4 - (memory % 4)) % 4); at + 4 <= place + length; at += 4) words.push(bytes.readUInt32LE(at));
    return words;
  });
  for (const [at, length] of said) {
    const segment = all.find(({ memory, length: all }) => at >= memory && at + length <= memory + all);
    if (!segment || pointers.some((pointer) => pointer >= at && pointer < at + length)) continue;
    const from = segment.place + at - segment.memory;
    if (/^[\x20-\x7e\n]+$/.test(bytes.toString("latin1", from, from + length))) bytes.fill(0, from, from + length);
  }
  return bytes;
}

// wasm-opt gives short names to what script and wasm share; the script follows, and loses what no longer has a use.
function renamed(glue, { imports, exports }) {
  const kept = new Map(imports.map(([, name, short]) => [name, short]));
  const [[module, , ]] = imports;
  glue = glue.replace(/^ {8}(__wb\w+): [^]*?(?=^ {8}__wb|^ {4}\};)/gm, (whole, name) =>
    kept.has(name) ? whole.replace(name, kept.get(name)) : "");
  const lost = imports.filter(([, , short]) => !glue.includes(`\n        ${short}: `));
  if (lost.length > 0) throw new Error(`the script lacks what the wasm asks for: ${lost.map(([, name]) => name).join(", ")}`);
  glue = glue.replace(`"${module}": import0`, "a: import0");
  const shared = new Map(exports);
  return glue.replace(/\bwasm\.(\w+)/g, (whole, name) => (shared.has(name) ? `wasm.${shared.get(name)}` : whole));
}

const tool = (name, path, ...args) => execFileSync(name, [path, "-o", path, ...args, ...FEATURES], { encoding: "utf8" });

// The wasm at this path with its functions in the order in which they compress best.
function ordered(path) {
  // Twice: which place a function has stands in the bytes of those that call it.
  for (let pass = 0; pass < 2; pass += 1) {
    writeFileSync(path, named(readFileSync(path)));
    tool("wasm-opt", path, ...STRIP, "--reorder-functions-by-name");
  }
  return readFileSync(path);
}

// The script and a wasm that says which of its functions it runs; their names stand in the file that is asked for.
function watch(glue, path, wat) {
  const { text, names } = watched(wat);
  writeFileSync(process.env.RAN_TWICE_WATCH, JSON.stringify(names));
  writeFileSync(`${path}.wat`, text);
  execFileSync("wasm-as", [`${path}.wat`, "-o", path, ...FEATURES]);
  rmSync(`${path}.wat`);
  const heard = "        __wbg_ran: (name) => (globalThis.ranTwiceRan ??= new Set()).add(name),\n";
  return [glue.replace(/(const import0 = \{\n)/, `$1${heard}`), readFileSync(path)];
}

// The script and the bytes of the wasm, both small. The wasm at `path` is written over. With a list of functions that may come
// later, their part of the wasm, and the names of what it shares with the first.
export async function shrink(glue, path, later) {
  const [bytes, said] = await silenced(readFileSync(path));
  writeFileSync(path, withoutWords(withoutPlaces(bytes), said));
  tool("wasm-opt", path, ...LEVEL, "-g");
  let rest;
  if (later) {
    const wat = `${path}.wat`;
    execFileSync("wasm-dis", [path, "-o", wat, ...FEATURES]);
    // script/later.mjs asks which functions the first views run.
    if (process.env.RAN_TWICE_WATCH) return watch(glue, path, readFileSync(wat, "utf8"));
    const parts = split(readFileSync(wat, "utf8"), later);
    for (const [text, to] of [[parts.first, path], [parts.rest, `${path}.rest`]]) {
      writeFileSync(wat, text);
      execFileSync("wasm-as", [wat, "-o", to, ...FEATURES]);
    }
    rmSync(wat);
    rest = ordered(`${path}.rest`);
    rmSync(`${path}.rest`);
  }
  const names = JSON.parse(tool("wasm-opt", path, ...STRIP, "--minify-imports-and-exports-and-modules"));
  const short = new Map(names.exports);
  const shared = Object.values(SHARED).map((name) => short.get(name)).join(" ");
  return [renamed(glue, names), ordered(path), rest, shared];
}

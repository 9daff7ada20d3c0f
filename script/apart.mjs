// A wasm with like parts together: its opcodes, the locals that they name, the functions that they call and so on, each kind
// one behind the other. So gzip makes it a sixth smaller; the single file carries it like that (script/single.mjs), and puts
// it together again (static/inside.js). What belongs together is read by one walk for both directions. Of the opcodes, the
// commonest pairs become one byte each, and pairs of those again, so that gzip sees twice as many of them at once.

// The kinds. What is rare, or nearly always the same, would break into the others.
const [REST, OPCODE, LOCAL, INTEGER, LONG, READ, WRITTEN, CALL, BRANCH, TABLE, BLOCK, ALIGNED, DECLARED, OTHER] = Array(14).keys();
const KINDS = 14;

const HEADER_BYTES = 8;
const CODE = 10;
const END = 0x0b;
const BRANCH_TABLE = 0x0e;
const SELECT_TYPED = 0x1c;
const FLOATS = { 0x43: 4, 0x44: 8 };
const PREFIX = 0xfc;

const isBlock = (code) => code >= 0x02 && code <= 0x04;

// What numbers follow an opcode.
function numbers(code) {
  if (isBlock(code)) return [BLOCK];
  if (code === 0x0c || code === 0x0d) return [BRANCH];
  if (code === 0x10 || code === 0xd2) return [CALL];
  if (code === 0x11) return [OTHER, OTHER];
  if (code >= 0x20 && code <= 0x22) return [LOCAL];
  if ((code >= 0x23 && code <= 0x26) || code === 0x3f || code === 0x40 || code === 0xd0) return [OTHER];
  // Loads and stores have their offsets apart.
  if (code >= 0x28 && code <= 0x3e) return [ALIGNED, code < 0x36 ? READ : WRITTEN];
  if (code === 0x41) return [INTEGER];
  if (code === 0x42) return [LONG];
  return [];
}

// How many numbers follow an opcode of two bytes, by the second.
const prefixed = (code) => (code < 8 ? 0 : [8, 10, 12, 14].includes(code) ? 2 : 1);

// Goes through a module. `take` moves the next byte, which is of this kind, and returns it; `more` says whether there is one;
// `open` and `close` stand around a function, before which its length in bytes stands in a whole module.
function walk(take, more, open, close) {
  const bytes = (kind, count) => {
    for (; count > 0; count -= 1) take(kind);
  };
  // LEB128.
  const number = (kind) => {
    for (let value = 0, shift = 0; ; shift += 7) {
      const byte = take(kind);
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const instruction = () => {
    const code = take(OPCODE);
    numbers(code).forEach(number);
    if (code === BRANCH_TABLE) for (let count = number(TABLE); count >= 0; count -= 1) number(TABLE);
    if (code === SELECT_TYPED) for (let count = number(OTHER); count > 0; count -= 1) number(OTHER);
    if (code === PREFIX) for (let count = prefixed(number(OPCODE)); count > 0; count -= 1) number(OTHER);
    bytes(OTHER, FLOATS[code] ?? 0);
    return code;
  };
  const body = () => {
    for (let count = number(DECLARED); count > 0; count -= 1) {
      number(DECLARED);
      take(DECLARED);
    }
    for (let depth = 1; depth > 0; ) {
      const code = instruction();
      if (isBlock(code)) depth += 1;
      if (code === END) depth -= 1;
    }
  };
  bytes(REST, HEADER_BYTES);
  while (more()) {
    const section = take(REST);
    const length = number(REST);
    if (section !== CODE) {
      bytes(REST, length);
      continue;
    }
    for (let count = number(REST); count > 0; count -= 1) {
      open();
      body();
      close();
    }
  }
}

// A pair that is rarer than this costs more than it saves.
const PAIRS_MIN = 40;
const PAIRS_MAX = 64;

// The bytes with pairs as one byte that is not among them. Before them stands how many pairs there are, and each with its byte.
function paired(bytes) {
  const used = new Set(bytes);
  const free = Array.from({ length: 0x100 }, (_, byte) => byte).filter((byte) => !used.has(byte));
  const pairs = [];
  for (const code of free.slice(0, PAIRS_MAX)) {
    const counts = new Uint32Array(0x10000);
    for (let at = 1; at < bytes.length; at += 1) counts[(bytes[at - 1] << 8) | bytes[at]] += 1;
    const most = counts.reduce((most, count, pair) => (count > counts[most] ? pair : most), 0);
    if (counts[most] < PAIRS_MIN) break;
    const [first, second] = [most >> 8, most & 0xff];
    const left = [];
    for (let at = 0; at < bytes.length; at += 1) {
      const isPair = bytes[at] === first && bytes[at + 1] === second;
      left.push(isPair ? code : bytes[at]);
      if (isPair) at += 1;
    }
    bytes = left;
    pairs.push(code, first, second);
  }
  return Uint8Array.from([pairs.length / 3, ...pairs, ...bytes]);
}

function unpaired(bytes) {
  const from = 1 + bytes[0] * 3;
  const pairs = new Map();
  for (let at = 1; at < from; at += 3) pairs.set(bytes[at], [bytes[at + 1], bytes[at + 2]]);
  const whole = [];
  const put = (byte) => (pairs.has(byte) ? pairs.get(byte).forEach(put) : whole.push(byte));
  bytes.subarray(from).forEach(put);
  return whole;
}

/** The bytes of a module by their kinds. */
export function apart(module) {
  const kinds = Array.from({ length: KINDS }, () => []);
  let at = 0;
  let end = 0;
  const open = () => {
    let length = 0;
    for (let shift = 0, byte = 0x80; byte > 0x7f; shift += 7) {
      byte = module[at++];
      length |= (byte & 0x7f) << shift;
    }
    end = at + length;
  };
  const close = () => {
    if (at !== end) throw new Error(`the wasm has an instruction that script/apart.mjs does not know, before byte ${at}`);
  };
  walk((kind) => (kinds[kind].push(module[at]), module[at++]), () => at < module.length, open, close);
  return kinds.map((bytes, kind) => (kind === OPCODE ? paired(bytes) : Uint8Array.from(bytes)));
}

/** The module of this length whose bytes these are, by their kinds. */
export function together(parts, length) {
  const kinds = parts.map((bytes, kind) => (kind === OPCODE ? unpaired(bytes) : bytes));
  // No function is as long as that a length takes more bytes.
  const LENGTH_BYTES = 5;
  const module = new Uint8Array(length + LENGTH_BYTES);
  const places = kinds.map(() => 0);
  let at = 0;
  let begun = 0;
  const open = () => {
    begun = at;
    at += LENGTH_BYTES;
  };
  const close = () => {
    const from = begun + LENGTH_BYTES;
    let left = at - from;
    for (; left > 0x7f; left >>>= 7) module[begun++] = (left & 0x7f) | 0x80;
    module[begun++] = left;
    module.copyWithin(begun, from, at);
    at -= from - begun;
  };
  walk((kind) => (module[at++] = kinds[kind][places[kind]++]), () => at < length, open, close);
  return module.slice(0, length);
}

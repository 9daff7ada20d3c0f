// A wasm with like parts together: its opcodes with the functions that they call, the locals that they name, the constants and so
// on, each kind one behind the other. So it packs a seventh smaller; the single file carries it like that (script/single.mjs), and puts
// it together again (static/inside.js). What belongs together is read by one walk for both directions.

// The kinds. What is rare, or nearly always the same, would break into the others.
const [REST, OPCODE, WRITTEN_LOCAL, LONG, READ, WRITTEN, BRANCH, TABLE, BLOCK, ALIGNED, DECLARED, OTHER] = Array(12).keys();
// What is done next with a constant or with a local's value tells most of it: as many kinds of each as there are opcodes.
const [INTEGER, LOCAL] = [0x100, 0x200];
const KINDS = 0x300;

const HEADER_BYTES = 8;
const CODE = 10;
const END = 0x0b;
const BRANCH_TABLE = 0x0e;
const SELECT_TYPED = 0x1c;
const FLOATS = { 0x43: 4, 0x44: 8 };
const PREFIX = 0xfc;

const isBlock = (code) => code >= 0x02 && code <= 0x04;

// What numbers follow an opcode, before the one that is next.
function numbers(code, next) {
  if (isBlock(code)) return [BLOCK];
  if (code === 0x0c || code === 0x0d) return [BRANCH];
  if (code === 0x10 || code === 0xd2) return [OPCODE];
  if (code === 0x11) return [OTHER, OTHER];
  if (code === 0x20) return [LOCAL | next()];
  if (code === 0x21 || code === 0x22) return [WRITTEN_LOCAL];
  if ((code >= 0x23 && code <= 0x26) || code === 0x3f || code === 0x40 || code === 0xd0) return [OTHER];
  // Loads and stores have their offsets apart.
  if (code >= 0x28 && code <= 0x3e) return [ALIGNED, code < 0x36 ? READ : WRITTEN];
  if (code === 0x41) return [INTEGER | next()];
  if (code === 0x42) return [LONG];
  return [];
}

// How many numbers follow an opcode of two bytes, by the second.
const prefixed = (code) => (code < 8 ? 0 : [8, 10, 12, 14].includes(code) ? 2 : 1);

// Goes through a module. `take` moves the next byte, which is of this kind, and returns it; `more` says whether there is one;
// `next` is the opcode behind the number that comes now; `open` and `close` stand around a function, before which its length in
// bytes stands in a whole module.
function walk(take, more, next, open, close) {
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
    numbers(code, next).forEach(number);
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

/** The bytes of a module by their kinds; of most kinds there are none. */
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
  const next = () => {
    let behind = at;
    while (module[behind++] > 0x7f);
    return module[behind];
  };
  walk((kind) => (kinds[kind].push(module[at]), module[at++]), () => at < module.length, next, open, close);
  return kinds.map((bytes) => Uint8Array.from(bytes));
}

/** The module of this length whose bytes these are, by their kinds. */
export function together(kinds, length) {
  // No function is as long as that a length takes more bytes.
  const LENGTH_BYTES = 5;
  const module = new Uint8Array(length + LENGTH_BYTES);
  const places = Array(KINDS).fill(0);
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
  const take = (kind) => {
    const byte = kinds[kind]?.[places[kind]++];
    // Without this, what is too short would never end.
    if (byte === undefined) throw new Error(`there are too few bytes of kind ${kind}`);
    return (module[at++] = byte);
  };
  walk(take, () => at < length, () => kinds[OPCODE][places[OPCODE]], open, close);
  return module.slice(0, length);
}

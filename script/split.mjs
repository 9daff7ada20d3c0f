// Cuts the page's wasm in two: what the first view runs, and the rest, which comes with the first sign of a reader. Which
// functions are the rest's stands in later.txt, by name; script/later.mjs writes it. A function that is not named there stays
// in the first part, so a list that has aged costs bytes and nothing else.
//
// Either part calls the other's functions by way of the table, through a function of the same name that only does that. A
// call of what has not come yet finds an empty place and traps; static/start.js says what happens then.

// A name as later.txt has it: without what changes from build to build.
export const plain = (name) =>
  name.replace(/^\$"?|"$/g, "").replace(/\[[0-9a-f]{16}\]/g, "").replace(/::h[0-9a-f]{16}(?=$|\W)/g, "").replace(/[._]\d+$/, "");

const NAME = String.raw`\$(?:"(?:[^"\\]|\\.)*"|[^\s()]+)`;

// The forms of a module as wasm-dis writes them, each with its lines.
function forms(wat) {
  const all = [];
  for (const line of wat.split("\n").slice(1)) {
    if (/^ \(/.test(line)) all.push([line]);
    else if (/^ /.test(line)) all.at(-1).push(line);
  }
  return all;
}

export function functions(wat) {
  return forms(wat).filter(([line]) => line.startsWith(" (func ")).map((lines) => {
    const [, name] = new RegExp(String.raw`^ \(func (${NAME})`).exec(lines[0]);
    const text = lines.join("\n");
    const types = [...lines[0].matchAll(/\(param (?:\$\S+ )?(\w+)\)/g)].map(([, type]) => type);
    const [, result = ""] = /\(result ([\w ]+)\)/.exec(lines[0]) ?? [];
    const mentions = new Set([...text.matchAll(new RegExp(String.raw`\((?:return_)?call (${NAME})|ref\.func (${NAME})`, "g"))].map((found) => found[1] ?? found[2]));
    return { name, text, types, result, mentions };
  });
}

// A function that calls what stands at this place of the table.
function passing({ name, types, result }, place) {
  const params = types.map((type, index) => ` (param $${index} ${type})`).join("");
  const use = `${types.map((type) => ` (param ${type})`).join("")}${result && ` (result ${result})`}`;
  const given = types.map((_, index) => ` (local.get $${index})`).join("");
  return ` (func ${name}${params}${result && ` (result ${result})`} (call_indirect $0${use}${given} (i32.const ${place})))`;
}

// What the rest shares with the first part is the memory, the table of functions and the pointer to the stack; a function that
// needs anything else cannot go there.
const alone = ({ text }) => !/\(table\.|\(ref\.func|global\.(?:get|set) (?!\$__stack_pointer\b)|\(return_call/.test(text);

export const SHARED = { memory: "memory", table: "rest_table", stack: "rest_stack" };

// The module as text with a word of each function that it runs, by its number in the list of names.
export function watched(wat) {
  const names = [];
  const lines = [];
  let imports = false;
  let begun = false;
  for (const line of wat.split("\n")) {
    if (!imports && line.startsWith(" (import ")) {
      imports = true;
      lines.push(` (import ${/"[^"]*"/.exec(line)[0]} "__wbg_ran" (func $__wbg_ran (param i32)))`);
    }
    if (begun && !line.startsWith("  (local ")) {
      lines.push(`  (call $__wbg_ran (i32.const ${names.length - 1}))`);
      begun = false;
    }
    lines.push(line);
    const found = new RegExp(String.raw`^ \(func (${NAME})`).exec(line);
    if (found) {
      names.push(plain(found[1]));
      begun = true;
    }
  }
  return { text: lines.join("\n"), names };
}

// The two parts as text. `imported` are the functions that the module imports.
export function split(wat, later) {
  const all = forms(wat);
  const own = functions(wat);
  const goes = (one) => later.has(plain(one.name)) && alone(one);
  const rest = own.filter(goes);
  const away = new Set(rest.map(({ name }) => name));
  const stays = own.filter(({ name }) => !away.has(name));
  const outside = all.filter(([line]) => !line.startsWith(" (func "));
  const mentioned = new Set(stays.flatMap(({ mentions }) => [...mentions]));
  for (const lines of outside) for (const [name] of lines.join("\n").matchAll(new RegExp(NAME, "g"))) mentioned.add(name);
  const called = rest.filter(({ name }) => mentioned.has(name));
  const imports = all.flatMap(([line]) => {
    const found = new RegExp(String.raw`^ \(import "[^"]*" "[^"]*" \(func (${NAME})(.*)\)\)$`).exec(line);
    if (!found) return [];
    const types = [...found[2].matchAll(/\(param ([\w ]+)\)/g)].flatMap(([, list]) => list.split(" "));
    const [, result = ""] = /\(result ([\w ]+)\)/.exec(found[2]) ?? [];
    return [{ name: found[1], types, result }];
  });
  const wanted = new Set(rest.flatMap(({ mentions }) => [...mentions]));
  const given = [...stays, ...imports].filter(({ name }) => wanted.has(name));
  const table = /^ \(table \$0 (\d+) \d+ funcref\)$/m.exec(wat);
  if (!table) throw new Error("the wasm has no table of functions that is its own");
  const size = Number(table[1]);
  const whole = size + called.length + given.length;
  const memory = /^ \(memory \$0 (.*)\)$/m.exec(wat)[1];
  const names = (list) => list.map(({ name }) => name).join(" ");
  const first = [
    "(module",
    ...outside.map((lines) => lines.join("\n").replace(table[0], ` (table $0 ${whole} ${whole} funcref)`)),
    ` (elem (table $0) (i32.const ${size + called.length}) func ${names(given)})`,
    ` (export "${SHARED.table}" (table $0))`,
    ` (export "${SHARED.stack}" (global $__stack_pointer))`,
    ...stays.map(({ text }) => text),
    ...called.map((one, index) => passing(one, size + index)),
    ")",
  ];
  const second = [
    "(module",
    ` (import "a" "m" (memory $0 ${memory}))`,
    ` (import "a" "t" (table $0 ${whole} ${whole} funcref))`,
    ' (import "a" "s" (global $__stack_pointer (mut i32)))',
    ...all.filter(([line]) => line.startsWith(" (type ")).map((lines) => lines.join("\n")),
    ` (elem (table $0) (i32.const ${size}) func ${names(called)})`,
    ...rest.map(({ text }) => text),
    ...given.map((one, index) => passing(one, size + called.length + index)),
    ")",
  ];
  return { first: first.join("\n"), rest: second.join("\n"), counts: { first: stays.length, rest: rest.length, called: called.length, given: given.length } };
}

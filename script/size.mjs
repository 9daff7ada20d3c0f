// Prints what the first view costs over the line, each part in brotli -q 11, and what the single file takes on disk; fails above
// either budget.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { DIST } from "./server.mjs";

// What the first view may cost, where Yew's hello world costs 48 kB: 130 kB for the seven steps, 140 kB with what asks about
// every schedule, 150 kB with queues, transactions and the way to fifty scenarios, 160 kB since it also leads to an editor, figures and a projector.
const BUDGET_BYTES = 160_000;
// What the single file may take on disk: a mail and a wiki take it, and a slow memory stick opens it at once.
const SINGLE_BYTES = 350_000;
const PARTS = [".html", ".css", ".js", ".wasm", ".pack"];

const kB = (bytes) => (bytes / 1000).toFixed(1);
const compressed = (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }).length;

// Of the scenarios, the one that the page opens with.
const [, scenarios, first] = /data-scenarios="([^"]+)" data-first="([^"]+)"/.exec(readFileSync(join(DIST, "index.html"), "utf8"));

const sizes = PARTS.map((part) => {
  // The worker that explores and its style sheet are no part of it: they are loaded when the reader has guessed or taken a step.
  // Nor is the rest of the page's wasm, which is loaded when the pointer, a finger or a key first comes to the page. The single
  // file, the element for other people's pages and the window with notes are no part of the site's first view at all.
  const files = [...readdirSync(DIST), join(scenarios, `${first}.pack`)]
    .filter((name) => extname(name) === part && !/^(?:ran-twice-explorer|ran-twice-rest|later|notes|ran-twice\.html|ran-twice\.js|embed\.html)/.test(name));
  return files.reduce((sum, name) => sum + compressed(readFileSync(join(DIST, name))), 0);
});
const total = sizes.reduce((sum, size) => sum + size, 0);
const list = PARTS.map((part, index) => `${part.slice(1)} ${kB(sizes[index])}`).join(", ");
process.stdout.write(`first view: ${kB(total)} kB of ${kB(BUDGET_BYTES)} kB (${list})\n`);
if (total > BUDGET_BYTES) {
  process.stderr.write(`the first view is ${total - BUDGET_BYTES} bytes over its budget\n`);
  process.exitCode = 1;
}
const single = statSync(join(DIST, "ran-twice.html")).size;
process.stdout.write(`single file: ${kB(single)} kB of ${kB(SINGLE_BYTES)} kB\n`);
if (single > SINGLE_BYTES) {
  process.stderr.write(`the single file is ${single - SINGLE_BYTES} bytes over its budget\n`);
  process.exitCode = 1;
}

// What a page of somebody's documentation pays before anybody looks at a figure in it.
const ELEMENT_BUDGET_BYTES = 4_000;
const element = gzipSync(readFileSync(join(DIST, "ran-twice.js")), { level: 9 }).length;
process.stdout.write(`ran-twice.js: ${kB(element)} kB of ${kB(ELEMENT_BUDGET_BYTES)} kB, gzip\n`);
if (element > ELEMENT_BUDGET_BYTES) {
  process.stderr.write(`ran-twice.js is ${element - ELEMENT_BUDGET_BYTES} bytes over its budget\n`);
  process.exitCode = 1;
}

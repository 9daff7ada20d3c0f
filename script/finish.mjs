// Finishes what Trunk has built (Trunk.toml runs this as its last step): makes the wasm and the text small, joins the style
// sheets into one, and names every file after its own bytes, so that a cached copy is never taken for another build's.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const source = join(dirname(fileURLToPath(import.meta.url)), "..", "static");
const staging = process.env.TRUNK_STAGING_DIR;
const release = process.env.TRUNK_PROFILE === "release";

const GLUE = "ran-twice-page.js";
const WASM = "ran-twice-page_bg.wasm";

// Measured after brotli: -O2 leaves code that compresses better than -Os and -Oz leave, and so does code that is not
// inlined again and stands in the order of its names; the first KiB of memory holds nothing.
const WASM_LEVEL = [
  "-O2", "-s", "1", "-ol", "1", "--low-memory-unused", "--skip-pass=inlining-optimizing", "--reorder-functions-by-name",
];

// What rustc emits for this target. Named one by one: with --all-features wasm-opt writes a module that Chromium refuses.
const WASM_FEATURES = [
  "--enable-bulk-memory", "--enable-bulk-memory-opt", "--enable-call-indirect-overlong", "--enable-multivalue",
  "--enable-mutable-globals", "--enable-nontrapping-float-to-int", "--enable-reference-types", "--enable-sign-ext",
];

// The names of the tokens and what stands under every block come first, then one file a block, by name.
const CSS_FIRST = ["tokens.css", "base.css"];

function styleSheet() {
  const folder = join(source, "css");
  const names = readdirSync(folder).filter((name) => name.endsWith(".css")).sort();
  const first = CSS_FIRST.filter((name) => names.includes(name));
  const rest = names.filter((name) => !CSS_FIRST.includes(name));
  return [...first, ...rest].map((name) => readFileSync(join(folder, name), "utf8")).join("\n");
}

// wasm-bindgen ends each name that script and wasm share in a hash of 16 digits, which nothing can compress. A number of as
// many digits is as good, and leaves every length in the wasm as it is.
function withPlainNames(glue, wasm) {
  const hashes = new Set(glue.match(/(?<=__wbg_\w+_)[0-9a-f]{16}(?=\W)/g));
  let bytes = wasm.toString("latin1");
  for (const [index, hash] of [...hashes].entries()) {
    const number = String(index).padStart(hash.length, "0");
    glue = glue.replaceAll(hash, number);
    bytes = bytes.replaceAll(hash, number);
  }
  return [glue, Buffer.from(bytes, "latin1")];
}

function optimised(path) {
  if (release) {
    execFileSync("wasm-opt", [...WASM_LEVEL, ...WASM_FEATURES, "--strip-debug", "--strip-producers", "--strip-target-features", path, "-o", path]);
  }
  return readFileSync(path);
}

const minified = (text, loader) =>
  execFileSync("esbuild", ["--minify", `--loader=${loader}`, "--log-level=warning"], { input: text, encoding: "utf8" });
const withoutComments = (html) => html.replace(/^\s*<!--[^]*?-->\n/gm, "");

let html = withoutComments(readFileSync(join(staging, "index.html"), "utf8"));

// Writes the bytes under a name that holds their hash, and lets index.html say that name.
function place(name, bytes) {
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
  const named = name.replace(/(?=\.\w+$)/, `-${hash}`);
  const parts = html.split(`"./${name}"`);
  if (parts.length !== 2) throw new Error(`index.html names ./${name} ${parts.length - 1} times instead of once`);
  html = parts.join(`"./${named}"`);
  writeFileSync(join(staging, named), bytes);
  return named;
}

const [glue, wasm] = withPlainNames(minified(readFileSync(join(staging, GLUE), "utf8"), "js"), optimised(join(staging, WASM)));
place(GLUE, glue.replaceAll(WASM, place(WASM, wasm)));
place("page.css", minified(styleSheet(), "css"));
place("start.js", minified(readFileSync(join(source, "start.js"), "utf8"), "js"));
place("icon.svg", readFileSync(join(source, "icon.svg")));
writeFileSync(join(staging, "index.html"), html);
rmSync(join(staging, WASM));
rmSync(join(staging, GLUE));

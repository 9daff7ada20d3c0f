// Finishes what Trunk has built (Trunk.toml runs this as its last step): makes the wasm and the text small, joins the style
// sheets into one, and names every file after its own bytes, so that a cached copy is never taken for another build's.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { shrink } from "./shrink.mjs";
import { single } from "./single.mjs";

const source = join(dirname(fileURLToPath(import.meta.url)), "..", "static");
const staging = process.env.TRUNK_STAGING_DIR;
const release = process.env.TRUNK_PROFILE === "release";

const GLUE = "ran-twice-page.js";
const WASM = "ran-twice-page_bg.wasm";
const EXPLORER = "ran-twice-explorer";
const REST = "ran-twice-rest.wasm";
const SINGLE = "ran-twice-single";

// The names of the tokens and what stands under every block come first, then one file a block, by name.
const CSS_FIRST = ["tokens.css", "base.css"];

function styleSheet() {
  const folder = join(source, "css");
  const names = readdirSync(folder).filter((name) => name.endsWith(".css")).sort();
  const first = CSS_FIRST.filter((name) => names.includes(name));
  const rest = names.filter((name) => !CSS_FIRST.includes(name));
  return [...first, ...rest].map((name) => readFileSync(join(folder, name), "utf8")).join("\n");
}

// What is styled only once every schedule is counted comes with the worker that counts them.
function laterSheet() {
  const folder = join(source, "css", "later");
  return readdirSync(folder).sort().map((name) => readFileSync(join(folder, name), "utf8")).join("\n");
}

const minified = (text, loader, ...more) =>
  execFileSync("esbuild", ["--minify", `--loader=${loader}`, "--log-level=warning", ...more], { input: text, encoding: "utf8" });
const withoutComments = (html) => html.replace(/^\s*<!--[^]*?-->\n/gm, "");

let html = withoutComments(readFileSync(join(staging, "index.html"), "utf8"));

const hashOf = (...bytes) => bytes.reduce((hash, part) => hash.update(part), createHash("sha256")).digest("hex").slice(0, 16);

// What stands beside index.html, for the single file: names and bytes.
const files = [];

// Writes the bytes under a name that holds their hash; that name.
function write(name, bytes) {
  const named = name.replace(/(?=\.\w+$)/, `-${hashOf(bytes)}`);
  writeFileSync(join(staging, named), bytes);
  files.push([named, bytes]);
  return named;
}

// The same, and index.html says that name.
const place = (name, bytes) => rename(name, write(name, bytes));

function rename(name, named) {
  const parts = html.split(`"./${name}"`);
  if (parts.length !== 2) throw new Error(`index.html names ./${name} ${parts.length - 1} times instead of once`);
  html = parts.join(`"./${named}"`);
  return named;
}

// Every scenario in a file of its own, in a folder that is named after all of them: what build.rs has left in `made`.
function scenarios(made) {
  const packs = join(made, "packs");
  const packed = readdirSync(packs).sort().map((name) => [name, readFileSync(join(packs, name))]);
  files.push(...packed);
  const folder = rename("scenarios", `scenarios-${hashOf(...packed.flat())}`);
  mkdirSync(join(staging, folder));
  for (const [name, bytes] of packed) writeFileSync(join(staging, folder, name), bytes);
}

// The lessons whose first view the first part of the wasm draws alone.
const lessons = () => readdirSync(join(source, "scenarios", "guide")).sort().map((name) => name.replace(/^\d+-|\.twice$/g, ""));

const cargo = (...args) => execFileSync("cargo", args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });

// What cargo says of a build, a message a line.
const built = (...args) => cargo("build", "--locked", "--quiet", "--message-format=json", ...args).trim().split("\n").map((line) => JSON.parse(line));

// What one of these messages says that it has made under this name.
const made = (messages, name) => messages.findLast(({ reason, target }) => reason === "compiler-artifact" && target.name === name);

// A wasm with wasm-bindgen's script, in a folder.
function bound({ filenames }, folder) {
  const wasm = filenames.find((name) => name.endsWith(".wasm"));
  execFileSync("wasm-bindgen", ["--target", "web", "--no-typescript", "--out-dir", folder, wasm]);
}

// Script and wasm of what `bound` has left there, both small.
const small = (name, folder) => shrink(started(readFileSync(join(folder, `${name}.js`), "utf8")), join(folder, `${name}_bg.wasm`));

// Builds one of our programs, with wasm-bindgen's script, into a folder. Where build.rs has put what it made.
function build(name, features, profile, folder) {
  const messages = built("--lib", "--bin", name, "--no-default-features", "--features", features, "--target", "wasm32-unknown-unknown", "--profile", profile);
  bound(made(messages, name), folder);
  return messages.find(({ reason, package_id: id }) => reason === "build-script-executed" && /[#/]ran-twice[@#]/.test(id)).out_dir;
}

// The worker that explores: built for speed, and loaded when it is first needed. And the scenarios, as build.rs packed them
// for the page and the worker alike.
async function explorer() {
  scenarios(build(EXPLORER, "explorer", release ? "release" : "dev", staging));
  const [script, wasm] = [join(staging, `${EXPLORER}.js`), join(staging, `${EXPLORER}_bg.wasm`)];
  // A worker is nobody's module: it starts itself.
  // Where it cannot start, the page hears it as an error of the worker: of a promise that fails it hears nothing.
  const started = /^export .*$/m;
  const written = readFileSync(script, "utf8");
  if (!started.test(written)) throw new Error(`${EXPLORER}.js has no line that exports: it would not start`);
  const asWritten = written.replace(started, "__wbg_init().catch((error) => setTimeout(() => { throw error; }));");
  const [glue, bytes] = release ? await shrink(asWritten, wasm) : [asWritten, readFileSync(wasm)];
  const named = write(`${EXPLORER}_bg.wasm`, bytes);
  place(`${EXPLORER}.js`, minified(glue.replaceAll(`${EXPLORER}_bg.wasm`, named), "js", "--format=esm", "--tree-shaking=true"));
  rmSync(script);
  rmSync(wasm);
}

// start.js asks the script for its default export alone; what only the other one needs is left out.
const started = (script) => script.replace(/\binitSync, /, "");
const asWritten = started(readFileSync(join(staging, GLUE), "utf8"));
// Only a release is cut in two.
const later = new Set(readFileSync(join(dirname(fileURLToPath(import.meta.url)), "later.txt"), "utf8").trim().split("\n"));
const whole = () => [asWritten, readFileSync(join(staging, WASM))];
const [script, wasm, rest, shared] = release ? await shrink(asWritten, join(staging, WASM), later) : whole();
if (rest) {
  place(REST, rest);
  html = html.replace('data-shared=""', `data-shared="${shared}" data-light="${lessons().join(" ")}"`);
} else {
  html = html.replace(/ data-rest="[^"]*" data-shared=""/, "");
}
// The second part is there before the app starts, where the address asks for more than a first view.
const LOADED = /(const \{ instance, module \} = await __wbg_load\([^\n]*\n)/;
if (!LOADED.test(script)) throw new Error(`${GLUE} does not start as it did: start.js could not give it its second part`);
const glue = script.replace(LOADED, "$1    await globalThis.ranTwiceLoaded(instance.exports);\n");
place(GLUE, minified(glue.replaceAll(WASM, place(WASM, wasm)), "js", "--format=esm", "--tree-shaking=true"));
await explorer();
place("later.css", minified(laterSheet(), "css"));
place("page.css", minified(styleSheet(), "css"));
place("notes.js", minified(readFileSync(join(source, "notes.js"), "utf8"), "js"));
// Where others find this page: what a QR code of a moment leads to.
html = html.replace('data-public=""', `data-public="${(process.env.RAN_TWICE_ADDRESS ?? "").replace(/["<>&#?\s].*/, "")}"`);
place("start.js", minified(readFileSync(join(source, "start.js"), "utf8"), "js"));
// The documents that the page links to, as plain text; the mark before it says on every host that it is UTF-8.
for (const name of ["language", "embedding"]) place(`${name}.txt`, `\ufeff${readFileSync(join(source, "..", "docs", `${name}.md`), "utf8")}`);
place("icon.svg", readFileSync(join(source, "icon.svg")));
// The one file whose name does not change with its bytes: it stands in other people's pages, beside the index.html it opens.
writeFileSync(join(staging, "ran-twice.js"), minified(readFileSync(join(source, "ran-twice.js"), "utf8"), "js", "--format=esm", "--target=es2022"));
const hasSingle = release && !process.env.RAN_TWICE_WATCH;
if (!hasSingle) html = html.replace(/ data-single="[^"]*"/, "");
writeFileSync(join(staging, "index.html"), html);
rmSync(join(staging, WASM));
rmSync(join(staging, GLUE));

// What packs the single file, and what unpacks it there: the path of the one; the wasm of the other, and the path of its script.
async function unpacker(folder) {
  const archive = (...args) => built("--manifest-path", join(source, "..", "script", "archive", "Cargo.toml"), "--release", ...args);
  const { executable: tool } = made(archive("--bin", "ran-twice-archive"), "ran-twice-archive");
  const name = "ran_twice_archive";
  bound(made(archive("--lib", "--target", "wasm32-unknown-unknown"), name), folder);
  const [script, wasm] = await small(name, folder);
  const glue = join(folder, "unpacker.js");
  // What it has taken of memory, a page would hold for good.
  writeFileSync(glue, `${script}\nexport function forget() {\n  wasm = wasmInstance = wasmModule = cachedUint8ArrayMemory0 = undefined;\n}\n`);
  return { tool, glue, wasm };
}

// Page and worker in one wasm, where both are to be small: only a release is worth it.
if (hasSingle) {
  const folder = join(staging, SINGLE);
  build(SINGLE, "page,explorer", "page", folder);
  const [glue, wasm] = await small(SINGLE, folder);
  const text = single(html, files, glue, wasm, await unpacker(folder));
  // For a memory stick, and for a frame: one file.
  for (const name of ["ran-twice.html", "embed.html"]) writeFileSync(join(staging, name), text);
  rmSync(folder, { recursive: true });
}

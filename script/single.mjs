// Makes the single file of what finish.mjs has built: the document with all that it asks for inside it, so that it runs from a
// file: address and in a sandboxed frame. static/inside.js opens it there; ARCHITECTURE.md has what each part costs.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { apart } from "./apart.mjs";
import { textOf } from "./sevens.mjs";

const INSIDE = join(dirname(fileURLToPath(import.meta.url)), "..", "static", "inside.js");

// It asks no network for anything, whoever opens it: this holds a browser to that.
const POLICY = "connect-src 'none'; img-src data: blob:; media-src 'none'; font-src 'none'; object-src 'none'; form-action 'none'";
// Nothing is shown before it is dressed; where no script runs, nothing will dress it.
const UNDRESSED = "<style id=\"undressed\">body{visibility:hidden}</style><noscript><style>body{visibility:visible}</style></noscript>";
const WAITING = "This file carries a page that runs, and it has not started: JavaScript is off, or something in this browser is in its way.";

const classic = (text) =>
  execFileSync("esbuild", ["--minify", "--format=iife", "--global-name=ranTwiceGlue", "--define:import.meta.url=\"\"", "--log-level=error"],
    { input: text, encoding: "utf8" });

const loader = () => execFileSync("esbuild", [INSIDE, "--bundle", "--minify", "--format=iife", "--charset=utf8"], { encoding: "utf8" });

// A tenth smaller than what zlib makes.
function gzip(bytes) {
  const path = process.env.RAN_TWICE_ZOPFLI;
  if (!path) throw new Error("run script/build: it knows where zopfli is");
  return createRequire(import.meta.url)(path).gzipAsync(bytes, { numiterations: 15, blocksplittingmax: 0 });
}

// A line of JSON that says what is where, then one behind the other. The wasm's parts come first.
function archive(files, wasm, told) {
  const parts = apart(wasm);
  const all = [...parts, ...files.map(([, bytes]) => Buffer.from(bytes))];
  const names = files.map(([name]) => name);
  const head = { ...told, wasmBytes: wasm.length, wasmParts: parts.length, names, lengths: all.map(({ length }) => length) };
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...all]);
}

const attribute = (html, name) => new RegExp(`data-${name}="\\./([^"]+)"`).exec(html)[1];

function replaced(html, ...changes) {
  for (const [from, to] of changes) {
    if (!from.test(html)) throw new Error(`index.html has no ${from}`);
    html = html.replace(from, () => to);
  }
  return html;
}

/**
 * The text of the single file. `html` is the site's document, `files` is all that stands beside it, as `[name, bytes]`; `wasm`
 * is page and worker in one, and `glue` its script.
 */
export async function single(html, files, glue, wasm) {
  const named = (pattern) => pattern.exec(html)[1];
  const told = {
    glue: named(/id="glue" [^>]*href="\.\/([^"]+)"/),
    wasm: named(/id="wasm" [^>]*href="\.\/([^"]+)"/),
    start: named(/<script src="\.\/([^"]+)"/),
    styles: [named(/rel="stylesheet" href="\.\/([^"]+)"/), attribute(html, "later")],
  };
  const STILL = /(?<=<main id="still">)[^]*(?=<\/main>)/;
  const icon = named(/rel="icon"[^>]* href="\.\/([^"]+)"/);
  const bytes = new Map(files);
  const drawn = `data:image/svg+xml,${encodeURIComponent(String(bytes.get(icon)))}`;
  // Two parts of the wasm and a worker's of its own are here one wasm.
  const others = [told.glue, told.wasm, icon, attribute(html, "rest"), attribute(html, "explorer")];
  // What only an editor needs is of no use without what reads a text.
  const unread = /\.text$|\/palette\.txt$/;
  const carried = files.filter(([name]) => !others.includes(name) && !name.endsWith(".wasm") && !unread.test(name));
  carried.push([told.glue, classic(glue)], ["still", STILL.exec(html)[0]]);
  const gzipped = await gzip(archive(carried, wasm, told));
  return replaced(html,
    [/(?<=<head>)/, `\n  <meta http-equiv="Content-Security-Policy" content="${POLICY}">`],
    [/<link rel="stylesheet"[^>]*>/, UNDRESSED],
    [/(?<=rel="icon"[^>]* href=")[^"]*/, drawn],
    [/(?<=<link id="glue") rel="modulepreload"/, ""],
    [/(?<=<link id="wasm") rel="preload" as="fetch" type="application\/wasm" crossorigin/, ""],
    [/\n *<script src="[^"]*" defer><\/script>/, ""],
    [/(?<=<p id="waiting" class="waiting">)[^<]*/, WAITING],
    [/ data-rest="[^"]*" data-shared="[^"]*" data-light="[^"]*"/, ""],
    [/ data-explorer="[^"]*"/, ""],
    [/ data-later="[^"]*"/, ""],
    [/ data-single="[^"]*"/, ""],
    [STILL, ""],
    [/(?=<\/body>)/, `<script type="text/plain" id="archive" data-bytes="${gzipped.length}">${textOf(gzipped)}</script>\n<script>${loader()}</script>\n`],
  );
}

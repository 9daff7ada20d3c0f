// Makes the single file of what finish.mjs has built: the document with all that it asks for inside it, so that it runs from a
// file: address and in a sandboxed frame. static/inside.js opens it there; ARCHITECTURE.md has what each part costs.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { apart, together } from "./apart.mjs";
import { textOf } from "./units.mjs";

const STATIC = join(dirname(fileURLToPath(import.meta.url)), "..", "static");
// By it a browser knows that the text is UTF-16, whatever a server says.
const MARK = Buffer.from([0xff, 0xfe]);

// It asks no network for anything, whoever opens it: this holds a browser to that.
const POLICY = "connect-src 'none'; img-src data: blob:; media-src 'none'; font-src 'none'; object-src 'none'; form-action 'none'";
// Nothing is shown before it is dressed; where no script runs, nothing will dress it.
const UNDRESSED = "<style id=undressed>body{visibility:hidden}</style><noscript><style>body{visibility:visible}</style></noscript>";
const WAITING = "This file carries a page that runs, and it has not started: JavaScript is off, or a policy that it is sent with (Content-Security-Policy) forbids the scripts inside it.";

const classic = (text) =>
  execFileSync("esbuild", ["--minify", "--format=iife", "--global-name=ranTwiceGlue", "--define:import.meta.url=\"\"", "--log-level=error"],
    { input: text, encoding: "utf8" });

const script = (name, ...more) => execFileSync("esbuild", [join(STATIC, name), "--bundle", "--minify", "--format=iife", "--charset=utf8", ...more], { encoding: "utf8" });

// Each of these packed by itself, by the tool at this path (script/archive).
function packed(tool, pieces) {
  const lengthOf = (piece) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(piece.length);
    return length;
  };
  const made = execFileSync(tool, { input: Buffer.concat(pieces.flatMap((piece) => [lengthOf(piece), piece])), maxBuffer: 1 << 26 });
  let at = 0;
  return pieces.map(() => {
    const from = at + 4;
    at = from + made.readUInt32LE(at);
    return made.subarray(from, at);
  });
}

// A line of JSON that says what is where, then one behind the other: the script that knows what to do with them, what unpacks
// them, what is read where that cannot run, then packed the wasm's kinds, and all files as one. gzip makes the first of it
// small, and all of it tells damage.
function archive(files, body, wasm, told, unpacker) {
  const loader = Buffer.from(script("inside.js", `--alias:unpacker=${unpacker.glue}`, "--define:import.meta.url=\"\""));
  const apartly = apart(wasm);
  if (!wasm.equals(together(apartly, wasm.length))) throw new Error("the wasm does not come out of its kinds as it went in");
  const kinds = [...apartly.entries()].filter(([, bytes]) => bytes.length > 0);
  const rest = files.map(([, bytes]) => Buffer.from(bytes));
  const pieces = packed(unpacker.tool, [...kinds.map(([, bytes]) => bytes), Buffer.concat(rest)]);
  const head = {
    ...told,
    loader: loader.length,
    unpacker: unpacker.wasm.length,
    body: Buffer.byteLength(body),
    wasmBytes: wasm.length,
    kinds: kinds.map(([kind, { length }], at) => [kind, length, pieces[at].length]),
    names: files.map(([name], at) => [name, rest[at].length]),
  };
  return gzipSync(Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), loader, unpacker.wasm, Buffer.from(body), ...pieces]), { level: 9 });
}

const attribute = (html, name) => new RegExp(`data-${name}="\\./([^"]+)"`).exec(html)[1];

function without(html, ...patterns) {
  for (const pattern of patterns) {
    if (!pattern.test(html)) throw new Error(`index.html has no ${pattern}`);
    html = html.replace(pattern, "");
  }
  return html;
}

/**
 * The bytes of the single file. `html` is the site's document, `files` is all that stands beside it, as `[name, bytes]`; `wasm`
 * is page and worker in one, and `glue` its script; `unpacker` is the wasm of what unpacks them, the path of its script, and that of
 * the tool that packs them.
 */
export function single(html, files, glue, wasm, unpacker) {
  const named = (pattern) => pattern.exec(html)[1];
  const told = {
    glue: named(/id="glue" [^>]*href="\.\/([^"]+)"/),
    wasm: named(/id="wasm" [^>]*href="\.\/([^"]+)"/),
    start: named(/<script src="\.\/([^"]+)"/),
    icon: named(/rel="icon"[^>]* href="\.\/([^"]+)"/),
    styles: [named(/rel="stylesheet" href="\.\/([^"]+)"/), attribute(html, "later")],
  };
  // Two parts of the wasm and a worker's of its own are here one wasm, which makes of a scenario's text what a site carries too.
  const others = [told.glue, told.wasm, attribute(html, "rest"), attribute(html, "explorer")];
  const carried = files.filter(([name]) => !others.includes(name) && !/\.(?:wasm|pack)$/.test(name));
  // start.js finds the names of both in the document.
  const links = `<link id="glue" href="./${told.glue}"><link id="wasm" href="./${told.wasm}">`;
  const body = without(named(/<body>([^]*)<\/body>/), / data-rest="[^"]*" data-shared="[^"]*" data-light="[^"]*"/, / data-explorer="[^"]*"/, / data-later="[^"]*"/, / data-single="[^"]*"/);
  carried.push([told.glue, classic(glue)]);
  const gzipped = archive(carried, links + body, wasm, told, unpacker);
  const text = `<!doctype html><html lang="en"><head>
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${named(/<title>([^<]*)/)}</title>${UNDRESSED}
<body><p id="waiting">${WAITING}</p>
<script type="text/plain" id="archive" data-bytes="${gzipped.length}">${textOf(gzipped)}</script>
<script>${script("boot.js")}</script>
`;
  return Buffer.concat([MARK, Buffer.from(text, "utf16le")]);
}

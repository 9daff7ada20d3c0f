// The single file's own script: takes what static/boot.js has unpacked, and gives start.js by name what a site has its server
// give. No module, no fetch, no storage: a file: address and a sandboxed frame refuse those.
// What script/archive unpacks with: script/single.mjs puts its script here.
import init, { forget, unpack } from "unpacker";
import { together } from "../script/apart.mjs";

const textOf = (bytes) => new TextDecoder().decode(bytes);
const addressOf = (parts, type) => URL.createObjectURL(new Blob(parts, { type }));
const nameOf = (url) => url.split("/").pop();

function run(text, address) {
  const script = document.createElement("script");
  script.text = `${text}\n//# sourceURL=${address}`;
  document.head.append(script);
}

// The files by name. script/single.mjs wrote them one behind the other, packed: the wasm by its kinds, then all other files as one.
function filesOf({ kinds, wasm, wasmBytes, names }, packed) {
  let at = 0;
  const unpacked = (length, until) => {
    const bytes = unpack(packed.subarray(at, until), length);
    if (!bytes) throw new Error("no memory to unpack with");
    at = until;
    return bytes;
  };
  const parts = [];
  for (const [kind, length, takes] of kinds) parts[kind] = unpacked(length, at + takes);
  const files = new Map([[wasm, together(parts, wasmBytes)]]);
  const rest = unpacked(names.reduce((sum, [, length]) => sum + length, 0), packed.length);
  let from = 0;
  for (const [name, length] of names) files.set(name, rest.slice(from, (from += length)));
  return files;
}

// What the document of a site says itself, and start.js is not asked for.
function place({ styles, glue, wasm, icon }, body, files) {
  const style = document.createElement("style");
  style.textContent = styles.map((name) => textOf(files.get(name))).join("\n");
  const mark = Object.assign(document.createElement("link"), { rel: "icon", type: "image/svg+xml", href: `data:image/svg+xml,${encodeURIComponent(textOf(files.get(icon)))}` });
  document.head.append(style, mark);
  document.body.innerHTML = body;
  for (const link of document.querySelectorAll("a[href$='.txt']")) {
    link.href = addressOf([files.get(nameOf(link.href))], "text/plain");
    link.target = "_blank";
  }
  // Page and worker are one wasm, which the worker is told by its first message.
  const starts = "onmessage=({data})=>ranTwiceGlue.default({module_or_path:data}).catch((error)=>setTimeout(()=>{throw error}))";
  const address = addressOf([files.get(glue), starts], "text/javascript");
  document.getElementById("app").dataset.explorer = address;
  const Worker = window.Worker;
  window.Worker = function () {
    const worker = new Worker(address);
    worker.postMessage(files.get(wasm));
    return worker;
  };
}

const EMPTY_MODULE = Uint8Array.of(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00);
const READABLE = "What stands below can be read without it.";
const NONE = `This browser has no WebAssembly, or it is turned off. ${READABLE}`;
const FORBIDDEN = `The policy that this file is sent with (Content-Security-Policy) allows no WebAssembly: its script-src needs 'wasm-unsafe-eval'. ${READABLE}`;
const STUCK = `What unpacks this file does not start in this browser. ${READABLE}`;

async function begin({ told, all, fail }) {
  const { loader, unpacker, body } = told;
  const [first, second] = [loader + unpacker, loader + unpacker + body];
  const text = textOf(all.subarray(first, second));
  if (typeof WebAssembly !== "object") return fail(NONE, text);
  try {
    await init({ module_or_path: all.slice(loader, first) });
  } catch (error) {
    const why = await WebAssembly.instantiate(EMPTY_MODULE).then(() => STUCK, () => FORBIDDEN);
    return fail(`${why} (${error.message})`, text);
  }
  const files = filesOf(told, all.subarray(second));
  forget();
  place(told, text, files);
  document.getElementById("undressed").remove();
  window.ranTwiceInside = {
    // As fetch does.
    async fetch(url) {
      const bytes = files.get(nameOf(url));
      return bytes ? new Response(bytes) : new Response("", { status: 404 });
    },
    // As import does, of the one script that the page has.
    async load(url) {
      run(textOf(files.get(nameOf(url))), url);
      return window.ranTwiceGlue;
    },
  };
  run(textOf(files.get(told.start)), "start.js");
}

const carried = window.ranTwiceArchive;
delete window.ranTwiceArchive;
// It is whole: its checksum has said so.
begin(carried).catch(({ message }) => carried.fail(`This browser has not enough memory to unpack this file: ${message}`));

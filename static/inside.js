// The single file's own script: takes what static/boot.js has unpacked, and gives start.js by name what a site has its server
// give. No module, no fetch, no storage: a file: address and a sandboxed frame refuse those.
import init, { unpack } from "unpacker";
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
function filesOf({ loader, unpacker, kinds, wasm, wasmBytes, names }, all) {
  let at = loader + unpacker;
  const unpacked = (length, packed) => unpack(all.subarray(at, (at += packed)), length);
  const parts = [];
  for (const [kind, length, packed] of kinds) parts[kind] = unpacked(length, packed);
  const files = new Map([[wasm, together(parts, wasmBytes)]]);
  const rest = unpack(all.subarray(at), names.reduce((sum, [, length]) => sum + length, 0));
  let from = 0;
  for (const [name, length] of names) files.set(name, rest.slice(from, (from += length)));
  return files;
}

// What the document of a site says itself, and start.js is not asked for.
function place({ styles, glue, wasm, icon }, files) {
  const style = document.createElement("style");
  style.textContent = styles.map((name) => textOf(files.get(name))).join("\n");
  const mark = Object.assign(document.createElement("link"), { rel: "icon", type: "image/svg+xml", href: `data:image/svg+xml,${encodeURIComponent(textOf(files.get(icon)))}` });
  document.head.append(style, mark);
  document.body.innerHTML = textOf(files.get("body"));
  for (const link of document.querySelectorAll("a[href$='.txt']")) {
    link.href = addressOf([files.get(nameOf(link.href))], "text/plain");
    link.target = "_blank";
  }
  // Page and worker are one wasm, which the worker is told by its first message.
  const begin = "onmessage=({data})=>ranTwiceGlue.default({module_or_path:data}).catch((error)=>setTimeout(()=>{throw error}))";
  const address = addressOf([files.get(glue), begin], "text/javascript");
  document.getElementById("app").dataset.explorer = address;
  const Worker = window.Worker;
  window.Worker = function () {
    const worker = new Worker(address);
    worker.postMessage(files.get(wasm));
    return worker;
  };
}

async function begin({ told, all, fail }) {
  try {
    await init({ module_or_path: all.slice(told.loader, told.loader + told.unpacker) });
  } catch (error) {
    return fail(`What this file carries is unpacked by WebAssembly, and this browser has none, or has it turned off, or this place forbids it: ${error.message}`);
  }
  const files = filesOf(told, all);
  place(told, files);
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

begin(window.ranTwiceArchive);
delete window.ranTwiceArchive;

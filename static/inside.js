// The single file's own script: takes what static/boot.js has unpacked, and gives start.js by name what a site has its server
// give. No module, no fetch, no storage: a file: address and a sandboxed frame refuse those.
import { together } from "../script/apart.mjs";

const textOf = (bytes) => new TextDecoder().decode(bytes);
const addressOf = (parts, type) => URL.createObjectURL(new Blob(parts, { type }));
const nameOf = (url) => url.split("/").pop();

function run(text, address) {
  const script = document.createElement("script");
  script.text = `${text}\n//# sourceURL=${address}`;
  document.head.append(script);
}

function joined(first = new Uint8Array(), second) {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

// The files by name: script/single.mjs wrote them one behind the other.
function filesOf({ told, all }) {
  let at = told.loader;
  const parts = told.lengths.map((length) => all.slice(at, (at += length)));
  const files = new Map();
  // A file may come in pieces.
  told.names.forEach((name, index) => files.set(name, joined(files.get(name), parts[told.wasmParts + index])));
  files.set(told.wasm, together(parts.slice(0, told.wasmParts), told.wasmBytes));
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

const { told } = window.ranTwiceArchive;
const files = filesOf(window.ranTwiceArchive);
delete window.ranTwiceArchive;
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

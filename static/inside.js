// The single file's own script (script/single.mjs puts it there): unpacks what the file carries, and gives start.js by name
// what a site has its server give. No module, no fetch, no storage: a file: address and a sandboxed frame refuse those.
import { together } from "../script/apart.mjs";
import { bytesOf } from "../script/sevens.mjs";

const textOf = (bytes) => new TextDecoder().decode(bytes);
const addressOf = (parts, type) => URL.createObjectURL(new Blob(parts, { type }));
const nameOf = (url) => url.split("/").pop();

function run(text, address = "start.js") {
  const script = document.createElement("script");
  script.text = `${text}\n//# sourceURL=${address}`;
  document.head.append(script);
}

async function unzipped() {
  const { textContent, dataset } = document.getElementById("archive");
  const stream = new Blob([bytesOf(textContent, Number(dataset.bytes))]).stream();
  return new Uint8Array(await new Response(stream.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

function joined(first = new Uint8Array(), second) {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

// What is told of the files, and the files by name: script/single.mjs writes them like that.
async function unpacked() {
  const all = await unzipped();
  let at = all.indexOf(0x0a) + 1;
  const told = JSON.parse(textOf(all.subarray(0, at)));
  const parts = told.lengths.map((length) => all.slice(at, (at += length)));
  const files = new Map();
  // A file may come in pieces.
  told.names.forEach((name, index) => files.set(name, joined(files.get(name), parts[told.wasmParts + index])));
  files.set(told.wasm, together(parts.slice(0, told.wasmParts), told.wasmBytes));
  return { told, files };
}

// What the document names itself, and start.js is not asked for.
function place({ styles, glue, wasm }, files) {
  const style = document.createElement("style");
  style.textContent = styles.map((name) => textOf(files.get(name))).join("\n");
  document.head.append(style);
  document.getElementById("still").innerHTML = textOf(files.get("still"));
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

function fail(what) {
  const panel = document.getElementById("failure");
  const part = (name) => panel.querySelector(`.failure__${name}`);
  part("title").textContent = "This page could not start";
  part("what").textContent = what;
  part("again").hidden = true;
  panel.hidden = false;
  document.getElementById("waiting").hidden = true;
}

async function open() {
  if (typeof DecompressionStream !== "function") return fail("This browser is too old for this file: it cannot unpack gzip by itself.");
  let inside;
  try {
    inside = await unpacked();
  } catch {
    return fail("This file is damaged: what it carries cannot be unpacked. Another copy of it will do.");
  }
  const { told, files } = inside;
  place(told, files);
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
  run(textOf(files.get(told.start)));
}

open().finally(() => document.getElementById("undressed").remove());

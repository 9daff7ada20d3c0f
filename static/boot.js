// The single file's first script, which stands in it as it is (script/single.mjs puts it there): unpacks what the file carries
// and runs the script that stands first in it, static/inside.js. Each of its letters costs two bytes, so it does no more.
import { bytesOf } from "../script/units.mjs";

const NEWLINE = 0x0a;

function fail(what, more = "") {
  document.body.innerHTML = `<section id="failure" class="failure" role="alert"><h2>This page could not start</h2><p></p></section>${more}`;
  document.querySelector("#failure p").textContent = what;
  document.getElementById("undressed").remove();
}

async function open() {
  if (typeof DecompressionStream !== "function") return fail("This browser is too old for this file: it cannot unpack gzip by itself.");
  const { textContent, dataset } = document.getElementById("archive");
  let told;
  let all;
  try {
    const stream = new Blob([bytesOf(textContent, Number(dataset.bytes))]).stream();
    all = new Uint8Array(await new Response(stream.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
    const end = all.indexOf(NEWLINE) + 1;
    told = JSON.parse(new TextDecoder().decode(all.subarray(0, end)));
    all = all.subarray(end);
  } catch {
    return fail("This file is damaged: what it carries cannot be unpacked. Another copy of it will do.");
  }
  window.ranTwiceArchive = { told, all, fail };
  const script = document.createElement("script");
  script.text = new TextDecoder().decode(all.subarray(0, told.loader));
  document.head.append(script);
}

open();

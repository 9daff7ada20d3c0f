// Writes later.txt: the functions of the page's wasm that no first view runs, in any of the browsers that are here. Run it
// (node script/later.mjs, after `source script/pins` and script/install tests) when script/size.mjs says that the first view has
// grown, or tests/browser/parts.test.mjs that a first view needs the second part.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const script = dirname(fileURLToPath(import.meta.url));
const dist = mkdtempSync(join(tmpdir(), "ran-twice-watched-"));
const NAMES = join(dist, "..", `ran-twice-names-${process.pid}.json`);
process.env.TRUNK_BUILD_DIST = dist;
execFileSync(join(script, "build"), { stdio: "inherit", env: { ...process.env, RAN_TWICE_WATCH: NAMES } });
const { BROWSERS, GUIDE, open, ready, serve } = await import("../tests/browser/harness.mjs");

// Sizes of the window between which the page changes its layout.
const SIZES = [[390, 800], [800, 600], [1280, 720]];
const ADDRESSES = ["", ...GUIDE.map(({ name }) => `#scenario=${name}`), "?embed=1#scenario=race-loose"];
const SETTLED_MS = 700;

test("the functions that first views run", async (t) => {
  const names = JSON.parse(readFileSync(NAMES, "utf8"));
  const ran = new Set();
  for (const browser of BROWSERS) {
    const session = await open(browser);
    const site = await serve(t);
    for (const [width, height] of SIZES) {
      await session.resize(width, height);
      for (const address of ADDRESSES) {
        await session.go("about:blank");
        await session.go(`${site.address}${address}`);
        await ready(session);
        await new Promise((settled) => setTimeout(settled, SETTLED_MS));
        for (const index of await session.run(() => [...window.ranTwiceRan])) ran.add(names[index]);
      }
    }
  }
  // One without a name has only its number, which another has in the next build.
  const later = [...new Set(names.filter((name) => !ran.has(name) && !/^\d+$/.test(name)))].sort();
  writeFileSync(join(script, "later.txt"), `${later.join("\n")}\n`);
  process.stdout.write(`${later.length} of ${new Set(names).size} functions can come later\n`);
  rmSync(dist, { recursive: true });
  rmSync(NAMES);
});

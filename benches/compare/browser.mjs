// How fast every schedule is explored in a browser: the engine as wasm, the same engine on this machine, and the plain
// JavaScript of plain.js, each in interleaved rounds, the least time of each. script/compare runs it: it knows where the tools
// are. Ends with an error where a gate is missed, or where the three do not find the same.
import { execFileSync, spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { shrink } from "../../script/shrink.mjs";
import { endAll, open } from "../../tests/browser/harness.mjs";
import { serve } from "../../script/server.mjs";

const ROUNDS = 9;
// Workers and crashes; all have 100,000 states or more but the first two, which are printed and held to nothing.
const SIZES = ["4 0", "4 1", "5 0", "5 1"];
const GATED_STATES_MIN = 100_000;
const RATIOS = [
  { name: "wasm ÷ this machine", of: ["wasm", "native"], holds: (ratio) => ratio <= 1.4, gate: "at most 1.40" },
  { name: "plain JavaScript ÷ wasm", of: ["script", "wasm"], holds: (ratio) => ratio >= 2, gate: "at least 2.00" },
];

const NAME = "ran-twice-answer";

// ---- building ---------------------------------------------------------------------------------------------------------

function cargo(...args) {
  return execFileSync("cargo", args, { cwd: import.meta.dirname, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}

// The same code for both, with the profile of this folder's Cargo.toml, and the wasm goes the way of the page's worker:
// script/finish.mjs.
async function build(folder) {
  const wasm32 = "wasm32-unknown-unknown";
  for (const target of [[], ["--target", wasm32]]) cargo("build", "--locked", "--quiet", "--release", "--bin", NAME, ...target);
  const { target_directory: target } = JSON.parse(cargo("metadata", "--no-deps", "--format-version", "1", "--locked"));
  execFileSync("wasm-bindgen", ["--target", "web", "--no-typescript", "--out-dir", folder, join(target, wasm32, "release", `${NAME}.wasm`)]);
  const script = join(folder, `${NAME}.js`);
  const asWritten = readFileSync(script, "utf8").replace(/^export .*$/m, "__wbg_init();");
  const [glue, bytes] = await shrink(asWritten, join(folder, `${NAME}_bg.wasm`));
  writeFileSync(script, glue);
  writeFileSync(join(folder, `${NAME}_bg.wasm`), bytes);
  copyFileSync(join(import.meta.dirname, "plain.js"), join(folder, "plain.js"));
  writeFileSync(join(folder, "index.html"), "<!doctype html><title>Exploring</title>");
  return join(target, "release", NAME);
}

// ---- time -------------------------------------------------------------------------------------------------------------

// Linux says how long a thread has had a processor, so that what else the machine does counts as little as possible. Elsewhere
// it is the time that passes.
const PROCESSES = "/proc";
const tellsThreads = existsSync(join(PROCESSES, "self/schedstat"));

function read(...path) {
  try {
    return readFileSync(join(PROCESSES, ...path), "utf8");
  } catch {
    // It has ended meanwhile.
    return "";
  }
}

// The threads of a process and of all that it has started, by the folder that tells of each: `named` alone, where it is given.
function threads(first, named) {
  const parents = readdirSync(PROCESSES).filter(Number).map((id) => [id, /\) \S (\d+)/.exec(read(id, "stat"))?.[1]]);
  const family = [`${first}`];
  for (const id of family) family.push(...parents.filter(([, parent]) => parent === id).map(([child]) => child));
  const tasks = family.flatMap((id) => readdirSync(join(PROCESSES, id, "task")).map((thread) => join(id, "task", thread)));
  return tasks.filter((task) => !named || read(task, "comm").trim().startsWith(named));
}

// Milliseconds that those threads have worked.
const worked = (tasks) => tasks.reduce((sum, task) => sum + Number(read(task, "schedstat").split(" ")[0]) / 1e6, 0);
const clock = (tasks) => (tellsThreads ? worked(tasks) : performance.now());

// ---- who explores -----------------------------------------------------------------------------------------------------

function native(program) {
  const child = spawn(program, { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    tasks: tellsThreads ? threads(child.pid) : [],
    async ask(question) {
      child.stdin.write(`${question}\n`);
      return (await lines.next()).value;
    },
    end: () => child.stdin.end(),
  };
}

// Two workers of one page. Only one of them is ever at work, so that the threads of both can be asked for its time.
async function inBrowser(session) {
  await session.run(async (scripts) => {
    const next = (worker) => new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message || "a worker did not start"));
    });
    window.workers = {};
    for (const [name, script] of Object.entries(scripts)) {
      workers[name] = new Worker(script, { type: "module" });
      await next(workers[name]);
    }
    window.ask = (name, question) => {
      const answer = next(workers[name]);
      workers[name].postMessage(question);
      return answer;
    };
  }, { wasm: `./${NAME}.js`, script: "./plain.js" });
  const tasks = tellsThreads ? threads(session.capabilities["goog:processID"], "DedicatedWorker") : [];
  if (tellsThreads && tasks.length < 2) throw new Error(`${tasks.length} threads of workers instead of two`);
  const side = (name) => ({ tasks, ask: (question) => session.run((name, question) => window.ask(name, question), name, question) });
  return { wasm: side("wasm"), script: side("script") };
}

// ---- the comparison ---------------------------------------------------------------------------------------------------

async function contest(size, sides) {
  const fastest = {};
  const answers = new Set();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, { tasks, ask }] of Object.entries(sides)) {
      const start = clock(tasks);
      answers.add(await ask(size));
      fastest[name] = Math.min(fastest[name] ?? Infinity, clock(tasks) - start);
    }
  }
  const [answer, ...others] = answers;
  if (others.length > 0) throw new Error(`not the same was found: ${[...answers].join(" / ")}`);
  const states = Number(answer.split(" ")[0]);
  if (!states) throw new Error(answer);
  return { size, states, fastest };
}

function report({ size, states, fastest }) {
  const [workers, crashes] = size.split(" ");
  const times = Object.entries(fastest).map(([name, ms]) => `${name} ${ms.toFixed(1)} ms`);
  console.log(`${workers} workers, ${crashes} crashes, ${states} states with nothing merged: ${times.join(", ")}`);
  const gated = states >= GATED_STATES_MIN;
  return RATIOS.every(({ name, of: [left, right], holds, gate }) => {
    const ratio = fastest[left] / fastest[right];
    const well = !gated || holds(ratio);
    console.log(`  ${name.padEnd(24)} ${ratio.toFixed(2).padStart(6)}  ${gated ? `${well ? "ok" : "MISSED"}, ${gate}` : ""}`);
    return well;
  });
}

const folder = mkdtempSync(join(tmpdir(), "ran-twice-compare-"));
const ending = [() => rmSync(folder, { recursive: true }), endAll];
try {
  const here = native(await build(folder));
  ending.push(() => here.end());
  const site = await serve({ folder });
  ending.push(() => site.close());
  const session = await open("chromium");
  await session.go(site.address);
  const sides = { native: here, ...(await inBrowser(session)) };
  let well = true;
  // Every ratio is printed, whatever came before.
  for (const size of SIZES) well = report(await contest(size, sides)) && well;
  process.exitCode = well ? 0 : 1;
} finally {
  for (const end of ending.reverse()) await end();
}

// A small static server: `script/serve` runs it to show dist/, and the browser tests to serve it in every odd way a host can.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { dirname, extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

export const DIST = process.env.TRUNK_BUILD_DIST ?? join(dirname(fileURLToPath(import.meta.url)), "..", "dist");

// The strictest policy that the page runs under, and the one to copy for a site that has one: no inline script or style, no
// other host, and WebAssembly allowed by name.
export const POLICY = [
  "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "img-src 'self'", "connect-src 'self'",
  "font-src 'self'", "frame-src 'self'", "base-uri 'none'",
].join("; ");

const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".mjs": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
};

/**
 * Serves `folder` under `prefix` (which starts and ends with a slash), at `port` (0: any free one).
 * `change(path, reply)` may alter a reply `{ status, headers, body }` before it is sent, and take its time; `path` is relative
 * to the prefix.
 * Returns `{ origin, address, requests, close }`, where `requests` lists `{ path, status }` of all that was asked.
 */
export async function serve({ folder = DIST, prefix = "/", port = 0, policy = POLICY, change = () => {} } = {}) {
  const requests = [];

  async function answer(url) {
    const path = decodeURIComponent(new URL(url, "http://localhost").pathname);
    const reply = { status: 404, headers: { "content-type": "text/html; charset=utf-8" }, body: "<!doctype html><title>404</title><p>Not found" };
    if (policy) reply.headers["content-security-policy"] = policy;
    reply.headers["cache-control"] = "no-store";
    const inside = path.startsWith(prefix) ? path.slice(prefix.length) || "index.html" : undefined;
    if (inside !== undefined && !normalize(inside).startsWith("..")) {
      try {
        reply.body = await readFile(join(folder, inside));
        reply.status = 200;
        reply.headers["content-type"] = TYPES[extname(inside)] ?? "application/octet-stream";
      } catch (error) {
        if (!["ENOENT", "EISDIR", "ENOTDIR"].includes(error.code)) throw error;
      }
    }
    await change(inside, reply);
    requests.push({ path, status: reply.status });
    return reply;
  }

  const server = createServer(async (request, response) => {
    try {
      const { status, headers, body } = await answer(request.url);
      response.writeHead(status, headers).end(request.method === "HEAD" ? undefined : body);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  return {
    origin,
    address: origin + prefix,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * What `script/serve` changes: a page on another port, as a docs author's is, may load the element from here; and the single
 * file, whose scripts stand inside it, is sent without a policy, because it has its own.
 */
export function allow(path, { headers }) {
  if (path === "ran-twice.js") headers["access-control-allow-origin"] = "*";
  if (["ran-twice.html", "embed.html"].includes(path)) delete headers["content-security-policy"];
}

async function main() {
  const wanted = process.env.PORT ? Number(process.env.PORT) : undefined;
  for (let port = wanted ?? 8080; ; port += 1) {
    try {
      const { address } = await serve({ port, change: allow });
      process.stdout.write(`Ran Twice is at ${address} (Ctrl-C stops it)\n`);
      return;
    } catch (error) {
      const taken = error.code === "EADDRINUSE";
      if (!taken || wanted !== undefined || port >= 8180) {
        process.stderr.write(taken ? `port ${port} is taken\n` : `${error}\n`);
        process.exitCode = 1;
        return;
      }
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();

// For tests: one key that uses as much as it can, until this process is killed.
// Usage: node attack.mjs PORT KEY KIND
import { connect } from "node:net";

const [port, key, kind] = process.argv.slice(2);
const BODY_BYTES = 32 * 2 ** 20;
const CHUNK = Buffer.alloc(2 ** 20, " ");
const STALLING = 16;
const FILTERS = 24;
const TERMS = 2_000;

const KINDS = {
  stall,
  pages: () => filter({ limit: 50 }),
  exports: () => filter({}),
  counts: () => filter({}, "/calls/query_stats"),
};

for (let one = 0; one < (kind === "stall" ? STALLING : FILTERS); one += 1) void repeat(KINDS[kind]);
console.log("attacking");

async function repeat(attack) {
  for (;;) {
    try {
      await attack();
    } catch {
      // Rejected or cut off: repeat.
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Sends a body except for its last byte, and then nothing more. */
async function stall() {
  const socket = connect({ port: Number(port), host: "127.0.0.1" });
  const closed = new Promise((resolve) => socket.on("close", resolve).on("error", resolve));
  socket.resume();
  socket.write(
    `POST /call/read HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${key}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${BODY_BYTES}\r\n\r\n`,
  );
  for (let left = BODY_BYTES - 1; left > 0; left -= CHUNK.length) {
    const isTaken = socket.write(CHUNK.subarray(0, left));
    if (!isTaken) await Promise.race([closed, new Promise((resolve) => socket.once("drain", resolve))]);
    if (socket.destroyed) return;
  }
  await closed;
}

/** Searches every call of the project for thousands of texts, none of which occurs. */
async function filter(page, path = "/calls/stream_query") {
  const texts = Array.from({ length: TERMS }, (_, term) => ({
    $contains: { input: { $getField: "inputs.text" }, substr: { $literal: `nowhere ${term}` } },
  }));
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ project_id: "acme/attacked", query: { $expr: { $or: texts } }, ...page }),
  });
  await response.text();
}

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { paced, whole } from "./body-pace";

const LIMITS = { idleMs: 1_000, bytesPerSecond: 10 };

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

/** A number of bytes, each after a pause. */
async function* sent(...chunks: { afterMs: number; bytes: number }[]): AsyncGenerator<Uint8Array> {
  for (const { afterMs, bytes } of chunks) {
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    yield new Uint8Array(bytes);
  }
}

async function read(chunks: AsyncIterable<Uint8Array>, pauseMs = 0): Promise<number> {
  let bytes = 0;
  for await (const chunk of paced(chunks, LIMITS)) {
    bytes += chunk.length;
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return bytes;
}

const times = (count: number, afterMs: number, bytes: number) =>
  Array.from({ length: count }, () => ({ afterMs, bytes }));

async function after<Value>(ms: number, value: Promise<Value>): Promise<Value> {
  value.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(ms);
  return value;
}

test("a body that advances is read to its end, however long it takes", async () => {
  expect(await after(60_000, read(sent(...times(100, 500, 10))))).toBe(1_000);
});

test("one that stalls is cut", async () => {
  const reading = read(sent({ afterMs: 10, bytes: 1000 }, { afterMs: 1_001, bytes: 1 }));
  await expect(after(2_000, reading)).rejects.toMatchObject({
    code: "request_timeout",
    message: "No body data arrived for 1 s",
  });
});

test("so is one that trickles", async () => {
  await expect(after(60_000, read(sent(...times(100, 900, 1))))).rejects.toMatchObject({
    code: "request_timeout",
    message: "The body arrived more slowly than 10 bytes a second",
  });
});

test("time that the reader needs does not count for the sender", async () => {
  expect(await after(60_000, read(sent(...times(10, 100, 1)), 3_000))).toBe(10);
});

test("a body read in one go has the same time", async () => {
  const pending = new Promise<never>(() => undefined);
  await expect(after(1_000, whole(pending, LIMITS))).rejects.toMatchObject({ code: "request_timeout" });
  expect(await whole(Promise.resolve("here"), LIMITS)).toBe("here");
});

import { pino } from "pino";
import { describe, expect, test, vi } from "vitest";
import { AppError } from "@/lib/contract/app-error";
import { KEY_RECORDS_HELD_BYTES, RECORDS_HELD_BYTES } from "@/lib/contract/limits";
import { type CallWrite, RANK } from "@/service/store/calls/call-write";
import type { Store } from "@/service/store/store";
import { Recorder } from "./recorder";

const DOWN = new AppError("unavailable", "down");
const write = (id: string): CallWrite => ({ project_id: "acme/a", id, rank: RANK.start });

const KEY = "key";

function scene(writeCalls: Store["writeCalls"] = async (writes) => writes.map(() => undefined)) {
  const store = { writeCalls: vi.fn<Store["writeCalls"]>(writeCalls) };
  const counts: Record<string, number> = {};
  const log: string[] = [];
  const recorder = new Recorder({
    store,
    logger: pino({}, { write: (line: string) => void log.push(line) }),
    count: ({ outcome }) => (counts[outcome] = (counts[outcome] ?? 0) + 1),
    retryMs: 1,
  });
  const add = (id: string, bytes = 10) =>
    recorder.hold(KEY, bytes) && recorder.add({ key: KEY, bytes, write: () => write(id) });
  const written = () => store.writeCalls.mock.calls.map(([writes]) => writes.map(({ id }) => id));
  return { recorder, add, counts, log, written, store };
}

test("concurrent records are one transaction, in order, and use no memory afterwards", async () => {
  const { recorder, add, counts, written } = scene();
  for (const id of ["a", "b", "c"]) add(id);
  expect(recorder.heldBytes).toBe(30);
  await recorder.drained();
  expect([written(), counts, recorder.heldBytes]).toEqual([[["a", "b", "c"]], { written: 3 }, 0]);
});

test("what has piled up is written a thousand at a time", async () => {
  const { recorder, add, written } = scene();
  for (let place = 0; place < 2_500; place += 1) add(String(place));
  await recorder.drained();
  expect(written().map(({ length }) => length)).toEqual([1000, 1000, 500]);
});

test("no response waits for it", () => {
  const { add, written } = scene(() => new Promise(() => {}));
  add("a");
  expect(written()).toEqual([]);
});

test.each(Array.from({ length: 12 }, (_, hops) => hops))(
  "one that comes %i steps behind a batch is written",
  async (hops) => {
    const { add, written, store } = scene();
    store.writeCalls.mockImplementationOnce(async (writes) => {
      let step = Promise.resolve();
      for (let hop = 0; hop < hops; hop += 1) step = step.then(() => {});
      void step.then(() => add("b"));
      return writes.map(() => undefined);
    });
    add("a");
    await expect.poll(() => written().flat()).toEqual(["a", "b"]);
  },
);

describe("a store that fails", () => {
  test("for a while is retried, and later records wait their turn", async () => {
    const { recorder, add, counts, written, store } = scene();
    store.writeCalls.mockRejectedValueOnce(DOWN).mockImplementationOnce(() => {
      add("b");
      return Promise.reject(DOWN);
    });
    add("a");
    await recorder.drained();
    expect([written(), counts]).toEqual([[["a"], ["a"], ["a"], ["b"]], { written: 2 }]);
  });

  test("for good is dropped and counted, with its message in the log without values from callers", async () => {
    const { recorder, add, counts, log, store } = scene(() =>
      Promise.reject(Object.assign(new AppError("unavailable", "down"), { detail: "canary" })),
    );
    add("a");
    await recorder.drained();
    expect([store.writeCalls.mock.calls.length, counts, recorder.heldBytes]).toEqual([5, { failed: 1 }, 0]);
    expect(log.join("")).toContain('"reason":"down"');
    expect(log.join("")).not.toContain("canary");
  });

  test("of one record does not affect the others", async () => {
    const refusal = { code: "conflict" as const, message: "in another trace" };
    const { recorder, add, counts } = scene(async (writes) =>
      writes.map(({ id }) => (id === "a" ? refusal : undefined)),
    );
    add("a");
    add("b");
    await recorder.drained();
    expect(counts).toEqual({ failed: 1, written: 1 });
  });
});

test("a record that the store cannot take fails alone, without being tried again and again", async () => {
  const { recorder, add, counts, written } = scene(async (writes) => {
    if (writes.some(({ id }) => id === "odd")) throw new Error("database error 22021");
    return writes.map(() => undefined);
  });
  for (const id of ["a", "odd", "b"]) add(id);
  await recorder.drained();
  expect([written(), counts]).toEqual([[["a", "odd", "b"], ["a"], ["odd"], ["b"]], { failed: 1, written: 2 }]);
});

test("a record that cannot be worked out fails alone", async () => {
  const { recorder, add, counts, written } = scene();
  recorder.add({
    key: KEY,
    bytes: 0,
    write: () => {
      throw new Error("odd");
    },
  });
  add("b");
  await recorder.drained();
  expect([written(), counts]).toEqual([[["b"]], { failed: 1, written: 1 }]);
});

describe("when the service stops", () => {
  test("what is left is written", async () => {
    const { recorder, add, counts } = scene();
    add("a");
    await recorder.stop(60_000);
    expect(counts).toEqual({ written: 1 });
  });

  test("records that a store does not write in time are dropped with one log line, and not retried", async () => {
    let fail: (error: Error) => void = () => {};
    const { recorder, add, counts, log, written } = scene(() => new Promise((_, reject) => (fail = reject)));
    for (let place = 0; place < 1_500; place += 1) add(String(place));
    await expect.poll(written).toHaveLength(1);
    await recorder.stop(0);
    fail(new Error("The connection is closed"));
    await recorder.drained();
    expect([counts, recorder.heldBytes, written().length, log.length]).toEqual([{ failed: 1_500 }, 0, 1, 2]);
  });
});

test("there is no more room than the limit, nor for one key than its share", () => {
  const { recorder, counts } = scene();
  const share = KEY_RECORDS_HELD_BYTES;
  expect([recorder.hold("a", share), recorder.hold("a", 1)]).toEqual([true, false]);
  expect([recorder.hold("b", RECORDS_HELD_BYTES - share), recorder.hold("c", 1)]).toEqual([true, false]);
  recorder.drop();
  recorder.release("a", share);
  expect([recorder.hold("a", 1), recorder.hold("c", 1), counts]).toEqual([true, true, { dropped: 1 }]);
});

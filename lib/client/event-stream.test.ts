import { describe, expect, test } from "vitest";
import { readEvents } from "./event-stream";

function bodyOf(
  chunks: readonly (string | Uint8Array)[],
  end: "close" | "break" = "close",
): ReadableStream<Uint8Array> {
  const left = [...chunks];
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = left.shift();
      if (next !== undefined) controller.enqueue(typeof next === "string" ? new TextEncoder().encode(next) : next);
      else if (end === "close") controller.close();
      else controller.error(new TypeError("terminated"));
    },
  });
}

async function eventsOf(body: ReadableStream<Uint8Array>): Promise<string[]> {
  const events: string[] = [];
  for await (const event of readEvents(body)) events.push(event);
  return events;
}

describe("events", () => {
  test.each<[string, (string | Uint8Array)[], string[]]>([
    ["come one by one", ["data: a\n\ndata: b\n\n"], ["a", "b"]],
    ["come in any pieces", ["da", "ta: a", "\n", "\nda", "ta: b\n\n"], ["a", "b"]],
    ["end in CR too", ["data: a\r\rdata: b\r", "\r"], ["a", "b"]],
    ["without empty lines are one", ["data: a\ndata: b\ndata: c"], ["a\nb\nc"]],
    ["end in CR LF too", ["data: a\r\n\r\ndata: b\r\n\r\n"], ["a", "b"]],
    ["need no space behind the colon", ["data:a\n\n"], ["a"]],
    ["of several lines are joined", ["data: a\ndata: b\n\n"], ["a\nb"]],
    ["leave comments and other fields out", [": ping\nevent: x\nid: 1\ndata: a\n\n: ping\n\n"], ["a"]],
    ["without an end are given too", ["data: a\n\ndata: half"], ["a", "half"]],
    [
      "keep characters that a chunk cuts",
      [Uint8Array.of(0x64, 0x61, 0x74, 0x61, 0x3a, 0xc3), Uint8Array.of(0xa9, 10, 10)],
      ["é"],
    ],
    ["show what is no UTF-8", [Uint8Array.of(0x64, 0x61, 0x74, 0x61, 0x3a, 0xff, 10, 10)], ["\ufffd"]],
    ["that are none are nothing", ["<html>\n</html>"], []],
  ])("%s", async (_name, chunks, expected) => {
    expect(await eventsOf(bodyOf(chunks))).toEqual(expected);
  });

  test("of five million characters arrive whole", async () => {
    const long = "x".repeat(50_000);
    const [event] = await eventsOf(bodyOf(["data: ", ...Array.from({ length: 100 }, () => long), "\n\n"]));
    expect(event).toHaveLength(5_000_000);
  });

  test("are yielded before a broken connection, which then throws", async () => {
    const events: string[] = [];
    const read = async () => {
      for await (const event of readEvents(bodyOf(["data: a\n\n"], "break"))) events.push(event);
    };
    await expect(read()).rejects.toMatchObject({ code: "cut_off" });
    expect(events).toEqual(["a"]);
  });

  test("stop the source when nobody reads them any more", async () => {
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode("data: a\n\n")),
      cancel: () => {
        isCancelled = true;
      },
    });
    for await (const event of readEvents(body)) if (event === "a") break;
    expect(isCancelled).toBe(true);
  });
});

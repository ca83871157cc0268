import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EventStream } from "./event-stream";

/** The forwarded part of these chunks, and what is left at the end. */
function passed(...parts: string[]): { parts: string[]; rest: string; hasEnded: boolean } {
  const events = new EventStream();
  const whole = parts.map((part) => events.push(Buffer.from(part)).toString());
  return { parts: whole, rest: events.remaining().toString(), hasEnded: events.hasEnded };
}

describe("events pass whole", () => {
  test.each([
    ["one a part", ["data: a\n\n", "data: b\n\n"], ["data: a\n\n", "data: b\n\n"]],
    ["several in one part", ["data: a\n\ndata: b\n\n"], ["data: a\n\ndata: b\n\n"]],
    ["one in three parts", ["da", "ta: a\n", "\n"], ["", "", "data: a\n\n"]],
    ["one and a half", ["data: a\n\ndata", ": b\n\n"], ["data: a\n\n", "data: b\n\n"]],
    ["with carriage returns, cut within", ["data: a\r\n\r", "\n"], ["", "data: a\r\n\r\n"]],
    ["with carriage returns alone", ["data: a\r\rdata: b"], ["data: a\r\r"]],
    ["a comment that keeps the line open", [": ping\n\n"], [": ping\n\n"]],
    ["half an event, never ended", ["data: a\n\n", "data: {"], ["data: a\n\n", ""]],
    ["no event at all", ["<html>"], [""]],
  ])("%s", (_what, parts, whole) => expect(passed(...parts).parts).toEqual(whole));

  test("are unchanged, for any chunks", () => {
    const text = 'data: {"a":"é"}\n\ndata: b\r\n\r\n: ping\n\ndata: [DONE]\n\n';
    const bytes = Buffer.from(text);
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: bytes.length - 1 })), (cuts) => {
        const events = new EventStream();
        const edges = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
        const out = edges.slice(1).map((edge, index) => events.push(bytes.subarray(edges[index], edge)));
        expect(Buffer.concat(out).toString()).toBe(text);
        expect(events.hasEnded).toBe(true);
      }),
    );
  });

  test("one that is too long passes in pieces, and the next one is complete again", () => {
    const events = new EventStream();
    const long = Buffer.alloc(3 * 2 ** 20, "x");
    expect(events.push(long)).toHaveLength(long.length);
    expect(events.event("{}").toString()).toBe("\n\ndata: {}\n\n");
    expect(events.push(Buffer.from("\n\n")).toString()).toBe("\n\n");
    expect(events.event("{}").toString()).toBe("data: {}\n\n");
  });
});

describe("whether a stream is whole", () => {
  test.each<[string, string[], boolean, string]>([
    ["with its last event", ["data: a\n\n", "data: [DONE]\n\n"], true, ""],
    ["without a space", ["data:[DONE]\n\n"], true, ""],
    ["without the last empty line", ["data: a\n\n", "data: [DONE]"], true, "data: [DONE]\n\n"],
    ["without its last event", ["data: a\n\n"], false, ""],
    ["when an answer only says so", ['data: {"content":"data: [DONE]"}\n\n'], false, ""],
    ["when half an event only says so", ['data: a\n\ndata: {"content":"data: [DONE]'], false, ""],
    ["nothing", [], false, ""],
  ])("%s", (_what, parts, hasEnded, rest) => expect(passed(...parts)).toMatchObject({ hasEnded, rest }));
});

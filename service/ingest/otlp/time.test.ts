import { expect, test } from "vitest";
import { JsonText } from "@/lib/json/text";
import type { AnyValue } from "./any-value";
import { newSpan } from "./span";
import { endOf, startOf } from "./time";

const START = "2026-11-20T08:40:41.089000Z";
const END = "2026-11-20T08:40:41.121730Z";

function spanWith(attributes: Record<string, AnyValue>, endUnixNano = 1795164041121730017n) {
  return {
    ...newSpan(),
    startUnixNano: 1795164041089000000n,
    endUnixNano,
    attributes: new Map(Object.entries(attributes)),
  };
}

const number = (text: string) => new JsonText(text);

test.each<[string, Record<string, AnyValue>, string, string]>([
  ["nothing", {}, START, END],
  [
    "ISO 8601 text",
    { "langfuse.startTime": "2026-11-20T08:00:00.5+01:00", "langfuse.endTime": "2026-11-20T08:00:01" },
    "2026-11-20T07:00:00.500000Z",
    "2026-11-20T08:00:01.000000Z",
  ],
  ["JSON of such text", { "langfuse.startTime": '"2026-11-20T08:00:00Z"' }, "2026-11-20T08:00:00.000000Z", END],
  ["Unix seconds", { "langfuse.startTime": number("1795161600") }, "2026-11-20T08:00:00.000000Z", END],
  ["parts of seconds", { "langfuse.endTime": number("1795161600.25") }, START, "2026-11-20T08:00:00.250000Z"],
  ["Unix milliseconds", { "langfuse.startTime": number("1795161600001") }, "2026-11-20T08:00:00.001000Z", END],
  ["parts of milliseconds", { "langfuse.startTime": "1795161600001.5" }, "2026-11-20T08:00:00.001500Z", END],
  ["Unix microseconds", { "langfuse.startTime": "1795161600000001" }, "2026-11-20T08:00:00.000001Z", END],
  ["Unix nanoseconds", { "langfuse.endTime": number("1795161600000001999") }, START, "2026-11-20T08:00:00.000001Z"],
  ["what is no time", { "langfuse.startTime": "soon", "langfuse.endTime": true }, START, END],
  ["zero, and less", { "langfuse.startTime": number("0"), "langfuse.endTime": number("-1") }, START, END],
  ["an offset that is none", { "langfuse.startTime": "2026-11-20T08:00:00+99:99" }, START, END],
])("attributes that state %s", (_, attributes, started, ended) => {
  const span = spanWith(attributes);
  expect([startOf(span), endOf(span)]).toEqual([started, ended]);
});

test("a span runs until it, or an attribute of it, says that it has ended", () => {
  expect(endOf(spanWith({}, 0n))).toBeUndefined();
  expect(endOf(spanWith({ "langfuse.endTime": "2026-11-20T08:40:42Z" }, 0n))).toBe("2026-11-20T08:40:42.000000Z");
});

test("a span that was sent without a start began when it ended; without both, nobody knows", () => {
  expect(startOf({ ...spanWith({}), startUnixNano: 0n })).toBe(END);
  expect(startOf(newSpan())).toBeUndefined();
});

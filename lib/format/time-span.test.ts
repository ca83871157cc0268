import { expect, test } from "vitest";
import { spanWord, type TimeSpan } from "./time-span";

const words = { "1h": "Last hour", "24h": "Last 24 h" };
const all = { range: null, from: null, to: null };
const at = "2020-01-02T03:04:05Z";

test.each<[Partial<TimeSpan<"1h" | "24h">>, string]>([
  [{}, "All time"],
  [{ range: "24h" }, "Last 24 h"],
  [{ from: at }, "Since 2 Jan 2020 03:04:05"],
  [{ to: at }, "Until 2 Jan 2020 03:04:05"],
  [{ from: at, to: "2020-01-03T00:00:00Z" }, "2 Jan 2020 03:04:05 to 3 Jan 2020 00:00:00"],
  [{ from: at, range: "1h" }, "Since 2 Jan 2020 03:04:05"],
])("%o is called %s", (span, word) => {
  expect(spanWord({ ...all, ...span }, words, "UTC")).toBe(word);
});

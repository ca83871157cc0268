import { expect, test } from "vitest";
import { toJsonText } from "@/lib/json/text";
import { DigestedRows } from "./digest-rows";

test.each([
  ["many rows", 5_000, "x", 10],
  ["long rows", 20, "x".repeat(300 * 1024), 10],
])("other work has its turn while the digests of %s are computed", async (_what, count, text, parts) => {
  let turns = 0;
  let next: NodeJS.Immediate;
  const turn = () => {
    turns += 1;
    next = setImmediate(turn);
  };
  next = setImmediate(turn);
  const digested = new DigestedRows();
  for (let at = 0; at < count; at += 1) await digested.add(toJsonText({ at, text }));
  clearImmediate(next);
  expect([digested.values.size, turns >= parts - 1]).toEqual([count, true]);
});

import { expect, test } from "vitest";
import type { CallRow } from "@/lib/contract/calls";

import { failuresOf } from "./failures";
import { buildSpanTree } from "./span-tree";

const START_MS = Date.parse("2026-01-01T00:00:00Z");

/** `id: [parent, exception]`, each a second after the one before; the id is the name up to a digit. */
function failuresIn(calls: Readonly<Record<string, [parent?: string, exception?: string]>>) {
  const rows = Object.entries(calls).map(([id, [parent_id, exception]], second): CallRow => {
    const at = (seconds: number) => new Date(START_MS + seconds * 1_000).toISOString();
    return {
      project_id: "acme/bot",
      id,
      trace_id: "t",
      op_name: id.replace(/\d+$/, ""),
      started_at: at(second),
      ended_at: at(second + 1),
      parent_id,
      exception,
    };
  });
  return failuresOf(buildSpanTree(rows)).map(({ name, message, ids }) => [name, message, ...ids]);
}

test("a trace without a failure has none", () => {
  expect(failuresIn({ agent: [], ask: ["agent"] })).toEqual([]);
});

test("the deepest failure comes first, with its retries as one", () => {
  expect(
    failuresIn({
      agent: [undefined, "Error: step 2 failed\n    at run (agent.ts:1:2)"],
      plan: ["agent"],
      step: ["agent", "Error: no invoice"],
      find1: ["step", "HTTP 503"],
      find2: ["step", "HTTP 503"],
      find3: ["step", "HTTP 504 from order-service"],
    }),
  ).toEqual([
    ["find", "HTTP 504 from order-service", "find1", "find2", "find3"],
    ["step", "Error: no invoice", "step"],
    ["agent", "Error: step 2 failed", "agent"],
  ]);
});

test("what was handled on the way comes after what made the root fail, however deep it is", () => {
  expect(
    failuresIn({
      agent: [undefined, "Error: refused"],
      search: ["agent"],
      page: ["search"],
      fetch: ["page", "Error: timeout"],
      pay: ["agent", "Error: refused"],
    }).map(([name]) => name),
  ).toEqual(["pay", "agent", "fetch"]);
});

test("the same name below another parent is another step, and a missing parent counts as failed", () => {
  expect(
    failuresIn({
      first: ["lost", "Error: a"],
      agent: ["gone"],
      ask1: ["agent", "Error: b"],
      ask2: ["first", "Error: c"],
    }),
  ).toEqual([
    ["ask", "Error: c", "ask2"],
    ["first", "Error: a", "first"],
    ["ask", "Error: b", "ask1"],
  ]);
});

test("an exception that W&B's SDK writes as JSON is shown by its type and message", () => {
  const exception = JSON.stringify({ type: "ValueError", message: "no city\nsecond line", traceback: [] });
  expect(failuresIn({ agent: [undefined, exception] })).toEqual([["agent", "ValueError: no city", "agent"]]);
});

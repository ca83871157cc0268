import { expect, it } from "vitest";
import type { CallRow } from "@/lib/contract/calls";
import { buildSpanTree } from "./span-tree";
import { deriveStatuses } from "./status";

const END = "2026-11-20T08:00:01.000000Z";
const row = (id: string, parent: string | undefined, more: Partial<CallRow>): CallRow => ({
  id,
  trace_id: "t",
  started_at: "2026-11-20T08:00:00.000000Z",
  parent_id: parent,
  ...more,
});

it("derives a status for every call from its own end and its descendants", () => {
  const rows = [
    row("root", undefined, { ended_at: END }),
    row("fine", "root", { ended_at: END }),
    row("middle", "root", { ended_at: END }),
    row("failed", "middle", { ended_at: END, exception: "boom" }),
    row("below", "failed", { ended_at: END }),
    row("runs", "root", {}),
    row("failed-in-running", "runs", { exception: "" }),
    row("orphan", "gone", { ended_at: END, exception: "boom" }),
  ];
  expect(Object.fromEntries(deriveStatuses(buildSpanTree(rows)))).toEqual({
    root: "descendant_error",
    fine: "success",
    middle: "descendant_error",
    failed: "error",
    below: "success",
    runs: "running",
    "failed-in-running": "error",
    orphan: "error",
    gone: "descendant_error",
  });
});

import { expect, test } from "vitest";

import type { Refusal } from "@/lib/contract/projects";

import { groupReasons } from "./group-reasons";

function refusal(minute: number, reason: string, callId?: string, source: Refusal["source"] = "call"): Refusal {
  const id = `${minute}`;
  return { id, received_at: `2026-11-20T14:0${minute}:00.000000Z`, source, reason, call_id: callId };
}

test("returns nothing without rejected items", () => {
  expect(groupReasons([])).toEqual([]);
});

test("the same reason from the same source is one group, newest first", () => {
  const groups = groupReasons([
    refusal(5, "id is empty"),
    refusal(4, "other trace", "c1"),
    refusal(3, "id is empty", undefined, "otlp"),
    ...["c1", "c2", "c3", "c4"].map((id) => refusal(2, "other trace", id)),
  ]);
  expect(
    groups.map(({ source, reason, items, newest, callIds }) => [source, reason, items, newest[15], callIds]),
  ).toEqual([
    ["call", "id is empty", 1, "5", []],
    ["call", "other trace", 5, "4", ["c1", "c2", "c3"]],
    ["otlp", "id is empty", 1, "3", []],
  ]);
});

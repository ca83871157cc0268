import { expect, test } from "vitest";
import type { CallRow } from "@/lib/contract/calls";
import { json } from "@/service/store/testing/test-store";
import type { FollowedRule, ScoringCall } from "@/service/store/scoring/scoring-store";
import { SlowOnes } from "@/lib/limit/slow-ones";
import { CallScorer } from "./call-scorer";

const project_id = "acme/a";
const scorer_ref = `core:///${project_id}/object/contains:1`;
const SCORER = {
  _type: "Scorer",
  _class_name: "Scorer",
  _bases: ["Object", "BaseModel"],
  name: "contains",
  scorer: { type: "contains", text: "x" },
};
const rule: FollowedRule = {
  project_id,
  id: "r",
  definition: { name: "r", unit: "traces", scorer_ref },
  storedDefinition: "",
  created_by: "ada",
  created_at: "2026-11-20T08:00:00.000000Z",
  activeSince: "2026-11-20T08:00:00.000000Z",
  backfill: undefined,
};
const OUTPUT = "x".repeat(1_000);

test("calls are read and scored in parts, so that their payloads are not in memory at once, each once", async () => {
  const listed: number[] = [];
  const scored: string[] = [];
  const store = {
    readObjectValues: async () => [json(JSON.stringify(SCORER))],
    readShownUsage: () => Promise.reject(new Error("no cost is needed")),
    writeCalls: () => Promise.reject(new Error("no judge is asked")),
    createFeedbackBatch: async (batch: readonly { id: string }[]) => {
      scored.push(...batch.map(({ id }) => id));
      return [];
    },
    async *listCalls({ filter }: { filter?: { call_ids?: string[] | null } | null }): AsyncGenerator<CallRow[]> {
      listed.push(0);
      for (const id of filter?.call_ids ?? []) {
        if (id === "gone") continue;
        listed.push((listed.pop() ?? 0) + 1);
        yield [{ id, inputs: json("{}"), output: json(JSON.stringify(OUTPUT)) } as CallRow];
      }
    },
  };
  const calls = Array.from({ length: 10 }, (_, place): ScoringCall => ({
    key: `k${place}`,
    id: `0193a1b2-0000-7000-8000-00000000000${place}`,
    callId: place === 4 ? "gone" : `c${place}`,
    scorerRef: scorer_ref,
    ofThread: false,
    attempt: 1,
  }));
  const options = { store, slow: new SlowOnes(), signal: new AbortController().signal, readChars: 3 * OUTPUT.length };
  const outcomes = await new CallScorer(rule, options as never).score(calls);
  expect(outcomes.map(({ key }) => key).toSorted()).toEqual(calls.map(({ key }) => key));
  expect(outcomes.filter(({ failure }) => failure !== undefined)).toEqual([
    expect.objectContaining({ key: "k4", failure: "The call does not exist any more" }),
  ]);
  expect(scored).toHaveLength(9);
  expect(listed).toEqual([3, 3, 3, 0]);
});

import type { CallRow } from "@/lib/contract/calls";
import { toMicroseconds } from "@/lib/contract/time";
import { JsonNode } from "@/lib/json/node";
import { completionCost, type PriceStore } from "./completion-cost";
import type { Completion } from "./completions";

/** The completion that a call records; undefined if it has not ended, or has failed. */
export async function readCompletion(
  store: PriceStore,
  projectId: string,
  row: CallRow,
): Promise<Completion | undefined> {
  const { id, inputs, output, exception, started_at: startedAt, ended_at: endedAt } = row;
  if (!output || exception !== undefined || startedAt === undefined || endedAt === undefined) return undefined;
  const model = (inputs && JsonNode.parse(inputs).get("model")?.string()) ?? "";
  return {
    id,
    output,
    latencyMs: (toMicroseconds(endedAt) - toMicroseconds(startedAt)) / 1000,
    costUsd: await completionCost(store, projectId, { model, output, startedAt }),
  };
}

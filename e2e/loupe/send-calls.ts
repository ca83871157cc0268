import type { z } from "zod";
import type { Client } from "@/lib/client/client";
import type { callBatchItem } from "@/lib/contract/calls";
import { JsonText } from "@/lib/json/text";

type Item = z.input<typeof callBatchItem>;

/** A call to send; payloads are JSON texts, sent unchanged. Without `ended_at` it keeps running. */
export interface SentCall {
  id: string;
  trace_id?: string;
  parent_id?: string;
  /** Makes the call a turn of that thread. */
  thread_id?: string;
  op_name?: string;
  started_at?: string;
  ended_at?: string;
  inputs?: string;
  output?: string;
  attributes?: string;
  exception?: string;
}

const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString().slice(0, "2026-11-20".length);

/**
 * A time of the day before the test run, so that every range that ends now has it.
 * @example yesterdayAt("14:02:11.532001") // "2026-11-20T14:02:11.532001Z"
 */
export const yesterdayAt = (time: string): string => `${YESTERDAY}T${time}Z`;

export const STARTED = yesterdayAt("14:02:11.532001");
export const ENDED = yesterdayAt("14:02:13.842001");

/** Sends calls to a project as a program would; throws if one is rejected. */
export async function sendCalls(service: Client, project_id: string, calls: readonly SentCall[]): Promise<void> {
  const batch = calls.flatMap((call) => itemsOf(project_id, call));
  const { res } = await service.request("callUpsertBatch", { batch });
  for (const { error } of res) if (error) throw new Error(error.message);
}

function itemsOf(project_id: string, call: SentCall): Item[] {
  const {
    id,
    trace_id = id,
    op_name = "answer",
    started_at = STARTED,
    parent_id,
    ended_at,
    exception,
    thread_id,
  } = call;
  const inputs = new JsonText(call.inputs ?? "{}");
  const attributes = new JsonText(call.attributes ?? "{}");
  const turn_id = thread_id === undefined ? undefined : id;
  const start = { project_id, id, trace_id, parent_id, thread_id, turn_id, op_name, started_at, inputs, attributes };
  const started: Item = { mode: "start", req: { start } };
  if (ended_at === undefined) return [started];
  const output = call.output === undefined ? undefined : new JsonText(call.output);
  return [started, { mode: "end", req: { end: { project_id, id, ended_at, exception, output } } }];
}

import type { CallKind } from "@/lib/contract/call-kinds";
import type { CallUsage, StatedCost } from "@/lib/contract/calls";
import type { ErrorCode } from "@/lib/contract/error-codes";
import type { JsonText } from "@/lib/json/text";

/**
 * The kind of a write: a later kind takes precedence over an earlier one, field by field; within a kind the later
 * arrival does.
 */
export const RANK = { start: 1, end: 2, update: 3 } as const;
type Rank = (typeof RANK)[keyof typeof RANK];

/**
 * What one message reports about one call. Absent fields change nothing; a call without `started_at` stays pending
 * (unlisted) until a write brings it. Payloads are exact JSON text.
 */
export type CallWrite = {
  project_id: string;
  id: string;
  rank: Rank;
  trace_id?: string;
  parent_id?: string;
  op_name?: string;
  display_name?: string;
  thread_id?: string;
  turn_id?: string;
  /** Normalized timestamps: UTC, microseconds, `Z`. */
  started_at?: string;
  ended_at?: string;
  exception?: string;
  attributes?: JsonText;
  inputs?: JsonText;
  output?: JsonText;
  summary?: JsonText;
  ext_user_id?: string;
  /** The end user of the program. */
  user_id?: string;
  ext_run_id?: string;
  ext_run_step?: number;
  ext_run_step_end?: number;
  kind?: CallKind;
  model?: string;
  usage?: CallUsage;
  /** Of the request, or of the response, which is later: empty if the request was served as usual. */
  service_tier?: string;
  /** What the client says that the call cost, in USD. */
  stated_cost?: Omit<StatedCost, "use">;
  /** The id that the provider gave its response. */
  response_id?: string;
  /** Attributes, events and links that the client dropped before sending. */
  dropped?: number;
};

export type WriteRefusal = { code: ErrorCode; message: string };

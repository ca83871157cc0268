import { formatRef, parseRef } from "@/lib/contract/refs";
import { tableRef } from "@/lib/contract/table-refs";
import { toTimestamp } from "@/lib/contract/time";
import { EVALUATE_OP } from "@/lib/experiment/result";
import { type JsonText, toJsonText } from "@/lib/json/text";
import { endWrite, startWrite } from "@/service/ingest/call-writes";
import { type CallWrite, RANK } from "@/service/store/calls/call-write";
import type { FollowedExperiment, SentRow } from "@/service/store/experiments/experiments-store";
import { timeOfId } from "@/service/background/scoring/derived-id";

const RESULT_OP = "Evaluation.predict_and_score";
/** Of a result that failed before its row was sent again: its requests have cost something, but it is no result. */
const FAILED_ATTEMPT_OP = "Evaluation.failed_attempt";

/** How a call ended. */
type Ending = { output?: JsonText; exception?: string };

/** The start of an experiment's own call, as W&B's SDKs record it. */
export function experimentStart(experiment: FollowedExperiment, startedAt: string): CallWrite {
  const { project_id, id, definition, evaluation_ref: self, model_ref: model, created_by } = experiment;
  return startWrite(
    {
      project_id,
      id,
      trace_id: id,
      op_name: EVALUATE_OP,
      display_name: definition.name,
      started_at: startedAt,
      attributes: toJsonText({}),
      inputs: toJsonText({ self, model }),
    },
    () => id,
    created_by,
  );
}

/** The end of an experiment's own call. */
export function experimentEnd({ project_id, id }: FollowedExperiment, output: JsonText): CallWrite {
  return endWrite({ project_id, id, ended_at: toTimestamp(Date.now()), output, summary: toJsonText({}) });
}

/** The start of a result: the same whenever it is written. */
export function resultStart(experiment: FollowedExperiment, row: SentRow): CallWrite {
  const { project_id, id: parent, evaluation_ref: self, model_ref: model, created_by } = experiment;
  return startWrite(
    {
      project_id,
      id: row.callId,
      trace_id: parent,
      parent_id: parent,
      op_name: RESULT_OP,
      started_at: timeOfId(row.callId),
      attributes: toJsonText({}),
      inputs: toJsonText({ self, model, example: rowRef(experiment, row.digest) }),
    },
    () => row.callId,
    created_by,
  );
}

/** The end of a result. */
export function resultEnd({ project_id }: FollowedExperiment, { callId }: SentRow, ending: Ending): CallWrite {
  return endWrite({
    project_id,
    id: callId,
    ended_at: toTimestamp(Date.now()),
    ...ending,
    summary: toJsonText({}),
  });
}

/** Makes a result that failed an attempt, so that it does not count as a repetition. */
export function asFailedAttempt({ project_id }: FollowedExperiment, id: string): CallWrite {
  return { project_id, id, rank: RANK.update, op_name: FAILED_ATTEMPT_OP };
}

/** The ref of a row, in the dataset if the experiment is of one. */
function rowRef({ project_id, definition }: FollowedExperiment, digest: string): string {
  const step = { edge: "id" as const, value: digest };
  const { dataset_ref, table_digest } = definition;
  if (!dataset_ref) return formatRef({ ...parseRef(tableRef(project_id, table_digest)), path: [step] });
  return formatRef({ ...parseRef(dataset_ref), path: [{ edge: "attr", value: "rows" }, step] });
}

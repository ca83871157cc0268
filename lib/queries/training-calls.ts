import { queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client, RequestOf } from "@/lib/client/client";
import type { CallRow } from "@/lib/contract/calls";
import { equals, isOneOf } from "@/lib/contract/conditions";
import { callIdOf, callRef } from "@/lib/contract/refs";
import { latestCorrection } from "@/lib/feedback/latest-correction";
import { JsonText, writeJsonLine } from "@/lib/json/text";
import { FileParts } from "@/lib/format/file-parts";
import type { RewardRecord } from "@/lib/training/reward-rule";
import type { CallsSelection, CallsView } from "@/lib/filter/calls-view";
import { selectCalls } from "./select-calls";

/** Maximum number of calls in one form. */
export const TRAINING_FORM_CALLS = 10_000;
const PAGE_ROWS = 200;

/** Which calls: those of a view, those selected individually, or those with feedback of a type. */
export type CallsChoice = { view: CallsView } | { ids: readonly string[] } | { feedbackType: string };

/** Calls as trajectories without rewards, one per line, and the feedback on them. */
export interface TrainingCalls {
  file: File;
  /** Id of the call that starts at a byte position of the file. */
  callAt: ReadonlyMap<number, string>;
  /** Number of trajectories with a corrected output. */
  corrected: number;
  /** By call, oldest first. */
  feedback: ReadonlyMap<string, readonly RewardRecord[]>;
  /** Calls that cannot be converted to trajectories, and why. */
  leftOut: readonly { id: string; why: string }[];
}

export interface CallsProgress {
  calls: number;
  /** The total, if known. */
  expected: number | undefined;
}

/** The part of a request that selects the calls of a choice; the service finds them. */
async function selectionOf(choice: Exclude<CallsChoice, { ids: readonly string[] }>): Promise<CallsSelection> {
  return "view" in choice
    ? selectCalls(choice.view, Date.now())
    : { query: { $expr: equals("feedback.type", choice.feedbackType) } };
}

/** The number of selected calls, before they are read. */
export function trainingCallsCount(projectId: string, choice: CallsChoice, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["calls", "for-training", { projectId, choice }] as const,
    queryFn: async ({ signal }) => {
      if ("ids" in choice) return choice.ids.length;
      const request = { project_id: projectId, ...(await selectionOf(choice)) };
      return (await client.request("callsQueryStats", request, { signal })).count;
    },
  });
}

interface TrainingCallsQuery {
  projectId: string;
  choice: CallsChoice;
  expected: number | undefined;
  /** Adds a trajectory with the newest corrected output of each call that has one. */
  withCorrections?: boolean;
  /**
   * Reads in place of each call the model calls below it in its trace, which have the system prompt, each with the feedback
   * on the call before its own.
   */
  ofModelCalls?: boolean;
}

/** Reads calls with their payloads and feedback, newest first, a page at a time. */
export async function readTrainingCalls(
  { projectId, choice, expected, withCorrections = false, ofModelCalls = false }: TrainingCallsQuery,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: CallsProgress) => void },
  client: Client = browserClient,
): Promise<TrainingCalls> {
  // The reader of payloads is large and only needed now.
  const { trajectoryOfCall, TRAJECTORY_COLUMNS } = await import("@/lib/training/call-trajectory");
  const file = new FileParts();
  const callAt = new Map<number, string>();
  const feedback = new Map<string, RewardRecord[]>();
  const leftOut: { id: string; why: string }[] = [];
  let calls = 0;
  let corrected = 0;
  for await (const page of pagesOf(projectId, choice, [...TRAJECTORY_COLUMNS], client, signal)) {
    await addFeedback(feedback, projectId, page, client, signal);
    const below = ofModelCalls ? await modelCallsBelow(projectId, page, client, signal) : undefined;
    if (below) {
      await addFeedback(
        feedback,
        projectId,
        [...below.keys()].filter((call) => !page.includes(call)),
        client,
        signal,
      );
      for (const [call, above] of below) {
        const records = above.id === call.id ? [] : (feedback.get(above.id) ?? []);
        if (records.length > 0) feedback.set(call.id, [...records, ...(feedback.get(call.id) ?? [])]);
      }
      const used = new Set([...below.values()].map(({ id }) => id));
      for (const { id } of page)
        if (!used.has(id)) leftOut.push({ id, why: "has no model call with messages below it" });
    }
    for (const call of below?.keys() ?? page) {
      const made = trajectoryOfCall(projectId, call);
      if (typeof made === "string") leftOut.push({ id: call.id, why: made });
      else {
        callAt.set(file.size, call.id);
        file.add(writeJsonLine(made));
      }
      const correction = withCorrections ? latestCorrection(feedback.get(call.id) ?? []) : undefined;
      const better = correction && trajectoryOfCall(projectId, call, correction);
      // It has its own reward, so it does not get that of the call's feedback.
      if (better instanceof JsonText) {
        file.add(writeJsonLine(better));
        corrected += 1;
      }
    }
    calls += page.length;
    onProgress({ calls, expected });
  }
  file.end();
  return { file: new File([file.blob], "calls.jsonl"), callAt, corrected, feedback, leftOut };
}

/** Traces that are read at once. */
const TRACES = 20;

/**
 * The model calls below some calls, each with that call, in the order of the calls: those with messages and an answer that
 * have no such call below themselves, since wrappers around a model call repeat what it says. A call that is one
 * itself and has none below is its own.
 */
async function modelCallsBelow(
  projectId: string,
  page: readonly CallRow[],
  client: Client,
  signal: AbortSignal,
): Promise<ReadonlyMap<CallRow, CallRow>> {
  const { trajectoryOfCall, TRAJECTORY_COLUMNS } = await import("@/lib/training/call-trajectory");
  const found = new Map<CallRow, CallRow>();
  for (let from = 0; from < page.length; from += TRACES) {
    const chosen = new Map(page.slice(from, from + TRACES).map((call) => [call.id, call]));
    const trace_ids = [...new Set([...chosen.values()].flatMap(({ trace_id: trace }) => trace ?? []))];
    const columns = [...TRAJECTORY_COLUMNS, "parent_id"];
    const sort_by = [{ field: "started_at", direction: "asc" as const }];
    const body = { project_id: projectId, columns, include_overview: true, filter: { trace_ids }, sort_by };
    const all = trace_ids.length === 0 ? [] : await rowsOf(body, client, signal);
    const byId = new Map([...chosen, ...all.map((call) => [call.id, call] as const)]);
    const chats = [...byId.values()].filter((call) => typeof trajectoryOfCall(projectId, call) !== "string");
    const repeated = new Set(chats.flatMap((call) => [...ancestors(call, byId)].slice(1).map(({ id }) => id)));
    for (const call of chats) {
      const above = [...ancestors(call, byId)].find(({ id }) => chosen.has(id));
      if (above && !repeated.has(call.id)) found.set(call, above);
    }
  }
  return found;
}

/** A call, its parent, and so on. */
function* ancestors(call: CallRow, byId: ReadonlyMap<string, CallRow>): Generator<CallRow> {
  const seen = new Set<string>();
  for (let at: CallRow | undefined = call; at && !seen.has(at.id); at = byId.get(at.parent_id ?? "")) {
    seen.add(at.id);
    yield at;
  }
}

async function* pagesOf(
  projectId: string,
  choice: CallsChoice,
  columns: string[],
  client: Client,
  signal: AbortSignal,
): AsyncGenerator<CallRow[]> {
  const request = { project_id: projectId, columns, include_overview: true };
  const sort_by = [{ field: "started_at", direction: "desc" as const }];
  if ("ids" in choice) {
    for (let from = 0; from < choice.ids.length; from += PAGE_ROWS) {
      const filter = { call_ids: choice.ids.slice(from, from + PAGE_ROWS) };
      yield await rowsOf({ ...request, sort_by, filter }, client, signal);
    }
    return;
  }
  const selection = await selectionOf(choice);
  let read = 0;
  for (let after: string | undefined; read < TRAINING_FORM_CALLS;) {
    const limit = Math.min(PAGE_ROWS, TRAINING_FORM_CALLS - read);
    const page = await rowsOf({ ...request, ...selection, sort_by, limit, after_id: after }, client, signal);
    if (page.length > 0) yield page;
    if (page.length < limit) return;
    read += page.length;
    after = page.at(-1)?.id;
  }
}

async function rowsOf(body: RequestOf<"callsStreamQuery">, client: Client, signal: AbortSignal): Promise<CallRow[]> {
  const rows: CallRow[] = [];
  for await (const row of client.stream("callsStreamQuery", body, { signal })) rows.push(row);
  return rows;
}

async function addFeedback(
  feedback: Map<string, RewardRecord[]>,
  projectId: string,
  page: readonly CallRow[],
  client: Client,
  signal: AbortSignal,
): Promise<void> {
  if (page.length === 0) return;
  const refs = page.map(({ id }) => callRef(projectId, id));
  const body = {
    project_id: projectId,
    fields: ["core_ref" as const, "feedback_type" as const, "payload" as const],
    query: { $expr: isOneOf("core_ref", refs) },
    sort_by: [{ field: "created_at", direction: "asc" as const }],
  };
  const { result } = await client.request("feedbackQuery", body, { signal });
  for (const { core_ref: ref, feedback_type, payload } of result) {
    const id = callIdOf(ref);
    if (id === undefined || !feedback_type || !payload) continue;
    const known = feedback.get(id);
    if (known) known.push({ feedback_type, payload });
    else feedback.set(id, [{ feedback_type, payload }]);
  }
}

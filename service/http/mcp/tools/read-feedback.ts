import * as z from "zod";
import { equals, isOneOf, whereAll } from "@/lib/contract/conditions";
import type { Expression } from "@/lib/contract/expression";
import type { FeedbackCount } from "@/lib/contract/feedback-stats";
import type { Feedback } from "@/lib/contract/feedback";
import { callIdOf, callRef } from "@/lib/contract/refs";
import { counted } from "@/lib/format/number";
import { numberText } from "@/lib/format/number-text";
import { lineOf } from "@/lib/trace-text/line";
import { budget, type Caller, cursor, limit, moreNote, project, readCursor, tool } from "@/service/http/mcp/tool";
import { linesWithin } from "./lines-within";
import { readTraceOf } from "./trace-of";

const PAYLOAD_CHARS = 600;
const NEWEST = [{ field: "created_at", direction: "desc" as const }];
/** A bucket of a century, in seconds. */
const WHOLE_RANGE = 36_500 * 86_400;
/** Calls of one trace whose feedback is asked for. */
const TRACE_CALLS = 1_000;

export const readFeedback = tool({
  name: "read_feedback",
  title: "Read feedback",
  role: "viewer",
  description: `Lists feedback, newest first: reactions, notes, comments, corrected outputs, answers to annotations and scores; of a call, of a trace, of a type, or of the project. Without arguments it begins with the types that there are, with their number and mean.
Examples: {}; {"trace_id": "4bf92f3577b34da6a3ce929d0e0e4736"}; {"type": "core.note.1", "limit": 20}; {"call_id": "00f067aa0ba902b7"}`,
  input: z.strictObject({
    project,
    trace_id: z.string().min(1).optional(),
    call_id: z.string().min(1).optional(),
    type: z
      .string()
      .min(1)
      .optional()
      .describe("Such as core.note.1, core.reaction.1, core.annotation.NAME, core.runnable.NAME"),
    limit: limit(20, 100),
    cursor,
    budget,
  }),
  async run(args, caller) {
    const { client, signal } = caller;
    const projectId = args.project ?? caller.defaultProject;
    const conditions: Expression[] = [
      ...(args.call_id === undefined ? [] : [equals("core_ref", callRef(projectId, args.call_id))]),
      ...(args.trace_id === undefined ? [] : [isOneOf("core_ref", await refsOf(caller, projectId, args.trace_id))]),
      ...(args.type === undefined ? [] : [equals("feedback_type", args.type)]),
    ];
    const offset = readCursor(args.cursor, "number") ?? 0;
    const body = { project_id: projectId, query: whereAll(conditions) };
    const [{ result }, stats] = await Promise.all([
      client.request("feedbackQuery", { ...body, sort_by: NEWEST, limit: args.limit + 1, offset }, { signal }),
      offset === 0 && conditions.length === 0
        ? client.request(
            "feedbackQueryStats",
            { ...body, start: new Date(0).toISOString(), granularity: WHOLE_RANGE },
            { signal },
          )
        : undefined,
    ]);
    const head = typeLines(stats?.stats ?? []);
    const lines = result.slice(0, args.limit).map(recordLine);
    return (tokens) => {
      const { text, shown } = linesWithin([...head, ...lines], tokens);
      const records = Math.max(0, shown - head.length);
      return { data: text, notes: records < result.length ? [moreNote(offset + records)] : [] };
    };
  },
});

async function refsOf(caller: Caller, projectId: string, traceId: string): Promise<string[]> {
  const { view } = await readTraceOf(caller, projectId, traceId);
  return view.nodes.slice(0, TRACE_CALLS).map(({ id }) => callRef(projectId, id));
}

/** How many records each type has, and their mean. */
function typeLines(stats: readonly FeedbackCount[]): string[] {
  const types = new Map<string, { count: number; numbers: number; sum: number }>();
  for (const { feedback_type: type, count, numbers, sum } of stats) {
    const known = types.get(type) ?? { count: 0, numbers: 0, sum: 0 };
    types.set(type, { count: known.count + count, numbers: known.numbers + numbers, sum: known.sum + sum });
  }
  const sorted = [...types].toSorted(([, a], [, b]) => b.count - a.count);
  return sorted.map(([type, { count, numbers, sum }]) => {
    const mean = numbers > 0 ? `, mean ${numberText(sum / numbers)}` : "";
    return `type ${lineOf(type, 120)}: ${counted(count, "record")}${mean}`;
  });
}

function recordLine(record: Partial<Feedback>): string {
  const { created_at: time, ext_user_id: by, creator, feedback_type: type = "", core_ref: ref, payload } = record;
  const subject = callIdOf(ref);
  const about = subject === undefined ? (ref ?? "") : `call ${subject}`;
  return `${time} ${lineOf(type, 120)} by ${lineOf(creator ?? by ?? "unknown", 80)} on ${lineOf(about, 160)}: ${lineOf(payload?.text ?? "", PAYLOAD_CHARS)}`;
}

import * as z from "zod";
import type { CallTotals } from "@/lib/contract/call-stats";
import { atLeast, whereAll } from "@/lib/contract/conditions";
import { type Expression, literal } from "@/lib/contract/expression";
import { toTimestamp } from "@/lib/contract/time";
import type { CallsSelection } from "@/lib/filter/calls-view";
import { groupName, groupNamed } from "@/lib/filter/group-field";
import { formatDuration } from "@/lib/format/duration";
import { failuresText } from "@/lib/format/failures-text";
import { formatAmounts } from "@/lib/format/money";
import { counted, formatPercent } from "@/lib/format/number";
import { numberText } from "@/lib/format/number-text";
import { endAfter } from "@/lib/filter/end-after";
import { boundsOfSpan, readSpan } from "@/lib/filter/time-range";
import { readFailures } from "@/lib/queries/trace-failures";
import { usageText } from "@/lib/trace-text/call-line";
import { lineOf } from "@/lib/trace-text/line";
import { invalidField } from "@/lib/contract/validate";
import { budget, cursor, filter, moreNote, project, readCursor, tool } from "@/service/http/mcp/tool";
import { linesWithin } from "./lines-within";
import { selected, viewOf } from "./select-calls";

const SECONDS = { hour: 3_600, day: 86_400, week: 604_800 } as const;
type StatsBody = CallsSelection & { project_id: string; start: string; end: string | null };

/** Groups that are counted separately. */
const GROUPS = 40;

export const getStatistics = tool({
  name: "get_statistics",
  title: "Get statistics",
  role: "viewer",
  description: `Counts calls, failed calls, latency, tokens and costs in a time range, in total, by groups, over time, or both. With "feedback", also the number and the mean of scores of that type.
Filter: as of find_traces, about single calls. Groups: model, op, version (of an op), kind, status, user, thread, or an attribute such as acme.tier.
Examples: {"range": "24h", "group_by": ["model"]}; {"range": "7d", "interval": "day", "filter": "kind:llm"}; {"range": "this week", "group_by": ["version"], "filter": "op:answer", "feedback": "core.runnable.quality"}; {"filter": "acme.tier:pro", "whole_traces": true}`,
  input: z.strictObject({
    project,
    filter,
    range: z
      .string()
      .default("7d")
      .describe("Such as 24h, 7d, today, this week, yesterday 14:00 to 16:00, since 2026-11-20; in UTC"),
    group_by: z.array(z.string().min(1)).max(2, "must have at most 2 items").optional(),
    interval: z.enum(["none", "hour", "day", "week"]).default("none").describe("Counts each of these separately"),
    whole_traces: z.boolean().optional().describe("Counts all calls of the traces that have a selected call"),
    feedback: z.string().min(1).optional().describe("Type of feedback, as read_feedback lists them"),
    cursor,
    budget,
  }),
  async run(args, { client, signal, now, defaultProject }) {
    const { start, end } = boundsOf(args.range, now);
    const groups = (args.group_by ?? []).map((name, at) => groupOf(name, at));
    const body = {
      project_id: args.project ?? defaultProject,
      start,
      end,
      ...selected(viewOf(args.filter, { roots: false }), now),
      ...(groups.length > 0 && { group_by: groups, groups: GROUPS }),
      granularity: args.interval === "none" ? wholeRange(start, end, now) : SECONDS[args.interval],
      ...(args.whole_traces && { whole_traces: true }),
      ...(args.feedback !== undefined && { feedback: { feedback_type: args.feedback } }),
      count_traces: true,
    };
    const isWhole = groups.length === 0 && args.feedback === undefined;
    const [{ buckets, stats, totals }, traces] = await Promise.all([
      client.request("callsStats", body, { signal }),
      isWhole ? readFailures(tracesOf(body), client, signal) : undefined,
    ]);
    const lines = [
      ...totals.map((one) => totalsLine(one)),
      ...(traces && traces.traces > 0 ? [tracesLine(traces)] : []),
      ...(args.interval === "none" ? [] : stats).map(
        (one) => `${buckets[one.bucket]?.start.replace(":00.000000Z", "Z")} ${totalsLine(one)}`,
      ),
    ];
    const offset = readCursor(args.cursor, "number") ?? 0;
    return (tokens) => {
      const { text, shown } = linesWithin(lines.slice(offset), tokens);
      const more = offset + shown < lines.length ? [moreNote(offset + shown)] : [];
      return { data: text, notes: [`From ${start} to ${end ?? "now"}.`, ...more] };
    };
  },
});

function boundsOf(range: string, now: number): { start: string; end: string | null } {
  const clock = { now, zone: "UTC" };
  const span = readSpan(range, clock);
  if (!span)
    throw invalidField("range", `“${range}” is not a time range; use 24h, 7d, today, this week or since 2026-11-20`);
  const { since, until } = boundsOfSpan(span, clock);
  const end = until === null ? null : toTimestamp(endAfter(until));
  return { start: since ?? new Date(0).toISOString(), end };
}

/** The traces that began in the range with a call that the filter selects. */
function tracesOf({ project_id: projectId, start, end, filter: ofCalls, query }: StatsBody) {
  const conditions: Expression[] = [
    ...(query ? [query.$expr] : []),
    atLeast("started_at", start),
    ...(end === null ? [] : [{ $lt: [{ $getField: "started_at" }, literal(end)] } satisfies Expression]),
  ];
  return { projectId, filter: ofCalls, query: whereAll(conditions) };
}

const tracesLine = (one: Awaited<ReturnType<typeof readFailures>>) =>
  `${counted(one.traces, "trace")} whose outermost call is among these: ${failuresText(one)}`;

/** A bucket as long as a whole range, in whole days. */
function wholeRange(start: string, end: string | null, now: number): number {
  const seconds = ((end === null ? now : Date.parse(end)) - Date.parse(start)) / 1_000;
  return Math.max(1, Math.ceil(seconds / SECONDS.day)) * SECONDS.day;
}

function groupOf(name: string, at: number): string {
  const found = groupNamed(name === "user" ? "user_id" : name === "thread" ? "thread_id" : name);
  if ("problem" in found) throw invalidField(`group_by[${at}]`, found.problem);
  return found.group;
}

function totalsLine(one: CallTotals): string {
  const { usage } = one;
  const facts = [
    counted(one.count, "call"),
    one.traces === undefined ? undefined : counted(one.traces, "trace"),
    one.errors > 0
      ? `${counted(one.errors, "failed call")} (${formatPercent(one.errors / Math.max(1, one.count))})`
      : undefined,
    one.latency_p50_ms === undefined ? undefined : `p50 ${formatDuration(one.latency_p50_ms)}`,
    one.latency_p95_ms === undefined ? undefined : `p95 ${formatDuration(one.latency_p95_ms)}`,
    usageText(usage),
    Object.keys(one.total_cost).length > 0 ? formatAmounts(one.total_cost) : undefined,
    one.unpriced > 0 ? `${counted(one.unpriced, "call")} without a price` : undefined,
    one.feedback && feedbackWords(one.feedback),
  ];
  return `${groupWords(one)}${facts.filter(Boolean).join(", ")}`;
}

function groupWords({ group, others }: CallTotals): string {
  if (others) return "all others: ";
  if (!group) return "";
  const parts = Object.entries(group).map(([name, value]) => `${groupName(name)} ${lineOf(value, 120)}`);
  return `${parts.length === 0 ? "(no value)" : parts.join(", ")}: `;
}

function feedbackWords({ count, mean, rate }: NonNullable<CallTotals["feedback"]>): string {
  const words = [mean !== undefined && `mean ${numberText(mean)}`, rate !== undefined && `${formatPercent(rate)} true`];
  return [counted(count, "feedback record"), ...words].filter(Boolean).join(", ");
}

import type { CallRow, TokenUsage } from "@/lib/contract/calls";
import type { CallStatus } from "@/lib/contract/call-kinds";
import { callName } from "@/lib/format/call-name";
import { formatDuration } from "@/lib/format/duration";
import { formatAmounts } from "@/lib/format/money";
import { formatCount } from "@/lib/format/number";
import { JsonText } from "@/lib/json/text";
import { readExceptions } from "@/lib/trace/exceptions";
import type { SpanNode } from "@/lib/trace/span-tree";
import { latencyMs } from "@/lib/trace/timeline";
import { totalTokens } from "@/lib/trace/usage";
import { lineOf } from "./line";
import type { TraceView } from "./trace-view";

/** The longest name of a call in a line, characters. */
const NAME_CHARS = 80;

/** The longest exception in a line, characters. */
const HEADLINE_CHARS = 300;
const NO_ATTRIBUTES = new JsonText("{}");

/** Statuses in words. */
export const STATUS_WORDS: Readonly<Record<CallStatus, string>> = {
  success: "success",
  error: "error",
  descendant_error: "error below",
  running: "running",
};

/** Kind and name of a call, as `tool lookup_order`. */
export function kindAndName(node: SpanNode): string {
  const { row } = node;
  if (!row) return `call that was not received, ${lineOf(node.id, NAME_CHARS)}`;
  return [row.overview?.kind, lineOf(callName(row), NAME_CHARS)].filter(Boolean).join(" ");
}

/** One line about a call: `1.2 llm plan, gpt-4o, error, 1.2 s, 812+44 tokens, $0.0021`. */
export function callLine(view: TraceView, node: SpanNode): string {
  const { row } = node;
  const place = view.placeOf.get(node.id);
  const status = view.statuses.get(node.id) ?? "success";
  const facts = [
    `${place} ${kindAndName(node)}`,
    modelOf(row),
    status === "success" ? undefined : STATUS_WORDS[status],
    row && durationOf(row, view.now),
    usageText(view.usage.get(node.id)),
    costOf(row),
  ];
  return facts.filter(Boolean).join(", ");
}

/** Tokens as input and output, `812+44 tokens`, or as a total. */
export function usageText(usage: TokenUsage | undefined): string | undefined {
  const { prompt_tokens: input, completion_tokens: output } = usage ?? {};
  if (input !== undefined && output !== undefined) return `${formatCount(input)}+${formatCount(output)} tokens`;
  const total = usage && totalTokens(usage);
  return total === undefined ? undefined : `${formatCount(total)} tokens`;
}

export function durationOf(row: CallRow, now: number): string | undefined {
  const ms = row.overview?.latency_ms ?? latencyMs(row, now);
  return ms === undefined ? undefined : formatDuration(ms);
}

/** Type and message of the exception of a call in one line. */
export function headlineOf(row: CallRow | undefined): string {
  if (row?.exception === undefined) return "";
  const [first] = readExceptions({ exception: row.exception, attributes: NO_ATTRIBUTES });
  const headline = first?.headline ?? "";
  // Python writes them after the stack.
  const last = headline.startsWith("Traceback") ? row.exception.trimEnd().split("\n").at(-1) : undefined;
  return lineOf(last ?? headline, HEADLINE_CHARS);
}

/** What a call cost itself; of a root, the whole trace. */
export function costOf(row: CallRow | undefined): string | undefined {
  const cost = row?.overview?.total_cost;
  return cost && Object.keys(cost).length > 0 ? formatAmounts(cost) : undefined;
}

/** The model, unless the name of the call has it already. */
function modelOf(row: CallRow | undefined): string | undefined {
  const model = row?.overview?.model;
  if (!row || model === undefined || callName(row).includes(model)) return undefined;
  return lineOf(model, NAME_CHARS);
}

import type { CallRow, TokenUsage } from "@/lib/contract/calls";
import { callName } from "@/lib/format/call-name";
import { formatDuration } from "@/lib/format/duration";
import { costText } from "@/lib/format/cost-text";
import { formatCount } from "@/lib/format/number";
import { statusText } from "@/lib/format/status-text";
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

// The texts of a large trace have the same names many times.
const names = new WeakMap<SpanNode, string>();

/** Kind and name of a call, as `tool lookup_order`. */
export function kindAndName(node: SpanNode): string {
  const known = names.get(node);
  if (known !== undefined) return known;
  const { row } = node;
  const name = row
    ? [row.overview?.kind, lineOf(callName(row), NAME_CHARS)].filter(Boolean).join(" ")
    : `call that was not received, ${lineOf(node.id, NAME_CHARS)}`;
  names.set(node, name);
  return name;
}

/** One line about a call: `1.2 llm plan, gpt-4o, error, 1.2 s, 812+44 tokens, $0.0021`. */
export function callLine(view: TraceView, node: SpanNode): string {
  const { row } = node;
  const place = view.placeOf.get(node.id);
  const status = view.statuses.get(node.id) ?? "success";
  const facts = [
    `${place} ${kindAndName(node)}`,
    modelOf(row),
    status === "success" ? undefined : statusText(status, row),
    row && durationOf(row, view.now),
    usageText(view.usage.get(node.id)),
    costBelow(view, node),
  ];
  return facts.filter(Boolean).join(", ");
}

/** Tokens as input and output, `812+44 tokens`, with the total if it is not their sum, or only as a total. */
export function usageText(usage: TokenUsage | undefined): string | undefined {
  const { prompt_tokens: input, completion_tokens: output } = usage ?? {};
  const total = usage && totalTokens(usage);
  if (input !== undefined && output !== undefined) {
    const parts = `${formatCount(input)}+${formatCount(output)} tokens`;
    return total === input + output ? parts : `${parts} (${formatCount(total)} in total)`;
  }
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
  const { total_cost: amounts, unpriced = 0 } = row?.overview ?? {};
  return costText(amounts, unpriced > 0);
}

/** What a call cost with everything below it, if the view has costs, as its tokens are counted. */
function costBelow({ costs }: TraceView, { id, row }: SpanNode): string | undefined {
  if (!costs) return costOf(row);
  const cost = costs.get(id);
  return cost && costText(cost.amounts, cost.unpriced.size > 0);
}

/** The model, unless the name of the call has it already. */
function modelOf(row: CallRow | undefined): string | undefined {
  const model = row?.overview?.model;
  if (!row || model === undefined || callName(row).includes(model)) return undefined;
  return lineOf(model, NAME_CHARS);
}

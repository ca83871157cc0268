import type { CallRow } from "@/lib/contract/calls";
import { callName } from "@/lib/format/call-name";
import { feedbackGlance } from "@/lib/format/feedback-glance";
import { statusText } from "@/lib/format/status-text";
import { costOf, durationOf, headlineOf, usageText } from "./call-line";
import { largest } from "./largest";
import { lineOf } from "./line";
import { cutToTokens, estimateTokens } from "./tokens";

interface CallsTextOptions {
  /** The most tokens of the text, by `estimateTokens`. */
  budget: number;
  /** Until when running calls last, milliseconds since 1970. */
  now: number;
  /** Whether the rows are traces, of which the id of the trace is enough, rather than calls. */
  isTraces: boolean;
}

/** The least and the most characters of the beginnings of inputs and outputs. */
const CHARS = { least: 40, most: 300 };

/**
 * Rows of a list of calls, two lines or three for each, as many as fit: `shown` is their number, at least one. Rows need
 * `include_overview`; `include_extras` adds costs and feedback.
 */
export function callsText(rows: readonly CallRow[], options: CallsTextOptions): { text: string; shown: number } {
  const { budget } = options;
  const write = (count: number, chars: number) =>
    rows
      .slice(0, count)
      .map((row) => rowText(row, chars, options))
      .join("\n");
  const fits = (count: number, chars: number) => estimateTokens(write(count, chars)) <= budget;
  const shown = largest(Math.min(1, rows.length), rows.length, (count) => fits(count, CHARS.least));
  const chars = largest(0, CHARS.most, (value) => fits(shown, value));
  return { text: cutToTokens(write(shown, chars), budget), shown };
}

function rowText(row: CallRow, chars: number, { now, isTraces }: CallsTextOptions): string {
  const { status, kind, model, input_preview: input, output_preview: output } = row.overview ?? {};
  const facts = [
    isTraces ? `trace ${row.trace_id ?? row.id}` : `call ${row.id} of trace ${row.trace_id}`,
    row.started_at,
    [kind, lineOf(callName(row), 80)].filter(Boolean).join(" "),
    model && lineOf(model, 80),
    status && statusText(status, row),
    durationOf(row, now),
    usageText(row.overview?.total_usage ?? row.overview?.usage),
    costOf(row),
    row.feedback && lineOf(feedbackGlance(row.feedback), 120),
  ];
  const exception = headlineOf(row);
  return [
    facts.filter(Boolean).join(", "),
    input && chars > 0 ? ` in: ${lineOf(input, chars)}` : "",
    output && chars > 0 ? ` out: ${lineOf(output, chars)}` : "",
    exception && chars > 0 ? ` exception: ${lineOf(exception, chars)}` : "",
  ]
    .filter((line) => line !== "")
    .join("\n");
}

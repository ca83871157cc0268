import type { CallRow } from "@/lib/contract/calls";
import { callName } from "@/lib/format/call-name";
import { formatDuration } from "@/lib/format/duration";
import { feedbackGlance } from "@/lib/format/feedback-glance";
import { costText } from "@/lib/format/cost-text";
import { amountsDecimals } from "@/lib/format/money";
import { formatCount } from "@/lib/format/number";
import { unknownValue } from "@/lib/format/quantity";
import { statusText } from "@/lib/format/status-text";
import { formatTime, type TimeZone } from "@/lib/format/time";
import { fieldAt } from "@/lib/filter/fields";
import { valueAt } from "@/lib/trace/value-at";
import type { Tone } from "./terminal/paint";
import type { Column } from "./terminal/table-text";

/** Most characters of a preview or a value. */
const CELL_CHARS = 200;

const STATUS_TONES: Readonly<Record<string, Tone>> = {
  error: "red",
  "descendant error": "yellow",
  running: "blue",
};

/** Calls as rows of a table, with further columns for values at paths. */
export function callTable(
  rows: readonly CallRow[],
  { zone, paths = [], now = new Date() }: { zone: TimeZone; paths?: readonly string[]; now?: Date },
): { columns: Column[]; cells: string[][] } {
  const decimals = amountsDecimals(rows.map(({ overview }) => overview?.total_cost));
  const columns: Column[] = [
    { title: "ID", tone: () => "faint" },
    { title: "Started" },
    { title: "Status", tone: (text) => STATUS_TONES[text] },
    { title: "Name", flexible: true, tone: () => "bold" },
    { title: "Latency", align: "end" },
    { title: "Tokens", align: "end" },
    { title: "Cost", align: "end" },
    { title: "Feedback", flexible: true },
    ...paths.map((path) => ({ title: fieldAt(path)?.name ?? path, flexible: true }) as const),
    { title: "Input → output", flexible: true },
  ];
  const cells = rows.map((row) => [
    row.id,
    formatTime(row.started_at, zone, "short", now),
    row.overview?.status ? statusText(row.overview.status, row) : "",
    callName(row),
    formatDuration(row.overview?.latency_ms),
    formatCount(tokensOf(row)),
    costText(row.overview?.total_cost, (row.overview?.unpriced ?? 0) > 0, decimals) ?? unknownValue,
    feedbackGlance(row.feedback ?? []),
    ...paths.map((path) => valueText(row, path)),
    previewOf(row),
  ]);
  return { columns, cells };
}

/** For a root of the whole trace. */
function tokensOf({ overview }: CallRow): number | undefined {
  const usage = overview?.total_usage ?? overview?.usage;
  if (usage?.total_tokens !== undefined) return usage.total_tokens;
  const parts = [usage?.prompt_tokens, usage?.completion_tokens].filter((count) => count !== undefined);
  return parts.length === 0 ? undefined : parts.reduce((sum, count) => sum + count, 0);
}

function valueText(row: CallRow, path: string): string {
  const node = valueAt(row, path);
  return (node ? (node.string() ?? node.raw) : "").slice(0, CELL_CHARS);
}

function previewOf({ overview, exception }: CallRow): string {
  const answer = exception ?? overview?.output_preview;
  return [overview?.input_preview, answer]
    .filter((text) => text !== undefined)
    .map((text) => text.slice(0, CELL_CHARS))
    .join(" → ");
}

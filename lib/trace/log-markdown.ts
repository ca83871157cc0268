import { callName } from "@/lib/format/call-name";
import { formatDuration } from "@/lib/format/duration";
import { counted, formatCount } from "@/lib/format/number";
import { latencyMs } from "./timeline";
import type { EntryBlock, LogEntry } from "./trace-log";

interface MarkdownSource {
  entries: readonly LogEntry[];
  remaining: number;
}

/** The largest number of characters of a text that are written, since reports have limits. */
export const MARKDOWN_CHARS = 4_000;

/**
 * A log as Markdown, for a bug report. Every text is in a fence, so that it reads as it was written. A note says what is
 * left out: the rest of a long text, repeated messages and texts, and calls without an entry.
 */
export function logMarkdown({ entries, remaining }: MarkdownSource): string {
  const [first] = entries;
  if (!first) return "";
  const calls = entries.filter(({ part }) => part !== "end");
  const errors = calls.filter(({ row }) => row.exception !== undefined).length;
  const about = [
    first.row.trace_id === undefined ? undefined : `trace ${codeSpan(first.row.trace_id)}`,
    first.row.started_at && `started ${first.row.started_at}`,
    counted(calls.length + remaining, "call"),
    errors > 0 ? counted(errors, "error") : undefined,
  ];
  const parts = [`# ${lineOf(callName(first.row))}`, about.filter(Boolean).join(" · ")];
  for (const entry of entries) parts.push(...entryParts(entry));
  if (remaining > 0) parts.push(`*${counted(remaining, "call")} that started later left out.*`);
  return `${parts.join("\n\n")}\n`;
}

function entryParts(entry: LogEntry): string[] {
  const { row, level, part, atMs, earlier, blocks, isLeftOut } = entry;
  const { kind, model } = row.overview ?? {};
  const facts = [
    kind,
    model,
    atMs === undefined ? undefined : `at ${formatDuration(atMs)}`,
    part === "end" || row.ended_at === undefined ? undefined : `took ${formatDuration(latencyMs(row, 0))}`,
    row.ended_at === undefined && row.exception === undefined ? "has not ended" : undefined,
    part !== "end" && row.exception !== undefined ? "failed" : undefined,
  ].filter(Boolean);
  const name = `${"› ".repeat(level)}${lineOf(callName(row))}${part === "end" ? ": end" : ""}`;
  const parts = [`## ${name}`, ...(facts.length > 0 ? [facts.map((fact) => lineOf(fact ?? "")).join(" · ")] : [])];
  if (isLeftOut) parts.push("*Input and output left out.*");
  if (earlier.length > 0) parts.push(`*${counted(earlier.length, "earlier message")} left out.*`);
  for (const block of blocks) parts.push(...blockParts(block));
  return parts;
}

function blockParts({ label, name, text, isCode, sameAs }: EntryBlock): string[] {
  const title = `**${lineOf(label)}**${name === undefined ? "" : ` ${codeSpan(name)}`}`;
  if (sameAs) return [`${title}: the same text as in ${lineOf(sameAs.name)} above`];
  const shown = text.slice(0, MARKDOWN_CHARS).toWellFormed();
  const fence = fenceFor(shown);
  const isJson = isCode && /^[[{]/.test(shown);
  const parts = [title, `${fence}${isJson ? "json" : "text"}\n${shown}\n${fence}`];
  const left = text.length - shown.length;
  if (left > 0) parts.push(`*${formatCount(left)} more characters left out.*`);
  return parts;
}

/** A fence that no line of the text ends. */
function fenceFor(text: string): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2);
  return "`".repeat(longest + 1);
}

function codeSpan(text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 0);
  const ticks = "`".repeat(longest + 1);
  const space = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return `${ticks}${space}${text.replaceAll(/\s+/g, " ")}${space}${ticks}`;
}

/** A text in one line, in which Markdown means nothing. */
function lineOf(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll(/[\\`*_<>[\]#|~]/g, "\\$&");
}

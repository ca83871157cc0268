import { literalPattern } from "@/components/json/json-search";
import { callName } from "@/lib/format/call-name";
import type { EntryBlock, LogEntry } from "@/lib/trace/trace-log";

/** The entry of a call that contains a text in any case; its first if none shows it, as where its name has it. */
export function entryWith(entries: readonly LogEntry[], callId: string, query: string): LogEntry | undefined {
  const own = entries.filter(({ id }) => id === callId);
  return own.find((entry) => hasText(entry, query)) ?? own[0];
}

/** Where a text is in a block; -1 if it is not there. */
export function placeIn({ text }: Pick<EntryBlock, "text">, query: string): number {
  return query === "" ? -1 : text.search(literalPattern(query));
}

function hasText({ row, blocks }: LogEntry, query: string): boolean {
  const pattern = literalPattern(query);
  const has = (text: string | undefined) => text !== undefined && text.search(pattern) !== -1;
  return has(callName(row)) || blocks.some(({ name, text, sameAs }) => has(name) || (!sameAs && has(text)));
}

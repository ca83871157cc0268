import { literalPattern } from "@/components/json/json-search";
import { callName } from "@/lib/format/call-name";
import type { EntryBlock, LogEntry } from "@/lib/trace/trace-log";

/** The indexes of the entries that contain a text in any case, from top to bottom. What is folded is found where it is not. */
export function findInLog(entries: readonly LogEntry[], query: string): number[] {
  if (query === "") return [];
  return entries.flatMap((entry, index) => (hasText(entry, query) ? [index] : []));
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

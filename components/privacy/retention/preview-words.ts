import type { RetentionPreview } from "@/lib/contract/retention";
import { counted, formatBytes, formatCount } from "@/lib/format/number";

/** What would be deleted: "1,204 traces with 3,400 calls, about 12 MB". */
export function deletedWords({ traces, calls, bytes, is_cut }: RetentionPreview): string {
  if (traces === 0) return is_cut ? "no trace counted so far" : "nothing";
  return `${is_cut ? "more than " : ""}${counted(traces, "trace")} with ${counted(calls, "call")}, about ${formatBytes(bytes)}`;
}

/** By which exceptions old traces are kept: "3 in a queue, 2 in a table". */
export function keptWords({ queued, in_tables, annotated }: RetentionPreview["kept"]): string {
  const parts: readonly (readonly [number, string])[] = [
    [queued, "in a queue"],
    [in_tables, "in a table"],
    [annotated, "annotated"],
  ];
  return parts.flatMap(([count, words]) => (count > 0 ? [`${formatCount(count)} ${words}`] : [])).join(", ");
}

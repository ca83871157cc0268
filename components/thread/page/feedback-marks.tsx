import { MessageSquare } from "lucide-react";

import { JsonNode } from "@/lib/contract/json/node";
import { formatCount } from "@/lib/format/number";
import type { FeedbackRow } from "@/lib/queries/feedback";

/** Kinds of feedback that are told apart on one line. */
const SHOWN_KINDS = 4;

/** Feedback in short: each reaction with how often it was given, and how much else there is. */
export function FeedbackMarks({ rows }: { rows: readonly FeedbackRow[] }) {
  if (rows.length === 0) return undefined;
  const counts = new Map<string, number>();
  let others = 0;
  for (const row of rows) {
    const emoji = reactionOf(row);
    if (emoji === undefined) others += 1;
    else counts.set(emoji, (counts.get(emoji) ?? 0) + 1);
  }
  const shown = [...counts].slice(0, SHOWN_KINDS);
  others += [...counts].slice(SHOWN_KINDS).reduce((sum, [, count]) => sum + count, 0);
  return (
    <div title={`${formatCount(rows.length)} feedback`} className="whitespace-nowrap">
      <dt className="sr-only">Feedback</dt>
      <dd className="flex items-center gap-2">
        {shown.map(([emoji, count]) => (
          <span key={emoji}>
            {emoji} <span className="text-muted">{formatCount(count)}</span>
          </span>
        ))}
        {others > 0 && (
          <span className="inline-flex items-center gap-1">
            <MessageSquare aria-hidden className="size-3.5 text-muted" />
            <span className="sr-only">notes and other feedback</span>
            <span className="text-muted">{formatCount(others)}</span>
          </span>
        )}
      </dd>
    </div>
  );
}

function reactionOf({ payload }: FeedbackRow): string | undefined {
  return payload && JsonNode.parse(payload).get("emoji")?.string();
}

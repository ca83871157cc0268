"use client";

import { CodeEditor } from "@/components/ui/code-editor";
import { DraftNote } from "@/components/ui/draft-note";
import { useDraft } from "@/components/ui/use-draft";
import { useNow } from "@/components/ui/use-now";
import { useTimeZone } from "@/components/ui/use-time-zone";
import { expressionText } from "@/lib/filter/expression-text";
import { FilterError } from "@/lib/filter/filter";
import { formatFilter } from "@/lib/filter/format-filter";
import { fromExpression } from "@/lib/filter/from-expression";
import { expressionOfText } from "@/lib/filter/expression-of-text";
import type { Clock } from "@/lib/filter/relative-time";
import { toExpression } from "@/lib/filter/to-expression";

import { readFilter } from "./filters";
import { useSyncedDraft } from "./use-synced-draft";

interface FilterJsonProps {
  projectId: string;
  q: string;
  onChange: (q: string) => void;
}

/** The filter as the expression that programs send; time and “roots only” have separate controls. */
export function FilterJson({ projectId, q, onChange }: FilterJsonProps) {
  const zone = useTimeZone();
  const now = useNow();
  const jsonText = (filter: string) => jsonOf(filter, { now, zone });
  const [synced, setSynced] = useSyncedDraft(q, jsonText, filterText, onChange);
  // Invalid text is not in the address; it is kept as a draft of the filter that it started from.
  const draft = useDraft(`filter expression:${projectId}:${q}`);
  const text = draft.text === "" ? synced : draft.text;
  const setText = (next: string) => {
    setSynced(next);
    draft.setText(filterText(next) === undefined ? next : "");
  };
  return (
    <div className="grid gap-2">
      <CodeEditor
        label="Filter as $expr"
        value={text}
        onChange={setText}
        error={problemIn(text)}
        placeholder={'{"$eq": [{"$getField": "op_name"}, {"$literal": "agent.run"}]}'}
        minHeight={180}
        maxHeight={420}
      />
      <DraftNote draft={draft} onDiscard={() => setSynced(jsonText(q))} />
      <p className="text-meta text-muted">
        Sent as <code>query.$expr</code> to <code>/calls/stream_query</code>, with the time range and “Root calls”
        added. A relative time, such as <code>started&gt;2h</code>, is computed for each request; here it is fixed.
      </p>
    </div>
  );
}

function jsonOf(q: string, clock: Clock): string {
  const read = readFilter(q);
  if ("error" in read || !read.filter) return "";
  return expressionText(toExpression(read.filter, clock));
}

function filterText(text: string): string | undefined {
  if (text.trim() === "") return "";
  try {
    return formatFilter(fromExpression(expressionOfText({ text, from: 0 })));
  } catch (error) {
    if (error instanceof FilterError) return undefined;
    throw error;
  }
}

function problemIn(text: string): string | undefined {
  if (text.trim() === "") return undefined;
  try {
    expressionOfText({ text, from: 0 });
    return undefined;
  } catch (error) {
    if (!(error instanceof FilterError)) throw error;
    const before = text.slice(0, error.from).split("\n");
    const at = error.to - error.from === 1 ? `Line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}: ` : "";
    return `${at}${error.message}. The list is unchanged.`;
  }
}

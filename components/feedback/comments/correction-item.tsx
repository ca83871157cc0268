"use client";

import { FilePen, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";

import { JsonDiff } from "@/components/json/json-diff";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { LongText } from "@/components/ui/long-text";
import { RelativeTime } from "@/components/ui/timestamp";
import { outputText } from "@/lib/feedback/output-text";
import { correctionOf } from "@/lib/format/feedback-words";
import { JsonText } from "@/lib/json/text";
import type { FeedbackRow } from "@/lib/queries/feedback";

import { FeedbackGiver } from "../feedback-giver";

interface CorrectionItemProps {
  row: FeedbackRow;
  /** The call's output, if it has one. */
  output: JsonText | undefined;
  /** Absent if the user may not remove it. */
  onRemove: ((id: string) => void) | undefined;
}

/** What somebody says that a call should have returned, as the difference to its output. */
export function CorrectionItem({ row, output, onRemove }: CorrectionItemProps) {
  const [isWhole, setWhole] = useState(false);
  const sides = useMemo(() => sidesOf(row, output), [row, output]);
  const { id } = row;
  return (
    <li className="group py-1">
      <div className="flex items-center gap-2 text-meta text-muted">
        <span aria-hidden className="flex h-6 w-5 shrink-0 items-center justify-center">
          <FilePen className="size-3.5" />
        </span>
        <span className="font-medium text-ink">Corrected output</span>
        <FeedbackGiver row={row} />
        {row.isSaving ? "saving…" : <RelativeTime at={row.created_at} />}
        <span className="ml-auto flex items-center">
          {output && (
            <Button variant="ghost" size="small" aria-pressed={!isWhole} onClick={() => setWhole(!isWhole)}>
              Changes only
            </Button>
          )}
          {onRemove && id && !row.isSaving && (
            <IconButton icon={Trash2} label="Remove" size="small" onClick={() => onRemove(id)} />
          )}
        </span>
      </div>
      {output && !isWhole ? (
        <div className="flex h-52 min-h-0 flex-col border border-line bg-page">
          <JsonDiff left={sides.left} right={sides.right} label="output and correction" layout="unified" />
        </div>
      ) : (
        <LongText text={sides.shown} mono={sides.isJson} className="ml-7" />
      )}
    </li>
  );
}

/** Texts are compared as texts; if one side is not a text, both are compared as JSON. */
function sidesOf({ feedback_type: type, payload }: FeedbackRow, output: JsonText | undefined) {
  const corrected = correctionOf(type, payload);
  const right = corrected ? outputText(corrected) : { text: "", isJson: false };
  const left = output && outputText(output);
  const areTexts = !right.isJson && !left?.isJson;
  return {
    shown: right.text,
    isJson: right.isJson,
    left: areTexts ? (left?.text ?? "") : (output ?? new JsonText("null")),
    right: areTexts ? right.text : new JsonText(corrected?.raw ?? "null"),
  };
}

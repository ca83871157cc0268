"use client";

import { Braces, StickyNote, Trash2 } from "lucide-react";

import { prettyJson } from "@/components/json/pretty";
import { CopyButton } from "@/components/ui/copy-button";
import { IconButton } from "@/components/ui/icon-button";
import { LongText } from "@/components/ui/long-text";
import { RelativeTime } from "@/components/ui/timestamp";
import { JsonNode } from "@/lib/contract/json/node";
import type { FeedbackRow } from "@/lib/queries/feedback";

import { noteOf, reactionOf } from "@/lib/format/feedback-words";

interface FeedbackItemProps {
  row: FeedbackRow;
  onRemove: (id: string) => void;
}

/** One record: what it says, who said it and when. */
export function FeedbackItem({ row, onRemove }: FeedbackItemProps) {
  const { id, feedback_type: type, payload, created_at: createdAt, isSaving } = row;
  const reaction = reactionOf(type, payload);
  const note = noteOf(type, payload);
  const who = row.creator ?? row.ext_user_id;
  return (
    <li className="group flex items-start gap-2 py-0.5">
      <span aria-hidden className="flex h-6 w-5 shrink-0 items-center justify-center text-muted">
        {reaction ?? (note !== undefined ? <StickyNote className="size-3.5" /> : <Braces className="size-3.5" />)}
      </span>
      <div className="min-w-0 flex-1">
        {reaction && <span className="sr-only">{reaction}</span>}
        {note !== undefined && <LongText text={note} />}
        {reaction === undefined && note === undefined && (
          <>
            <span className="mr-1 text-meta font-medium wrap-anywhere">{type}</span>
            {payload && <CopyButton text={payload.text} label="Copy JSON" className="size-5 align-middle" />}
            {payload && <LongText mono text={prettyJson(JsonNode.parse(payload))} className="max-h-60 overflow-auto" />}
          </>
        )}
        <span className="text-meta leading-6 text-muted">
          {who && <span title={row.ext_user_id}>{who} · </span>}
          {isSaving ? "saving…" : <RelativeTime at={createdAt} />}
        </span>
      </div>
      {id && !isSaving && (
        <IconButton
          icon={Trash2}
          label="Remove"
          size="small"
          onClick={() => onRemove(id)}
          className="opacity-0 group-hover:opacity-100 focus-visible:opacity-100 max-sm:opacity-100"
        />
      )}
    </li>
  );
}

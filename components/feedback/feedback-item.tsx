"use client";

import { Info, Trash2 } from "lucide-react";
import { useState } from "react";

import { prettyJson } from "@/lib/json/pretty";
import { CopyButton } from "@/components/ui/copy-button";
import { IconButton } from "@/components/ui/icon-button";
import { onDemand } from "@/components/ui/on-demand";
import { LongText } from "@/components/ui/long-text";
import { RelativeTime } from "@/components/ui/timestamp";
import { JsonNode } from "@/lib/json/node";
import { namedValueOf, noteOf, reactionOf, shownText } from "@/lib/format/feedback-words";
import type { FeedbackRow } from "@/lib/queries/feedback";

import { FeedbackGiver } from "./feedback-giver";
import { FeedbackSign } from "./feedback-sign";

const feedbackDetails = onDemand(() => import("./feedback-details"));

interface FeedbackItemProps {
  row: FeedbackRow;
  /** Absent if the user may not remove it. */
  onRemove: ((id: string) => void) | undefined;
}

const shownOnHover =
  "opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 focus-visible:opacity-100 aria-expanded:opacity-100 max-sm:opacity-100";

/** One record: its value, its author and time; all of its fields on request. */
export function FeedbackItem({ row, onRemove }: FeedbackItemProps) {
  const [isOpen, setOpen] = useState(false);
  const details = feedbackDetails.useNeeded(isOpen, () => setOpen(false));
  const { id, created_at: createdAt, isSaving } = row;
  return (
    <li className="group py-0.5">
      <div className="flex items-start gap-2">
        <FeedbackSign row={row} />
        <div className="min-w-0 flex-1">
          <FeedbackContent row={row} />
          <span className="text-meta leading-6 text-muted">
            {(row.ext_user_id ?? row.creator) && (
              <>
                <FeedbackGiver row={row} /> ·{" "}
              </>
            )}
            {isSaving ? "saving…" : <RelativeTime at={createdAt} />}
          </span>
        </div>
        {id && !isSaving && (
          <>
            <IconButton
              icon={Info}
              label="Details"
              size="small"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
              className={shownOnHover}
            />
            {onRemove && (
              <IconButton
                icon={Trash2}
                label="Remove"
                size="small"
                onClick={() => onRemove(id)}
                className={shownOnHover}
              />
            )}
          </>
        )}
      </div>
      {isOpen && details && <details.FeedbackDetails row={row} />}
    </li>
  );
}

function FeedbackContent({ row: { feedback_type: type, payload } }: { row: FeedbackRow }) {
  const reaction = reactionOf(type, payload);
  if (reaction) return <span className="sr-only">{reaction}</span>;
  const note = noteOf(type, payload);
  if (note !== undefined) return <LongText text={note} />;
  const named = namedValueOf(type, payload);
  if (named)
    return (
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <span className="font-medium wrap-anywhere">{named.name}</span>
        <LongText
          text={
            named.value.kind === "number" ? shownText(type, payload) : (named.value.string() ?? prettyJson(named.value))
          }
          className="min-w-0 tabular-nums"
        />
      </div>
    );
  return (
    <>
      <span className="mr-1 text-meta font-medium wrap-anywhere">{type}</span>
      {payload && <CopyButton text={payload.text} label="Copy JSON" className="size-5 align-middle" />}
      {payload && <LongText mono text={prettyJson(JsonNode.parse(payload))} className="max-h-60 overflow-auto" />}
    </>
  );
}

"use client";

import { Braces, StickyNote } from "lucide-react";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";

import { FeedbackItem } from "./feedback-item";
import { JsonForm } from "./json-form";
import { NoteForm } from "./note-form";
import { ReactionBar } from "./reaction-bar";
import { useFeedbackList, useRemoveFeedback } from "./use-feedback";

interface FeedbackPanelProps {
  projectId: string;
  callId: string;
}

/** What people think of a call, and the place to say it. */
export function FeedbackPanel({ projectId, callId }: FeedbackPanelProps) {
  const subject = { projectId, callId };
  const list = useFeedbackList(subject);
  const remove = useRemoveFeedback(subject);
  const [isJson, setJson] = useState(false);
  const rows = list.data ?? [];
  return (
    <section
      aria-label="Feedback"
      className="flex min-h-0 shrink-0 flex-col gap-2 border-t border-line bg-raised px-4 py-2 sm:max-h-[50%]"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-body font-medium">
          Feedback {rows.length > 0 && <span className="font-normal text-muted">{rows.length}</span>}
        </h2>
        <ReactionBar subject={subject} rows={rows} />
        <Button
          variant="ghost"
          size="small"
          icon={isJson ? StickyNote : Braces}
          onClick={() => setJson(!isJson)}
          className="ml-auto"
        >
          {isJson ? "Write a note" : "Custom JSON"}
        </Button>
      </div>
      {list.isPending && <Skeleton className="w-1/3" />}
      {list.isError && rows.length === 0 && (
        <p role="alert" className="text-meta text-error">
          The feedback could not be read: {list.error.message}
        </p>
      )}
      {rows.length > 0 && (
        <ul aria-label="Feedback given" className="min-h-0 overflow-auto overscroll-contain">
          {rows.map((row) => (
            <FeedbackItem key={row.id} row={row} onRemove={remove} />
          ))}
        </ul>
      )}
      <div className="shrink-0">{isJson ? <JsonForm subject={subject} /> : <NoteForm subject={subject} />}</div>
    </section>
  );
}

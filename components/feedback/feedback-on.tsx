"use client";

import { Braces, FilePen, MessageSquare, StickyNote, Tags, type LucideIcon } from "lucide-react";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { onDemand } from "@/components/ui/on-demand";
import { useShortcuts } from "@/components/ui/shortcuts";
import { Skeleton } from "@/components/ui/skeleton";
import { useIsHydrated } from "@/components/ui/use-browser-value";
import { callIdOf } from "@/lib/contract/refs";
import { COMMENT, CORRECTION } from "@/lib/format/feedback-words";
import { isMissingEndpoint } from "@/lib/client/api-error";
import type { FeedbackSubject } from "@/lib/queries/feedback";

import type { CommentWish } from "./comments/comment-forms";
import { FeedbackItem } from "./feedback-item";
import { FeedbackSkeleton } from "./feedback-skeleton";
import { NoteForm } from "./note-form";
import { AddToQueue } from "./queue/add-to-queue";
import { ReactionBar } from "./reaction-bar";
import { useFeedbackList, useRemoveFeedback } from "./use-feedback";
import { MAY_NOT_ANNOTATE, useFeedbackRights } from "./use-feedback-rights";

const answersForm = onDemand(() => import("./annotate/answers-form"));
const discussion = onDemand(() => import("./comments/discussion"));
const jsonForm = onDemand(() => import("./json-form"));

type Form = "note" | "comment" | "correct" | "annotate" | "json";

const forms: readonly { value: Form; label: string; icon: LucideIcon }[] = [
  { value: "note", label: "Note", icon: StickyNote },
  { value: "comment", label: "Comment", icon: MessageSquare },
  { value: "correct", label: "Correct output", icon: FilePen },
  { value: "annotate", label: "Annotate", icon: Tags },
  { value: "json", label: "Custom JSON", icon: Braces },
];

interface FeedbackOnProps {
  subject: FeedbackSubject;
  title?: string;
  /** The calls that can be added to a queue, if not the one that the subject is. */
  callIds?: readonly string[];
  className?: string;
}

/** The feedback on a call, a thread or an object version, and the forms to add some. */
export function FeedbackOn({ subject, title = "Feedback", callIds, className }: FeedbackOnProps) {
  const list = useFeedbackList(subject);
  const remove = useRemoveFeedback(subject);
  const { mayAdd, mayRemove } = useFeedbackRights(subject.projectId);
  const isHydrated = useIsHydrated();
  const [form, setForm] = useState<Form>("note");
  const toNote = () => setForm("note");
  const annotate = answersForm.useNeeded(form === "annotate", toNote);
  const json = jsonForm.useNeeded(form === "json", toNote);
  const rows = list.data ?? [];
  const others = rows.filter(({ feedback_type: type }) => type !== COMMENT && type !== CORRECTION);
  const isDiscussed = others.length < rows.length;
  const isDiscussing = form === "comment" || form === "correct";
  const discussed = discussion.useNeeded(isDiscussed || isDiscussing, toNote);
  const [wish, setWish] = useState<CommentWish>();
  const comment = (next: CommentWish) => {
    setForm("comment");
    setWish(next);
  };
  // `Discussion` has the shortcut once it is loaded, with the selected passage.
  const early = { keys: "m", description: "Write a comment", run: () => comment({ passage: undefined }) };
  useShortcuts("Feedback", mayAdd && !discussed ? [early] : []);
  const callId = callIdOf(subject.ref);
  const queued = callIds ?? (callId === undefined ? [] : [callId]);
  const shownForms = callId !== undefined ? forms : forms.filter(({ value }) => value !== "correct");
  if (!isHydrated) return <FeedbackSkeleton className={className} />;
  return (
    <section aria-label={title} className={cn("flex min-h-0 shrink-0 flex-col gap-2 px-4", className)}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-body font-medium">
          {title} {rows.length > 0 && <span className="font-normal text-muted">{rows.length}</span>}
        </h2>
        {mayAdd ? (
          <>
            <ReactionBar subject={subject} rows={rows} />
            <div role="group" aria-label="Feedback type" className="ml-auto flex flex-wrap">
              {shownForms.map(({ value, label, icon }) => (
                <Button
                  key={value}
                  variant="ghost"
                  size="small"
                  icon={icon}
                  aria-pressed={form === value}
                  onClick={() => setForm(value)}
                  className="aria-pressed:bg-selected aria-pressed:text-ink"
                >
                  {label}
                </Button>
              ))}
            </div>
            {queued.length > 0 && <AddToQueue projectId={subject.projectId} callIds={queued} size="small" />}
          </>
        ) : (
          <p className="text-meta text-muted">{MAY_NOT_ANNOTATE}</p>
        )}
      </div>
      {list.isPending && <Skeleton className="w-1/3" />}
      {list.error && rows.length === 0 && <NotRead error={list.error} />}
      <div className="grid min-h-0 gap-2 overflow-auto overscroll-contain max-sm:overflow-visible">
        {mayAdd && form === "annotate" && annotate && <annotate.AnswersForm subject={subject} rows={rows} />}
        {others.length > 0 && (
          <ul aria-label="Existing feedback">
            {others.map((row) => (
              <FeedbackItem key={row.id} row={row} onRemove={mayRemove(row) ? remove : undefined} />
            ))}
          </ul>
        )}
        {discussed && <discussed.Discussion subject={subject} rows={rows} onRemove={remove} onComment={comment} />}
      </div>
      {mayAdd && isDiscussing && discussed && (
        <div className="shrink-0">
          <discussed.DiscussionForm subject={subject} rows={rows} form={form} wish={wish} />
        </div>
      )}
      {mayAdd && (form === "note" || form === "json") && (
        <div className="shrink-0">
          {form === "note" ? <NoteForm subject={subject} /> : json && <json.JsonForm subject={subject} />}
        </div>
      )}
    </section>
  );
}

function NotRead({ error }: { error: Error }) {
  if (isMissingEndpoint(error))
    return (
      <p className="text-meta text-muted">
        This service cannot list feedback (it has no <code>/feedback/query</code>), but what you add is stored.
      </p>
    );
  return (
    <p role="alert" className="text-meta text-error">
      Could not load feedback: {error.message}
    </p>
  );
}

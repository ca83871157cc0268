"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useMemo } from "react";

import { useShortcuts } from "@/components/ui/shortcuts";
import { toast } from "@/components/ui/toast-store";
import type { Call } from "@/lib/contract/calls";
import { callIdOf } from "@/lib/contract/refs";
import { commentThreads } from "@/lib/feedback/comments";
import { callPath } from "@/lib/format/address";
import { CORRECTION } from "@/lib/format/feedback-words";
import type { FeedbackRow, FeedbackSubject } from "@/lib/queries/feedback";
import { ownKey } from "@/lib/queries/keys";
import { callDetail, traceCalls } from "@/lib/queries/trace";

import { useFeedbackRights } from "../use-feedback-rights";
import { type CommentWish, NewComment } from "./comment-forms";
import { commentElementId, CommentThread } from "./comment-thread";
import { CorrectionForm } from "./correction-form";
import { CorrectionItem } from "./correction-item";
import { selectedCallId, selectedPassage, SelectedPassage } from "./selected-passage";
import { usePassages } from "./use-passages";

interface DiscussionProps {
  subject: FeedbackSubject;
  rows: readonly FeedbackRow[];
  onRemove: (id: string) => void;
  /** Opens the form for a comment. */
  onComment: (wish: CommentWish) => void;
}

/** The comments on a subject and, on a call, its corrected outputs and the passages that comments are about. */
export function Discussion({ subject, rows, onRemove, onComment }: DiscussionProps) {
  const { mayAdd, mayRemove } = useFeedbackRights(subject.projectId);
  const { data: own } = useQuery(ownKey());
  const call = useCallOf(subject);
  const threads = useMemo(() => commentThreads(rows), [rows]);
  const corrections = rows.filter(({ feedback_type: type }) => type === CORRECTION);
  const shown = useShownOutput(corrections.length > 0 ? call : undefined);
  const passages = usePassages(call, threads, (id) => {
    const comment = document.getElementById(commentElementId(id));
    comment?.scrollIntoView({ block: "nearest" });
    comment?.focus({ preventScroll: true });
  });
  const router = useRouter();
  const comment = () => {
    const from = selectedCallId();
    if (!call || from === undefined || from === call.id) {
      onComment({ passage: call && selectedPassage(call) });
      return;
    }
    toast({
      title: "The selected text is from another call",
      description: "Comment on it there.",
      action: { label: "Open call", onAction: () => router.push(callPath(call.project_id, from)) },
    });
  };
  useShortcuts(
    "Feedback",
    mayAdd
      ? [
          {
            keys: "m",
            description: call ? "Comment on the selected text, or on the call" : "Write a comment",
            run: comment,
          },
        ]
      : [],
  );
  return (
    <>
      {call && mayAdd && <SelectedPassage onComment={comment} />}
      {corrections.length > 0 && (
        <ul aria-label="Corrected outputs">
          {corrections.map((row) => (
            <CorrectionItem
              key={row.id}
              row={row}
              output={shown?.output}
              onRemove={mayRemove(row) ? onRemove : undefined}
            />
          ))}
        </ul>
      )}
      {threads.length > 0 && (
        <ul aria-label="Comments">
          {threads.map((thread) => (
            <CommentThread
              key={thread.id}
              subject={subject}
              thread={thread}
              mayAdd={mayAdd}
              owner={own?.owner}
              mayRemove={mayRemove}
              onRemove={onRemove}
              onShowPassage={(id) => {
                if (!passages.show(id))
                  toast({
                    title: "The passage is not shown",
                    description: "Open the input or output of the call, and show it to its end.",
                  });
              }}
            />
          ))}
        </ul>
      )}
    </>
  );
}

interface DiscussionFormProps {
  subject: FeedbackSubject;
  rows: readonly FeedbackRow[];
  form: "comment" | "correct";
  wish: CommentWish | undefined;
}

/** Adds a comment, or a corrected output. */
export function DiscussionForm({ subject, rows, form, wish }: DiscussionFormProps) {
  const call = useCallOf(subject);
  const shown = useShownOutput(call);
  const { data: key } = useQuery(ownKey());
  if (form === "comment") return <NewComment subject={subject} wish={wish} />;
  if (!shown) return undefined;
  const own =
    key && rows.findLast(({ feedback_type: type, ext_user_id: owner }) => type === CORRECTION && owner === key.owner);
  return <CorrectionForm key={own?.id} subject={subject} output={shown.output} own={own} />;
}

/** The call, if the subject is one. */
function useCallOf({ projectId, ref }: FeedbackSubject): Call | undefined {
  const id = callIdOf(ref);
  const { data } = useQuery({ ...callDetail(projectId, id ?? ""), enabled: id !== undefined });
  return id === undefined ? undefined : data;
}

/** What the page of a call shows as its output: a root without one shows that of another call. Undefined while reading. */
function useShownOutput(call: Call | undefined): Pick<Call, "output"> | undefined {
  const isRoot = call !== undefined && call.parent_id === undefined;
  const trace = useQuery({ ...traceCalls(call?.project_id ?? "", call?.trace_id ?? ""), enabled: isRoot });
  const lenderId = isRoot ? trace.data?.find(({ id }) => id === call.id)?.overview?.borrowed?.output : undefined;
  const lender = useQuery({
    ...callDetail(call?.project_id ?? "", lenderId ?? ""),
    enabled: lenderId !== undefined,
  });
  if (!call || (isRoot && trace.isPending) || (lenderId !== undefined && lender.isPending)) return undefined;
  return lenderId === undefined ? call : (lender.data ?? call);
}

"use client";

import { X } from "lucide-react";
import { useEffect, useRef } from "react";

import { leaveBox } from "@/components/ui/boxes";
import { IconButton } from "@/components/ui/icon-button";
import { useDraft, useFormDraft } from "@/components/ui/use-draft";
import type { CommentPayload, Passage } from "@/lib/contract/comments";
import { type Comment, editedComment, parsePassage } from "@/lib/feedback/comments";
import { COMMENT } from "@/lib/format/feedback-words";
import { toJsonText, writeJson } from "@/lib/json/text";
import { type FeedbackSubject } from "@/lib/queries/feedback";
import { newFeedback } from "@/lib/queries/new-feedback";

import { useAddFeedback } from "../use-feedback";
import { CommentBox } from "./comment-box";
import { useReplaceFeedback } from "./use-replace-feedback";

const PLACEHOLDER = "Comment in Markdown…";

/** A request to write a comment, with the passage it is about if one was selected. */
export interface CommentWish {
  passage: Passage | undefined;
}

interface NewCommentProps {
  subject: FeedbackSubject;
  /** The latest request; each one focuses the text box. */
  wish: CommentWish | undefined;
}

/** Adds a comment on a subject, or on a passage of it. */
export function NewComment({ subject, wish }: NewCommentProps) {
  const draft = useFormDraft(`comment:${subject.ref}`, { text: "", passage: "" });
  const { text, passage: written } = draft.fields;
  const passage = parsePassage(written);
  const add = useAddFeedback(subject);
  const field = useRef<HTMLTextAreaElement>(null);
  const change = useRef(draft.change);
  useEffect(() => {
    change.current = draft.change;
  });
  useEffect(() => {
    if (!wish) return;
    if (wish.passage) change.current({ passage: writeJson(wish.passage) });
    field.current?.focus();
  }, [wish]);
  return (
    <CommentBox
      label="Comment"
      placeholder={PLACEHOLDER}
      action="Add comment"
      text={text}
      draft={draft}
      onTextChange={(next) => draft.change({ text: next })}
      saving={add}
      onSave={() => {
        leaveBox();
        const payload: CommentPayload = { text, ...(passage && { passage }) };
        // The form shows the error.
        add.mutateAsync(newFeedback(COMMENT, toJsonText(payload))).then(draft.clear, () => undefined);
      }}
      field={field}
    >
      {passage && (
        <p className="flex min-w-0 items-center gap-1 text-meta text-muted">
          <span className="shrink-0">On {passage.of === "inputs" ? "the input" : "the output"}:</span>
          <q className="min-w-0 truncate text-ink">{passage.quote}</q>
          <IconButton
            icon={X}
            label="Comment on the whole call instead"
            size="small"
            onClick={() => draft.change({ passage: "" })}
          />
        </p>
      )}
    </CommentBox>
  );
}

interface ReplyProps {
  subject: FeedbackSubject;
  /** ID of the comment. */
  replyTo: string;
  onClose: () => void;
}

/** Replies to a comment. */
export function ReplyForm({ subject, replyTo, onClose }: ReplyProps) {
  const draft = useDraft(`reply:${replyTo}`);
  const add = useAddFeedback(subject);
  return (
    <CommentBox
      label="Reply"
      placeholder="Reply in Markdown…"
      action="Reply"
      text={draft.text}
      draft={draft}
      onTextChange={draft.setText}
      saving={add}
      onSave={() => {
        const payload: CommentPayload = { text: draft.text, reply_to: replyTo };
        add.mutateAsync(newFeedback(COMMENT, toJsonText(payload))).then(
          () => {
            draft.clear();
            onClose();
          },
          () => undefined,
        );
      }}
      onCancel={onClose}
    />
  );
}

interface EditProps {
  subject: FeedbackSubject;
  comment: Comment;
  onClose: () => void;
}

/** Changes the text of a comment. */
export function EditForm({ subject, comment, onClose }: EditProps) {
  const draft = useDraft(`edit comment:${comment.id}`, comment.text);
  const replace = useReplaceFeedback(subject);
  return (
    <CommentBox
      label="Edit comment"
      placeholder={PLACEHOLDER}
      action="Save"
      text={draft.text}
      draft={draft}
      onTextChange={draft.setText}
      saving={replace}
      onSave={() => {
        const { id } = comment;
        const payload = toJsonText(editedComment(comment, draft.text));
        replace.mutateAsync({ id, feedbackType: COMMENT, payload }).then(
          () => {
            draft.clear();
            onClose();
          },
          () => undefined,
        );
      }}
      onCancel={onClose}
    />
  );
}

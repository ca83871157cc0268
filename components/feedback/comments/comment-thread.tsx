"use client";

import { MessageSquare, Pencil, Reply, Trash2 } from "lucide-react";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Markdown } from "@/components/ui/markdown";
import { RelativeTime } from "@/components/ui/timestamp";
import type { Comment, CommentThread as Thread } from "@/lib/feedback/comments";
import type { FeedbackRow, FeedbackSubject } from "@/lib/queries/feedback";

import { FeedbackGiver } from "../feedback-giver";
import { EditForm, ReplyForm } from "./comment-forms";

const shownOnHover =
  "opacity-0 group-focus-within/comment:opacity-100 group-hover/comment:opacity-100 focus-visible:opacity-100 max-sm:opacity-100";

/** The ID of a comment's element. */
export const commentElementId = (id: string) => `comment-${id}`;

interface CommentThreadProps {
  subject: FeedbackSubject;
  thread: Thread<FeedbackRow>;
  mayAdd: boolean;
  /** The owner of the session's key. */
  owner: string | undefined;
  mayRemove: (row: FeedbackRow) => boolean;
  onRemove: (id: string) => void;
  onShowPassage: (commentId: string) => void;
}

/** A comment and its replies. */
export function CommentThread({ thread, ...rest }: CommentThreadProps) {
  const [isReplying, setReplying] = useState(false);
  const { id, comment, replies } = thread;
  const toReply = rest.mayAdd && !isReplying ? () => setReplying(true) : undefined;
  return (
    <li className="py-1">
      {comment ? (
        <CommentItem {...rest} comment={comment} onReply={toReply} />
      ) : (
        <p className="text-meta text-muted">This comment was removed.</p>
      )}
      {(replies.length > 0 || isReplying) && (
        <div className="ml-2 border-l-2 border-line pl-5">
          {replies.length > 0 && (
            <ul aria-label="Replies">
              {replies.map((reply) => (
                <li key={reply.id} className="pt-1">
                  <CommentItem {...rest} comment={reply} />
                </li>
              ))}
            </ul>
          )}
          {isReplying && <ReplyForm subject={rest.subject} replyTo={id} onClose={() => setReplying(false)} />}
        </div>
      )}
    </li>
  );
}

interface CommentItemProps extends Omit<CommentThreadProps, "thread"> {
  comment: Comment<FeedbackRow>;
  /** Absent if it cannot be replied to. */
  onReply?: (() => void) | undefined;
}

function CommentItem({
  subject,
  comment,
  mayAdd,
  owner,
  mayRemove,
  onRemove,
  onShowPassage,
  onReply,
}: CommentItemProps) {
  const [isEditing, setEditing] = useState(false);
  const { id, text, passage, row, writtenAt, isEdited } = comment;
  const isOwn = row.ext_user_id === owner;
  return (
    <article
      id={commentElementId(id)}
      aria-label={`Comment by ${row.ext_user_id ?? "you"}`}
      tabIndex={-1}
      className="group/comment flex items-start gap-2 rounded-control focus:outline-2 focus:outline-accent-ring"
    >
      <span aria-hidden className="flex h-6 w-5 shrink-0 items-center justify-center text-muted">
        <MessageSquare className="size-3.5" />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex min-h-6 flex-wrap items-center gap-x-2 text-meta text-muted">
          {(row.ext_user_id ?? row.creator) && (
            <span className="font-medium text-ink">
              <FeedbackGiver row={row} />
            </span>
          )}
          {row.isSaving ? "saving…" : writtenAt && <RelativeTime at={writtenAt} />}
          {isEdited && <span>edited</span>}
          {!row.isSaving && (
            <span className="ml-auto flex">
              {onReply && (
                <IconButton icon={Reply} label="Reply" size="small" onClick={onReply} className={shownOnHover} />
              )}
              {mayAdd && isOwn && !isEditing && (
                <IconButton
                  icon={Pencil}
                  label="Edit"
                  size="small"
                  onClick={() => setEditing(true)}
                  className={shownOnHover}
                />
              )}
              {mayRemove(row) && (
                <IconButton
                  icon={Trash2}
                  label="Remove"
                  size="small"
                  onClick={() => onRemove(id)}
                  className={shownOnHover}
                />
              )}
            </span>
          )}
        </div>
        {passage && (
          <Button
            variant="ghost"
            size="small"
            title={`Show the passage in the ${passage.of === "inputs" ? "input" : "output"}`}
            onClick={() => onShowPassage(id)}
            className="-ml-2 max-w-full justify-start"
          >
            <q className="truncate border-l-2 border-accent-ring pl-2 font-normal">{passage.quote}</q>
          </Button>
        )}
        {isEditing ? (
          <EditForm subject={subject} comment={comment} onClose={() => setEditing(false)} />
        ) : (
          <Markdown text={text} />
        )}
      </div>
    </article>
  );
}

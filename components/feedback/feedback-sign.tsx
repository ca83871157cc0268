import { Braces, StickyNote, Tag } from "lucide-react";

import { namedValueOf, noteOf, reactionOf } from "@/lib/format/feedback-words";
import type { FeedbackRow } from "@/lib/queries/feedback";

/** The emoji of a reaction, or an icon for the kind of feedback. */
export function FeedbackSign({ row: { feedback_type: type, payload } }: { row: FeedbackRow }) {
  const reaction = reactionOf(type, payload);
  const Icon = noteOf(type, payload) !== undefined ? StickyNote : namedValueOf(type, payload) ? Tag : Braces;
  return (
    <span aria-hidden className="flex h-6 w-5 shrink-0 items-center justify-center text-muted">
      {reaction ?? <Icon className="size-3.5" />}
    </span>
  );
}

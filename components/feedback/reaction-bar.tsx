"use client";

import { SmilePlus } from "lucide-react";
import { useState } from "react";

import { cn } from "@/components/ui/cn";
import { toJsonText } from "@/lib/json/text";
import { type FeedbackRow, type FeedbackSubject } from "@/lib/queries/feedback";
import { newFeedback } from "@/lib/queries/new-feedback";
import { IconButton } from "@/components/ui/icon-button";
import { onDemand } from "@/components/ui/on-demand";
import { Popover } from "@/components/ui/popover";

import { REACTION, reactionOf } from "@/lib/format/feedback-words";
import { SaveState } from "./save-state";
import { useAddFeedback, useMyReactions, useRemoveFeedback } from "./use-feedback";

const emojiPalette = onDemand(() => import("./emoji-palette"));

const quick = ["👍", "👎"];

/** Reactions with one click: the two main ones, existing ones, and a palette of others. */
export function ReactionBar({ subject, rows }: { subject: FeedbackSubject; rows: readonly FeedbackRow[] }) {
  const [isOpen, setOpen] = useState(false);
  const palette = emojiPalette.useModule();
  const [mine] = useMyReactions();
  const add = useAddFeedback(subject);
  const remove = useRemoveFeedback(subject);
  const idsOf = reactionIds(rows);
  const press = (emoji: string) => {
    const own = idsOf.get(emoji)?.find((id) => mine.has(id));
    if (own) remove(own);
    else add.mutate(newFeedback(REACTION, toJsonText({ emoji })));
  };
  return (
    <>
      <div role="group" aria-label="Reactions" className="flex flex-wrap items-center gap-1">
        {[...new Set([...quick, ...idsOf.keys()])].map((emoji) => {
          const ids = idsOf.get(emoji) ?? [];
          const isMine = ids.some((id) => mine.has(id));
          return (
            <button
              key={emoji}
              type="button"
              aria-label={`React with ${emoji}`}
              aria-pressed={isMine}
              onClick={() => press(emoji)}
              className={cn(
                "inline-flex h-7 min-w-8 items-center justify-center gap-1 rounded-control border border-line-strong bg-page px-1.5 hover:bg-hover",
                isMine && "border-accent-ring bg-accent-soft",
              )}
            >
              <span aria-hidden className="text-section">
                {emoji}
              </span>
              {ids.length > 0 && <span className="text-meta text-muted">{ids.length}</span>}
            </button>
          );
        })}
        <Popover
          label="More reactions"
          content={emojiPalette}
          open={isOpen}
          onOpenChange={setOpen}
          trigger={<IconButton icon={SmilePlus} label="More reactions" />}
        >
          {palette && (
            <palette.EmojiPalette
              draftKey={`reaction:${subject.ref}`}
              onPick={(emoji) => {
                setOpen(false);
                press(emoji);
              }}
            />
          )}
        </Popover>
      </div>
      <SaveState isSaving={add.isPending} error={add.error} />
    </>
  );
}

function reactionIds(rows: readonly FeedbackRow[]): ReadonlyMap<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const { id, feedback_type: type, payload } of rows) {
    const emoji = reactionOf(type, payload);
    if (id && emoji) ids.set(emoji, [...(ids.get(emoji) ?? []), id]);
  }
  return ids;
}

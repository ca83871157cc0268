"use client";

import { Trash2, X } from "lucide-react";
import Link from "next/link";

import { Button, buttonClass } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { LongText } from "@/components/ui/long-text";
import { shownText, typeWords } from "@/lib/format/feedback-words";

import { FeedbackDetails } from "../feedback-details";
import type { ListedFeedback } from "./columns";

interface FeedbackPeekProps {
  row: ListedFeedback;
  /** The page of its subject. */
  href: string | undefined;
  /** Absent if the user may not remove it. */
  onRemove: (() => void) | undefined;
  onClose: () => void;
}

/** Preview of a record beside the list: its value and all of its fields. */
export function FeedbackPeek({ row, href, onRemove, onClose }: FeedbackPeekProps) {
  return (
    <aside aria-label="Feedback preview" className="flex h-full min-h-0 flex-col">
      <div className="flex h-9 shrink-0 items-center gap-2 border-b border-line px-2">
        {href && (
          <Link href={href} prefetch={false} className={buttonClass("ghost", "small")}>
            Open target
          </Link>
        )}
        <div className="ml-auto flex items-center gap-1">
          {onRemove && (
            <Button size="small" variant="ghost" icon={Trash2} onClick={onRemove}>
              Remove
            </Button>
          )}
          <IconButton icon={X} label="Close" shortcut="escape" size="small" onClick={onClose} />
        </div>
      </div>
      <div className="min-h-0 flex-1 overflow-auto px-4 py-3">
        <h2 className="text-meta text-muted">{typeWords(row.feedback_type ?? "")}</h2>
        <LongText text={shownText(row.feedback_type, row.payload)} className="mb-3 text-section" />
        <FeedbackDetails row={row} />
      </div>
    </aside>
  );
}

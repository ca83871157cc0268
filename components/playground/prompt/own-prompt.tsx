"use client";

import { ChevronRight, Save } from "lucide-react";
import { memo, useState, type Dispatch } from "react";

import { Conversation } from "@/components/conversation/conversation";
import { cn } from "@/components/ui/cn";
import { Badge } from "@/components/ui/badge";
import { IconButton } from "@/components/ui/icon-button";
import type { FieldError } from "@/lib/contract/field-errors";
import { counted } from "@/lib/format/number";
import type { PromptSource, Turn } from "@/lib/playground/document";
import type { Edit } from "@/lib/playground/edit";

import type { OnPrompt } from "./prompt-menu";
import { PromptState } from "./prompt-state";

interface OwnPromptProps {
  projectId: string;
  /** The pane's id. */
  pane: string;
  /** The pane's position, from 1. */
  place: number;
  turns: readonly Turn[];
  source: PromptSource | undefined;
  problems: readonly FieldError[];
  edit: Dispatch<Edit>;
  onPrompt: OnPrompt;
}

/** The turns that only one pane answers, and the version that they come from. */
export const OwnPrompt = memo(function OwnPrompt(props: OwnPromptProps) {
  const { projectId, pane, place, turns, source, problems, edit, onPrompt } = props;
  const [isOpen, setOpen] = useState(true);
  return (
    <div className="flex max-h-[50dvh] min-h-8 flex-col border-b border-line">
      <div className="flex shrink-0 items-center gap-2 bg-raised px-3 py-0.5">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="flex shrink-0 items-center gap-1 text-meta text-muted hover:text-ink"
        >
          <ChevronRight aria-hidden className={cn("size-3 shrink-0 transition-transform", isOpen && "rotate-90")} />
          Own prompt
        </button>
        {source ? (
          <PromptState projectId={projectId} source={source} turns={turns} />
        ) : (
          <Badge>{counted(turns.length, "message")}</Badge>
        )}
        <span className="ml-auto">
          <IconButton icon={Save} label="Save prompt" size="small" onClick={() => onPrompt("save", pane)} />
        </span>
      </div>
      {isOpen && (
        <div className="min-h-0 overflow-auto border-t border-line">
          <Conversation turns={turns} pane={{ id: pane, place }} problems={problems} edit={edit} />
        </div>
      )}
    </div>
  );
});

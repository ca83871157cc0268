"use client";

import { MessageSquareText } from "lucide-react";

import { DropdownMenu, MenuItem, MenuSeparator } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";

/** `copy` and `choose` give a pane its own prompt, `share` returns it to the shared conversation, `run` opens an experiment. */
type PromptAction = "copy" | "choose" | "share" | "save" | "run";
/** Of a pane by id, or of the shared conversation. */
export type OnPrompt = (action: PromptAction, pane?: string) => void;

interface PromptMenuProps {
  pane: string;
  /** The pane's position, from 1. */
  place: number;
  isOwn: boolean;
  onPrompt: OnPrompt;
}

/** What a pane answers: the shared conversation, or a prompt of its own. */
export function PromptMenu({ pane, place, isOwn, onPrompt }: PromptMenuProps) {
  const trigger = (
    <IconButton icon={MessageSquareText} label={`Prompt of pane ${place}`} aria-pressed={isOwn ? true : undefined} />
  );
  return (
    <DropdownMenu trigger={trigger}>
      <MenuItem onSelect={() => onPrompt("choose", pane)}>
        {isOwn ? "Choose another prompt…" : "Use another prompt here…"}
      </MenuItem>
      {isOwn ? (
        <MenuItem onSelect={() => onPrompt("share", pane)}>Return to the shared conversation</MenuItem>
      ) : (
        <MenuItem onSelect={() => onPrompt("copy", pane)}>Edit a copy of the shared conversation here</MenuItem>
      )}
      <MenuSeparator />
      <MenuItem onSelect={() => onPrompt("save", pane)}>Save prompt…</MenuItem>
      <MenuItem onSelect={() => onPrompt("run", pane)}>Run over a table…</MenuItem>
    </DropdownMenu>
  );
}

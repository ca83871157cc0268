"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";

import { PromptList } from "@/components/pickers/prompt-list";
import { Dialog } from "@/components/ui/dialog";
import { InlineBanner } from "@/components/ui/inline-banner";
import type { PromptVersion } from "@/lib/prompt/prompt-document";

import { readPromptVersion } from "./prompt-version";

interface ChoosePromptDialogProps {
  projectId: string;
  /** The position of the pane that gets the prompt, from 1. */
  place: number;
  onChoose: (version: PromptVersion) => void;
  onClose: () => void;
}

/** Selects the version of a prompt that a pane answers. */
export function ChoosePromptDialog({ projectId, place, onChoose, onClose }: ChoosePromptDialogProps) {
  const cache = useQueryClient();
  const reading = useMutation({
    mutationFn: (chosen: { name: string; version: string }) => readPromptVersion(cache, projectId, chosen),
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Choose a prompt for pane ${place}`}
      description="The prompt replaces the messages of this pane, and its model settings if it has its own. Other panes stay as they are."
    >
      <div className="grid gap-2">
        <PromptList
          projectId={projectId}
          onChoose={(name, version) => reading.mutate({ name, version }, { onSuccess: onChoose })}
        />
        {reading.error && <InlineBanner tone="error">Could not open the prompt: {reading.error.message}</InlineBanner>}
      </div>
    </Dialog>
  );
}

"use client";

import dynamic from "next/dynamic";
import type { Dispatch } from "react";

import type { PlaygroundDocument } from "@/lib/playground/document";
import type { Edit } from "@/lib/playground/edit";
import type { PromptVersion } from "@/lib/prompt/prompt-document";

import type { PromptDialog } from "./use-prompt-actions";

const ChoosePromptDialog = dynamic(async () => (await import("./choose-prompt-dialog")).ChoosePromptDialog, {
  ssr: false,
});
const SavePromptDialog = dynamic(async () => (await import("./save-prompt-dialog")).SavePromptDialog, { ssr: false });

interface PromptDialogsProps {
  dialog: PromptDialog | undefined;
  projectId: string;
  document: PlaygroundDocument;
  edit: Dispatch<Edit>;
  onChoose: (pane: string, version: PromptVersion) => void;
  onClose: () => void;
}

/** The open dialog about a prompt, if any; each is loaded on first use. */
export function PromptDialogs({ dialog, projectId, document, edit, onChoose, onClose }: PromptDialogsProps) {
  const pane = document.panes.find(({ id }) => id === dialog?.pane);
  if (dialog?.name === "save") {
    const owner = pane?.turns ? pane : document;
    return (
      <SavePromptDialog
        projectId={projectId}
        turns={owner.turns ?? document.turns}
        source={owner.prompt}
        panes={document.panes}
        pane={pane?.id ?? document.panes.find((one) => !one.turns)?.id ?? document.panes[0]?.id}
        onSaved={(prompt) => edit({ type: "prompt", prompt, ...(owner === pane && { pane: pane.id }) })}
        onClose={onClose}
      />
    );
  }
  if (dialog?.name !== "choose" || !pane) return null;
  return (
    <ChoosePromptDialog
      projectId={projectId}
      place={document.panes.indexOf(pane) + 1}
      onChoose={(version) => {
        onClose();
        onChoose(pane.id, version);
      }}
      onClose={onClose}
    />
  );
}

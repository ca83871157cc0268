"use client";

import { useCallback, useState, type Dispatch } from "react";

import { toast } from "@/components/ui/toast-store";
import { versionName } from "@/lib/contract/version-name";
import type { Pane, PlaygroundDocument } from "@/lib/playground/document";
import type { Edit } from "@/lib/playground/edit";
import { type PromptVersion, settingsFor } from "@/lib/prompt/prompt-document";

import type { OnPrompt } from "./prompt-menu";

/** The open dialog about a prompt: of a pane, or of the shared conversation. */
export interface PromptDialog {
  name: "choose" | "save";
  pane?: string;
}

interface PromptActionsOptions {
  /** Id of the playground. */
  session: string;
  /** Must not change. */
  read: () => PlaygroundDocument;
  edit: Dispatch<Edit>;
  /** Opens an experiment with what a pane sends. */
  onRun: (pane: string) => void;
}

/** What can be done with the prompts of panes. */
export function usePromptActions({ session, read, edit, onRun }: PromptActionsOptions) {
  const [opened, setOpened] = useState<PromptDialog & { session: string }>();
  const act = useCallback<OnPrompt>(
    (action, id) => {
      const { panes, turns, prompt } = read();
      const pane = panes.find((one) => one.id === id);
      if (action === "save" || action === "choose") setOpened({ session, name: action, pane: id });
      else if (pane && action === "run") onRun(pane.id);
      else if (pane && action === "copy") {
        // The beginning of its next answer still fits, since the messages are the same.
        const change = { prompt, ...(pane.prefix && { prefix: pane.prefix }) };
        edit({ type: "own prompt", pane: pane.id, turns, change });
      } else if (pane) {
        edit({ type: "pane", id: pane.id, change: { turns: undefined, prompt: undefined, prefix: undefined } });
        offerUndo("The pane answers the shared conversation", pane, edit);
      }
    },
    [edit, onRun, read, session],
  );
  const choose = useCallback(
    (id: string, version: PromptVersion) => {
      const pane = read().panes.find((one) => one.id === id);
      if (!pane) return;
      edit({ type: "own prompt", pane: id, turns: version.prompt.turns, change: settingsFor(pane, version) });
      offerUndo(`Opened ${version.source.name} ${versionName(version.source.version)}`, pane, edit);
    },
    [edit, read],
  );
  // A dialog about a pane of one playground is closed with it.
  const dialog = opened?.session === session ? opened : undefined;
  return { dialog, act, choose, close: () => setOpened(undefined) };
}

function offerUndo(title: string, { id, ...before }: Pane, edit: Dispatch<Edit>): void {
  const { turns, prompt, prefix, model, parameters } = before;
  const change = { turns, prompt, prefix, model, parameters };
  toast({ title, action: { label: "Undo", onAction: () => edit({ type: "pane", id, change }) } });
}

"use client";

import { Save } from "lucide-react";

import { IconButton } from "@/components/ui/icon-button";
import type { PlaygroundDocument } from "@/lib/playground/document";
import { sharingPanes } from "@/lib/playground/pane-turns";

import type { OnPrompt } from "./prompt-menu";
import { PromptState } from "./prompt-state";

interface SharedPromptProps {
  projectId: string;
  document: PlaygroundDocument;
  onPrompt: OnPrompt;
}

/** The version that the shared conversation comes from, and the panes that answer it. */
export function SharedPrompt({ projectId, document, onPrompt }: SharedPromptProps) {
  const { turns, prompt } = document;
  const note = sharedWith(document);
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-2 border-b border-line px-4 py-1">
      <h2 className="text-label text-muted">Shared conversation</h2>
      {prompt && <PromptState projectId={projectId} source={prompt} turns={turns} />}
      {note && <span className="text-meta text-muted">{note}</span>}
      <span className="ml-auto">
        <IconButton icon={Save} label="Save prompt" size="small" onClick={() => onPrompt("save")} />
      </span>
    </div>
  );
}

const conjunction = new Intl.ListFormat("en-US", { type: "conjunction" });

function sharedWith(document: PlaygroundDocument): string | undefined {
  const sharing = sharingPanes(document);
  const places = document.panes.flatMap(({ id }, index) => (sharing.includes(id) ? [String(index + 1)] : []));
  if (places.length === document.panes.length) return undefined;
  if (places.length === 0) return "Not used: every pane has its own prompt";
  return places.length === 1 ? `Only in pane ${places[0]}` : `Only in panes ${conjunction.format(places)}`;
}

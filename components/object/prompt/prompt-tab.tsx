"use client";

import dynamic from "next/dynamic";

import { Skeleton } from "@/components/ui/skeleton";
import type { ObjectVersion } from "@/lib/contract/objects";
import type { Prompt } from "@/lib/prompt/prompt";

import { PromptView } from "./prompt-view";

const PromptEditor = dynamic(async () => (await import("./prompt-editor")).PromptEditor, {
  ssr: false,
  loading: () => (
    <div role="status" aria-label="Loading the editor" className="grid gap-2 p-4">
      <Skeleton className="w-1/3" />
      <Skeleton className="w-1/2" />
    </div>
  ),
});

interface PromptTabProps {
  version: ObjectVersion;
  prompt: Prompt;
  latest: ObjectVersion;
  isEditing: boolean;
  /** Opens or closes the editor; undefined if the user may not publish. */
  onEdit: ((isEditing: boolean) => void) | undefined;
}

/** A version of a prompt, to read or to edit in place. */
export function PromptTab({ version, prompt, latest, isEditing, onEdit }: PromptTabProps) {
  if (isEditing && onEdit)
    return (
      <PromptEditor
        key={version.digest}
        version={version}
        prompt={prompt}
        latest={latest}
        onClose={() => onEdit(false)}
      />
    );
  return <PromptView version={version} prompt={prompt} onEdit={onEdit && (() => onEdit(true))} />;
}

"use client";

import dynamic from "next/dynamic";
import { useEffect, useRef } from "react";

import { Skeleton } from "@/components/ui/skeleton";
import type { ObjectVersion } from "@/lib/contract/objects";
import type { Prompt } from "@/lib/prompt/prompt";

import { PromptView } from "./prompt-view";
import { wasSaved } from "./saved-version";

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
  const { digest } = version;
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(isEditing);
  useEffect(() => {
    // The editor is gone, and the focus that was in it.
    if (!isEditing && (wasEditing.current || wasSaved(digest))) editButton.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing, digest]);
  if (isEditing && onEdit)
    return (
      <PromptEditor key={digest} version={version} prompt={prompt} latest={latest} onClose={() => onEdit(false)} />
    );
  return (
    <PromptView version={version} prompt={prompt} editButton={editButton} onEdit={onEdit && (() => onEdit(true))} />
  );
}

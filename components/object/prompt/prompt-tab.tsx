"use client";

import dynamic from "next/dynamic";

import type { ObjectVersion } from "@/lib/contract/objects";
import type { Prompt } from "@/lib/prompt/prompt";

import { PromptView } from "./prompt-view";
import { EditorSkeleton } from "../editing/editor-skeleton";
import { useEditButton } from "../editing/use-edit-button";

const PromptEditor = dynamic(async () => (await import("./prompt-editor")).PromptEditor, {
  ssr: false,
  loading: EditorSkeleton,
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
  const editButton = useEditButton(isEditing, digest);
  if (isEditing && onEdit)
    return (
      <PromptEditor key={digest} version={version} prompt={prompt} latest={latest} onClose={() => onEdit(false)} />
    );
  return (
    <PromptView version={version} prompt={prompt} editButton={editButton} onEdit={onEdit && (() => onEdit(true))} />
  );
}

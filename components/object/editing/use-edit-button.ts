"use client";

import { type RefObject, useEffect, useRef } from "react";

import { wasSaved } from "./saved-version";

/** The button that opens the editor of a version. It gets the focus back when the editor is gone. */
export function useEditButton(isEditing: boolean, digest: string): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(isEditing);
  useEffect(() => {
    if (!isEditing && (wasEditing.current || wasSaved(digest))) button.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing, digest]);
  return button;
}

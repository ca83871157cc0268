"use client";

import { useCallback, useEffect, useRef, useState, type Dispatch } from "react";

import { useDraft, type Draft } from "@/components/ui/use-draft";
import { applyEdit, type Edit } from "@/lib/playground/edit";

import { type PromptContent, readContent } from "./prompt-content";

interface PromptDraft {
  content: PromptContent;
  /** Whether anything was changed. */
  isChanged: boolean;
  change: (next: Partial<PromptContent>) => void;
  /** Changes messages or settings; unchanged messages stay the same objects. */
  edit: Dispatch<Edit>;
  draft: Draft;
  /** Begins again, after the draft was discarded. */
  reset: () => void;
}

/** A prompt that is being edited, kept as a draft with each change; `key` and `about` as for `useDraft`. */
export function usePromptDraft(key: string, begin: () => PromptContent, about?: string): PromptDraft {
  const [initial] = useState(() => {
    const content = begin();
    return { content, text: JSON.stringify(content) };
  });
  const draft = useDraft(key, initial.text, about);
  const [content, setContent] = useState(() => readContent(draft.text) ?? initial.content);
  const latest = useRef(content);
  const keep = useRef(draft.setText);
  useEffect(() => {
    keep.current = draft.setText;
  });
  const change = useCallback((next: Partial<PromptContent>) => {
    latest.current = { ...latest.current, ...next };
    setContent(latest.current);
    keep.current(JSON.stringify(latest.current));
  }, []);
  const edit = useCallback(
    (made: Edit) => {
      const document = applyEdit(latest.current.document, made);
      if (document !== latest.current.document) change({ document });
    },
    [change],
  );
  const reset = () => {
    latest.current = initial.content;
    setContent(initial.content);
  };
  return { content, isChanged: draft.text !== initial.text, change, edit, draft, reset };
}

/** The key of the draft of a new prompt. */
export function newPromptKey(projectId: string): string {
  return `new prompt:${projectId}`;
}

/** The beginning of the keys of a prompt's drafts; the digest of the version that one is based on follows. */
export function promptDraftsKey(projectId: string, name: string): string {
  return `prompt:${projectId}:${encodeURIComponent(name.toWellFormed())}:`;
}

"use client";

import { useEffect, type RefObject } from "react";

import { CodeEditor } from "@/components/ui/code-editor";
import { DraftNote } from "@/components/ui/draft-note";
import type { Draft } from "@/components/ui/use-draft";

import { FileList } from "./file-list";
import type { GroupsFiles } from "./use-files";

const PAUSE_MS = 400;
const EXAMPLE = `{"trajectories": [
  {"messages_and_choices": [{"role": "user", "content": "2+2?"}, {"role": "assistant", "content": "4"}], "reward": 1},
  {"messages_and_choices": [{"role": "user", "content": "2+2?"}, {"role": "assistant", "content": "5"}], "reward": 0}
]}`;

interface PasteSourceProps {
  draft: Draft;
  files: GroupsFiles;
  /** The text that the files were made from, kept while another source is shown. */
  readText: RefObject<string>;
}

/** Adds pasted or typed groups; they are read after a pause in typing, and kept until they are submitted. */
export function PasteSource({ draft, files, readText }: PasteSourceProps) {
  const { replace } = files;
  const { text, setText } = draft;
  useEffect(() => {
    if (readText.current === text) return;
    const timer = setTimeout(() => {
      readText.current = text;
      replace(text.trim() === "" ? [] : [new File([text], "pasted")]);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, replace, readText]);
  return (
    <div className="grid gap-2">
      <CodeEditor
        label="Groups as JSON or JSONL"
        value={text}
        onChange={setText}
        language="text"
        placeholder={EXAMPLE}
        minHeight={140}
        maxHeight={360}
      />
      <DraftNote draft={draft} />
      {files.files.length > 0 && <FileList files={files} />}
    </div>
  );
}

"use client";

import { FileDrop } from "@/components/ui/file-drop";

import { FileList } from "./file-list";
import type { GroupsFiles } from "./use-files";

/** Adds files of groups, by selecting or dropping. */
export function FileSource({ files }: { files: GroupsFiles }) {
  return (
    <div className="grid gap-3">
      <FileDrop label="Choose JSON or JSONL files" accept=".json,.jsonl,.ndjson,.txt" multiple onFiles={files.add}>
        <p className="text-muted">
          or drop them here. One group or trajectory per line, or a JSON array. Files stay on this device until you
          submit.
        </p>
      </FileDrop>
      {files.files.length > 0 && <FileList files={files} onRemove={files.remove} />}
    </div>
  );
}

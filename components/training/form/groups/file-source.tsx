"use client";

import { FileDrop } from "@/components/ui/file-drop";

import { FileList } from "./file-list";
import type { GroupsFiles } from "./use-files";

/** Takes files of groups, by choosing or dropping. */
export function FileSource({ files }: { files: GroupsFiles }) {
  return (
    <div className="grid gap-3">
      <FileDrop label="Choose JSON or JSONL files" accept=".json,.jsonl,.ndjson,.txt" multiple onFiles={files.add}>
        <p className="text-muted">
          or drop them here: one group or trajectory per line, or a list of either. Files stay on this machine until you
          submit.
        </p>
      </FileDrop>
      {files.files.length > 0 && <FileList files={files} onRemove={files.remove} />}
    </div>
  );
}

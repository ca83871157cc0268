"use client";

import { FileUp } from "lucide-react";
import { useId, useState, type DragEvent } from "react";

import { buttonClass } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";

import { FileList } from "./file-list";
import type { GroupsFiles } from "./use-files";

/** Takes files of groups, by choosing or dropping. */
export function FileSource({ files }: { files: GroupsFiles }) {
  const { add, remove } = files;
  const id = useId();
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    add(event.dataTransfer.files);
  };
  return (
    <div className="grid gap-3">
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cn(
          "flex flex-wrap items-center justify-center gap-x-3 gap-y-2 rounded-control border border-dashed border-line-strong px-4 py-5 text-center",
          isOver && "border-accent-ring bg-accent-soft",
        )}
      >
        <FileUp aria-hidden className="size-5 text-muted" />
        <input
          id={id}
          type="file"
          multiple
          accept=".json,.jsonl,.ndjson,.txt"
          onChange={(event) => {
            add(event.target.files ?? []);
            // The same file, mended, can be chosen again.
            event.target.value = "";
          }}
          className="peer sr-only"
        />
        <label
          htmlFor={id}
          className={cn(
            buttonClass(),
            "cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-offset-1 peer-focus-visible:outline-(--accent-ring)",
          )}
        >
          Choose JSON or JSONL files
        </label>
        <p className="text-muted">
          or drop them here: a group or a trajectory a line, or a list of either. They stay on this machine until you
          submit.
        </p>
      </div>
      {files.files.length > 0 && <FileList files={files} onRemove={remove} />}
    </div>
  );
}

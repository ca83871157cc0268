"use client";

import { FileUp } from "lucide-react";
import { type DragEvent, type ReactNode, useId, useState } from "react";

import { buttonClass } from "./button";
import { cn } from "./cn";

interface FileDropProps {
  label: string;
  /** File extensions that are offered, comma-separated; dropped files may have any. */
  accept: string;
  multiple?: boolean;
  disabled?: boolean;
  onFiles: (files: readonly File[]) => void;
  /** Additional text or actions. */
  children: ReactNode;
}

/** Accepts files by selecting or dropping. */
export function FileDrop({ label, accept, multiple = false, disabled = false, onFiles, children }: FileDropProps) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!disabled) onFiles([...event.dataTransfer.files]);
  };
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cn(
        "grid justify-items-center gap-2 rounded-control border border-dashed border-line-strong px-4 py-6 text-center",
        isOver && "border-accent-ring bg-accent-soft",
      )}
    >
      <FileUp aria-hidden className="size-6 text-muted" />
      <input
        id={id}
        type="file"
        multiple={multiple}
        accept={accept}
        disabled={disabled}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // The same file can be chosen again after it was corrected.
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
        {label}
      </label>
      {children}
    </div>
  );
}

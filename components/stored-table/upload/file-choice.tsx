"use client";

import { FileUp } from "lucide-react";
import { useId, useState, type DragEvent } from "react";

import { Button, buttonClass } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { formatBytes, formatPercent } from "@/lib/format/number";
import type { TableFormat } from "@/lib/table/table-format";

import type { FileCheck } from "./use-file-check";

const formats = [
  { value: "csv", label: "CSV, first line has the names" },
  { value: "jsonl", label: "JSONL, one row a line" },
  { value: "json", label: "JSON, a list of rows" },
] as const satisfies readonly { value: TableFormat; label: string }[];

interface FileChoiceProps {
  check: FileCheck;
  disabled: boolean;
  /** Told that another file is being looked at. */
  onChoose: () => void;
}

/** Takes a file by choosing, dropping or pasting, and says how far it has been read. */
export function FileChoice({ check: { chosen, share, error, choose }, disabled, onChoose }: FileChoiceProps) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const [pasted, setPasted] = useState("");
  const [isPasting, setPasting] = useState(false);
  const take = (file: File | undefined, format?: TableFormat) => {
    if (!file || disabled) return;
    onChoose();
    choose(file, format);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  return (
    <section aria-label="File" className="grid gap-3">
      {isPasting ? (
        <div className="grid gap-2">
          <label htmlFor={`${id}-paste`} className="text-meta font-medium">
            Rows as CSV, JSON or JSONL
          </label>
          <Textarea
            id={`${id}-paste`}
            rows={8}
            value={pasted}
            spellCheck={false}
            placeholder={"question,expected\nWhere is my parcel?,It left Lyon this morning."}
            onChange={(event) => setPasted(event.target.value)}
            className="font-mono text-meta"
          />
          <div className="flex gap-2">
            <Button onClick={() => take(new File([pasted], "pasted"))} disabled={pasted.trim() === "" || disabled}>
              Read
            </Button>
            <Button variant="ghost" onClick={() => setPasting(false)}>
              Choose a file instead
            </Button>
          </div>
        </div>
      ) : (
        <div
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
          className={cn(
            "grid justify-items-center gap-2 rounded-control border border-dashed border-line-strong px-4 py-8 text-center",
            isOver && "border-accent-ring bg-accent-soft",
          )}
        >
          <FileUp aria-hidden className="size-6 text-muted" />
          <input
            id={id}
            type="file"
            accept=".csv,.tsv,.json,.jsonl,.ndjson,.txt"
            disabled={disabled}
            onChange={(event) => {
              take(event.target.files?.[0]);
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
            Choose a CSV, JSON or JSONL file
          </label>
          <p className="text-muted">or drop it here</p>
          <Button variant="ghost" size="small" onClick={() => setPasting(true)}>
            Paste rows instead
          </Button>
        </div>
      )}
      {chosen && (
        <div className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 truncate font-medium">{chosen.file.name}</span>
          <span className="text-muted">{formatBytes(chosen.file.size)}, read as</span>
          <Select
            aria-label="Format"
            options={formats}
            value={chosen.format}
            disabled={disabled}
            onValueChange={(format) => take(chosen.file, format)}
          />
          {share !== undefined && (
            <span role="status" className="inline-flex items-center gap-2 text-meta text-muted">
              <progress value={share} aria-label="Reading" className="h-1.5 w-24 accent-accent" />
              Reading {formatPercent(Math.floor(share * 100) / 100)}
            </span>
          )}
        </div>
      )}
      {error && <InlineBanner tone="error">{error}</InlineBanner>}
    </section>
  );
}

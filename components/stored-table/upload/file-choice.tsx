"use client";

import { useId, useState } from "react";

import { Button } from "@/components/ui/button";
import { DraftNote } from "@/components/ui/draft-note";
import { FileDrop } from "@/components/ui/file-drop";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import type { Draft } from "@/components/ui/use-draft";
import { formatBytes, formatPercent } from "@/lib/format/number";
import type { TableFormat } from "@/lib/table/table-format";

import type { FileCheck } from "./use-file-check";

const formats = [
  { value: "csv", label: "CSV with a header row" },
  { value: "jsonl", label: "JSONL, one row per line" },
  { value: "json", label: "JSON, an array of rows" },
] as const satisfies readonly { value: TableFormat; label: string }[];

/** The name of a file made from pasted rows. */
export const PASTED_FILE = "pasted";

interface FileChoiceProps {
  check: FileCheck;
  /** The rows that are pasted or typed. */
  pasted: Draft;
  disabled: boolean;
  /** Called when another file is selected. */
  onChoose: () => void;
}

/** Accepts a selected, dropped or pasted file, and shows the progress of reading it. */
export function FileChoice({ check: { chosen, share, error, choose }, pasted, disabled, onChoose }: FileChoiceProps) {
  const id = useId();
  const [chosenWay, setPasting] = useState<boolean>();
  const isPasting = chosenWay ?? pasted.restoredAt !== undefined;
  const take = (file: File | undefined, format?: TableFormat) => {
    if (!file || disabled) return;
    onChoose();
    choose(file, format);
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
            value={pasted.text}
            spellCheck={false}
            placeholder={"question,expected\nWhere is my parcel?,It left Lyon this morning."}
            onChange={(event) => pasted.setText(event.target.value)}
            className="font-mono text-meta"
          />
          <DraftNote draft={pasted} onDiscard={() => setPasting(true)} />
          <div className="flex gap-2">
            <Button
              onClick={() => take(new File([pasted.text], PASTED_FILE))}
              disabled={pasted.text.trim() === "" || disabled}
            >
              Preview rows
            </Button>
            <Button variant="ghost" onClick={() => setPasting(false)}>
              Choose a file instead
            </Button>
          </div>
        </div>
      ) : (
        <FileDrop
          label="Choose a CSV, JSON or JSONL file"
          accept=".csv,.tsv,.json,.jsonl,.ndjson,.txt"
          disabled={disabled}
          onFiles={([file]) => take(file)}
        >
          <p className="text-muted">or drop it here</p>
          <Button variant="ghost" size="small" onClick={() => setPasting(true)}>
            Paste rows instead
          </Button>
        </FileDrop>
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
              <progress value={share} aria-label="Reading" className="h-1.5 w-24" />
              Reading {formatPercent(Math.floor(share * 100) / 100)}
            </span>
          )}
        </div>
      )}
      {error && <InlineBanner tone="error">{error}</InlineBanner>}
    </section>
  );
}

"use client";

import { useState } from "react";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { formatCount } from "@/lib/format/number";
import type { CallsView } from "@/lib/filter/calls-view";
import { csvHead, csvRow, exportFields, jsonLine, needsFeedback } from "@/lib/trace/export-fields";

import { ExportProgress } from "./export-progress";
import { useExport } from "./use-export";

const formats = [
  { value: "jsonl", label: "JSONL" },
  { value: "csv", label: "CSV" },
] as const;
const contents = [
  { value: "all", label: "All fields and payloads" },
  { value: "shown", label: "Visible columns" },
] as const;

interface ExportDialogProps {
  projectId: string;
  view: CallsView;
  /** Selected calls; all that match the view when there are none. */
  ids: readonly string[];
  /** Ids of the list's columns, from left to right. */
  columns: readonly string[];
  onClose: () => void;
}

/** Exports the listed calls to a file: all of them, or with a note of how many are missing. */
export function ExportDialog({ projectId, view, ids, columns, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<"jsonl" | "csv">("jsonl");
  const [content, setContent] = useState<"all" | "shown">("all");
  const { state, start, cancel } = useExport();
  const run = () => {
    const fields = exportFields(content === "all" ? "all" : columns);
    const isCsv = format === "csv";
    const at = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
    void start(`${projectId.replaceAll("/", "-")}-calls-${at}.${format}`, {
      projectId,
      view,
      ...(ids.length > 0 ? { ids } : {}),
      columns: fields.flatMap(({ column }) => column ?? []),
      withFeedback: needsFeedback(content === "all" ? "all" : columns),
      withCosts: fields.some(({ name }) => name === "total_cost"),
      head: isCsv ? csvHead(fields) : "",
      lineOf: (row) => (isCsv ? csvRow(fields, row) : jsonLine(fields, row)),
    });
  };
  const what =
    ids.length > 0
      ? `${formatCount(ids.length)} selected ${ids.length === 1 ? "call" : "calls"}`
      : `all ${view.roots ? "traces" : "calls"} that match the filter`;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (open) return;
        cancel();
        onClose();
      }}
      title="Export"
      description={`Exports ${what}. Numbers keep their full precision. Times are in UTC.`}
    >
      {state.stage === "asking" ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <Field label="Format">
            {(control) => <Select {...control} options={formats} value={format} onValueChange={setFormat} />}
          </Field>
          <Field label="Content">
            {(control) => <Select {...control} options={contents} value={content} onValueChange={setContent} />}
          </Field>
          <div className="flex justify-end">
            <Button variant="primary" onClick={run}>
              Export
            </Button>
          </div>
        </div>
      ) : (
        <ExportProgress state={state} onCancel={cancel} onRetry={run} onClose={onClose} />
      )}
    </Dialog>
  );
}

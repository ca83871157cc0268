"use client";

import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";

import { Button } from "@/components/ui/button";
import { DropdownMenu, MenuItem, MenuLabel } from "@/components/ui/dropdown-menu";
import { saveFile } from "@/components/ui/save-file";
import { toast } from "@/components/ui/toast-store";
import { exportFeedback, type FeedbackFormat } from "@/lib/feedback/export-feedback";
import { counted, formatBytes } from "@/lib/format/number";
import { feedbackExport, type FeedbackListParams } from "@/lib/queries/feedback-list";

const types: Record<FeedbackFormat, string> = { jsonl: "application/jsonl", csv: "text/csv" };

/** Exports all feedback that matches the view, or nothing if that fails. */
export function ExportMenu({ params, count }: { params: FeedbackListParams; count: number | undefined }) {
  const read = useMutation(feedbackExport(params));
  const run = (format: FeedbackFormat) =>
    read.mutate(undefined, {
      onSuccess: (rows) => {
        const name = `feedback-${params.projectId.replace("/", "-")}.${format}`;
        const file = new Blob([exportFeedback(rows, format)], { type: types[format] });
        saveFile(name, file);
        const records = counted(rows.length, "record");
        toast({ title: `Exported ${records}`, description: `${name}, ${formatBytes(file.size)}` });
      },
      onError: (error) => toast({ title: "Could not export feedback", description: error.message, tone: "error" }),
    });
  return (
    <DropdownMenu
      trigger={
        <Button icon={Download} busy={read.isPending}>
          {read.isPending ? "Exporting" : "Export"}
        </Button>
      }
    >
      <MenuLabel>
        Exports {count === undefined ? "all records" : counted(count, "record")} matching the filter
      </MenuLabel>
      <MenuItem onSelect={() => run("jsonl")}>JSONL: all fields, payloads exactly as sent</MenuItem>
      <MenuItem onSelect={() => run("csv")}>CSV: for spreadsheets, formulas escaped</MenuItem>
    </DropdownMenu>
  );
}

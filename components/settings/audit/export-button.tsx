"use client";

import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";

import { Button } from "@/components/ui/button";
import { saveFile } from "@/components/ui/save-file";
import { toast } from "@/components/ui/toast-store";
import type { AuditView } from "@/lib/filter/audit-view";
import { counted, formatBytes } from "@/lib/format/number";
import { auditExport } from "@/lib/queries/audit";

/** Exports all records that match the view, or nothing if that fails. */
export function ExportButton({ view }: { view: AuditView }) {
  const read = useMutation(auditExport(view));
  const run = () =>
    read.mutate(undefined, {
      onSuccess: ({ file, records }) => {
        saveFile("audit-log.jsonl", file);
        toast({
          title: `Exported ${counted(records, "record")}`,
          description: `audit-log.jsonl, ${formatBytes(file.size)}`,
        });
      },
      onError: ({ message }) => toast({ title: "Could not export the audit log", description: message, tone: "error" }),
    });
  return (
    <Button icon={Download} busy={read.isPending} onClick={run}>
      {read.isPending ? "Exporting" : "Export"}
    </Button>
  );
}

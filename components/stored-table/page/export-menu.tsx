"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Download, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";

import { Button } from "@/components/ui/button";
import { DropdownMenu, MenuItem, MenuLabel } from "@/components/ui/dropdown-menu";
import { saveFile } from "@/components/ui/save-file";
import { toast } from "@/components/ui/toast-store";
import { counted, formatBytes, formatPercent } from "@/lib/format/number";
import { type ExportFormat, exportRows } from "@/lib/queries/table-export";
import { tableRows, type TableParams, type TableView } from "@/lib/queries/tables";

interface ExportMenuProps {
  params: TableParams;
  view: TableView;
  count: number | undefined;
  name: string;
}

/** Exports all rows of a view, in the order shown, or none if that fails. */
export function ExportMenu({ params, view, count, name }: ExportMenuProps) {
  const cache = useQueryClient();
  const running = useRef<AbortController>(undefined);
  const [share, setShare] = useState<number>();
  useEffect(() => () => running.current?.abort(), []);

  const run = async (format: ExportFormat) => {
    const abort = new AbortController();
    running.current = abort;
    setShare(0);
    try {
      const file = await exportRows({
        count: count ?? 0,
        format,
        // Rows read for an export are not cached. The first of its requests counts as the export.
        read: (offset, limit) =>
          cache.fetchQuery({ ...tableRows(params, view, { offset, limit, isExport: offset === 0 }), gcTime: 0 }),
        onProgress: setShare,
        signal: abort.signal,
      });
      saveFile(`${name}.${format}`, file);
      const rows = counted(count, "row");
      toast({ title: `Exported ${rows}`, description: `${name}.${format}, ${formatBytes(file.size)}` });
    } catch (error) {
      if (abort.signal.aborted) return;
      const description = error instanceof Error ? error.message : undefined;
      toast({ title: "Export failed", description, tone: "error" });
    } finally {
      if (running.current === abort) setShare(undefined);
    }
  };
  if (share !== undefined)
    return (
      <Button
        icon={X}
        onClick={() => {
          running.current?.abort();
          setShare(undefined);
        }}
      >
        <progress value={share} aria-label="Export" className="h-1.5 w-16" />
        {formatPercent(Math.floor(share * 100) / 100)} · Cancel
      </Button>
    );
  return (
    <DropdownMenu
      trigger={
        <Button icon={Download} disabled={count === undefined}>
          Export
        </Button>
      }
    >
      <MenuLabel>Exports {counted(count, "row")}, filtered and sorted as shown</MenuLabel>
      <MenuItem onSelect={() => void run("jsonl")}>JSONL: rows exactly as stored</MenuItem>
      <MenuItem onSelect={() => void run("csv")}>CSV: for spreadsheets, formulas escaped</MenuItem>
    </DropdownMenu>
  );
}

"use client";

import { Code, Download, GitCompareArrows, Link2, SquarePen, Table2 } from "lucide-react";
import { useRouter } from "next/navigation";

import { MenuItem, MenuSeparator } from "@/components/ui/dropdown-menu";
import { toast } from "@/components/ui/toast-store";
import { callRef } from "@/lib/contract/refs";
import { playgroundPath } from "@/lib/format/address";

interface CallMenuProps {
  projectId: string;
  callId: string;
  onCompare: () => void;
  /** Absent without the right to. */
  onAddToDataset: (() => void) | undefined;
  onCode: () => void;
  /** Absent while the trace is not known. */
  onDownload: (() => void) | undefined;
}

/** The less common actions on a call. */
export function CallMenu({ projectId, callId, onCompare, onAddToDataset, onCode, onDownload }: CallMenuProps) {
  const router = useRouter();
  return (
    <>
      <MenuItem icon={SquarePen} onSelect={() => router.push(playgroundPath(projectId, callId))}>
        Open in playground
      </MenuItem>
      <MenuItem icon={GitCompareArrows} shortcut="c" onSelect={onCompare}>
        Compare with another call
      </MenuItem>
      <MenuItem icon={Table2} disabled={!onAddToDataset} onSelect={() => onAddToDataset?.()}>
        Add to dataset
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Code} shortcut="g" onSelect={onCode}>
        Use in code
      </MenuItem>
      <MenuItem icon={Download} disabled={!onDownload} onSelect={() => onDownload?.()}>
        Download trace as JSONL
      </MenuItem>
      <MenuItem icon={Link2} onSelect={() => void copyRef(callRef(projectId, callId))}>
        Copy ref
      </MenuItem>
    </>
  );
}

async function copyRef(ref: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(ref);
    toast({ title: "Ref copied", description: ref });
  } catch {
    toast({ title: "The browser blocked copying", description: ref, tone: "error" });
  }
}

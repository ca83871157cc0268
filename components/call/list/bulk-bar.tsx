"use client";

import { useMutation } from "@tanstack/react-query";
import { Download, GitCompareArrows, Trash2, X } from "lucide-react";
import type { ReactNode } from "react";

import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { useShortcuts } from "@/components/ui/shortcuts";
import { toast } from "@/components/ui/toast-store";
import { useGoTo } from "@/components/ui/use-go-to";
import { offerUndo, undoWith } from "@/components/undo/pending-undos";
import { comparePath } from "@/lib/format/address";
import { counted, formatCount } from "@/lib/format/number";
import { deleteCalls } from "@/lib/queries/calls-delete";
import { useMay } from "@/lib/queries/use-may";

interface BulkBarProps {
  projectId: string;
  /** Selected calls, in the order of the list. */
  ids: readonly string[];
  /** Opens a form for feedback on all of them; the callback runs once it has been sent. */
  feedback: ReactNode;
  onExport: () => void;
  onClear: () => void;
}

/** Actions on the selected calls. */
export function BulkBar({ projectId, ids, feedback, onExport, onClear }: BulkBarProps) {
  const goTo = useGoTo();
  const mayDelete = useMay(projectId, "member");
  const remove = useMutation({
    ...deleteCalls(projectId),
    onSuccess: ({ num_deleted: count }, deleted) =>
      offerUndo({
        id: `calls ${deleted.join(" ").slice(0, 100)} ${deleted.length}`,
        title: `Deleted ${counted(count, "call")}`,
        requests: [undoWith("callsRestore", { project_id: projectId, call_ids: [...deleted] })],
        refreshes: ["calls"],
      }),
    onError: ({ message }) => toast({ title: "Could not delete the calls", description: message, tone: "error" }),
  });
  const [a, b] = ids;
  const isPair = ids.length === 2;
  const compare = () => {
    if (isPair && a !== undefined && b !== undefined) goTo(comparePath(projectId, a, b));
  };
  const deleteAll = () => {
    if (!mayDelete || remove.isPending) return;
    remove.mutate(ids);
    onClear();
  };
  useShortcuts("Selection", [
    { keys: "c", description: "Compare selected calls", run: compare },
    { keys: "e", description: "Export selected calls", run: onExport },
    { keys: "delete", description: "Delete selected calls", run: deleteAll },
  ]);
  return (
    <div
      role="toolbar"
      aria-label="Selected calls"
      className="absolute inset-x-0 bottom-3 z-20 mx-auto flex w-max max-w-[calc(100%-16px)] flex-wrap items-center gap-1 rounded-float border border-line-strong bg-float p-1 pl-3 shadow-float"
    >
      <span role="status" className="mr-2 font-medium tabular-nums">
        {formatCount(ids.length)} selected
      </span>
      <Button
        variant="ghost"
        icon={GitCompareArrows}
        disabled={!isPair}
        title={isPair ? undefined : "Select two calls to compare them"}
        onClick={compare}
      >
        Compare
      </Button>
      {feedback}
      <Button variant="ghost" icon={Download} onClick={onExport}>
        Export
      </Button>
      <Button
        variant="ghost"
        icon={Trash2}
        disabled={!mayDelete}
        title={
          mayDelete
            ? "Also deletes their child calls. You can undo this for 30 seconds."
            : "Deleting calls requires the member role on this project."
        }
        onClick={deleteAll}
      >
        Delete
      </Button>
      <IconButton icon={X} label="Clear selection" shortcut="escape" onClick={onClear} />
    </div>
  );
}

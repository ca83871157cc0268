"use client";

import { Table2 } from "lucide-react";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { useMay } from "@/lib/queries/use-may";

import { AddDialog } from "./add-dialog";

interface AddToTableProps {
  projectId: string;
  /** The chosen calls. */
  callIds: readonly string[];
}

/** Puts chosen calls into a dataset, a new one or the next version of one that is there. */
export function AddToTable({ projectId, callIds }: AddToTableProps) {
  const [isOpen, setOpen] = useState(false);
  const mayWrite = useMay(projectId, "member");
  return (
    <>
      <Button
        variant="ghost"
        icon={Table2}
        disabled={!mayWrite}
        title={mayWrite ? undefined : "Storing tables requires the member role on this project"}
        onClick={() => setOpen(true)}
      >
        Add to table
      </Button>
      {isOpen && <AddDialog projectId={projectId} callIds={callIds} onClose={() => setOpen(false)} />}
    </>
  );
}

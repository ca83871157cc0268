"use client";

import { Table2 } from "lucide-react";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { useMay } from "@/lib/queries/use-may";

import { AddDialog } from "./add-dialog";

interface AddToTableProps {
  projectId: string;
  callIds: readonly string[];
}

/** Adds selected calls to a dataset, a new one or the next version of an existing one. */
export function AddToTable({ projectId, callIds }: AddToTableProps) {
  const [isOpen, setOpen] = useState(false);
  const mayWrite = useMay(projectId, "member");
  return (
    <>
      <Button
        variant="ghost"
        icon={Table2}
        disabled={!mayWrite}
        title={mayWrite ? undefined : "Adding to a dataset requires the member role on this project."}
        onClick={() => setOpen(true)}
      >
        Add to dataset
      </Button>
      {isOpen && <AddDialog projectId={projectId} callIds={callIds} onClose={() => setOpen(false)} />}
    </>
  );
}

"use client";

import { Pencil } from "lucide-react";

import { Button } from "@/components/ui/button";

interface EditButtonProps {
  /** Whether a version of a dataset has these rows, which a new version can follow; undefined until that is known. */
  isDataset: boolean | undefined;
  mayWrite: boolean;
  onEdit: () => void;
}

/** Edits the rows of a dataset, or says why they are read-only. */
export function EditButton({ isDataset, mayWrite, onEdit }: EditButtonProps) {
  if (isDataset === undefined) return undefined;
  if (!isDataset) return <span className="text-meta text-muted">Read-only: no dataset has these rows.</span>;
  return (
    <Button
      icon={Pencil}
      disabled={!mayWrite}
      title={mayWrite ? undefined : "Editing rows requires the member role on this project."}
      onClick={onEdit}
    >
      Edit rows
    </Button>
  );
}

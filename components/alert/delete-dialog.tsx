"use client";

import { useMutation } from "@tanstack/react-query";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { InlineBanner } from "@/components/ui/inline-banner";
import { toast } from "@/components/ui/toast-store";
import type { Alert } from "@/lib/contract/alerts";
import { deleteAlert } from "@/lib/queries/alerts";

interface DeleteDialogProps {
  alert: Alert;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks for confirmation, since deleting cannot be undone. */
export function DeleteDialog({ alert, onClose, onDeleted }: DeleteDialogProps) {
  const remove = useMutation(deleteAlert());
  const submit = () =>
    remove.mutate(
      { project_id: alert.project_id, id: alert.id },
      {
        onSuccess: () => {
          toast({ title: "Alert deleted" });
          onDeleted();
        },
      },
    );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`Delete ${alert.name}?`}>
      <div className="grid gap-4">
        <p>
          Its history is deleted with it, and notifications that have not been sent yet are not sent. This cannot be
          undone.
        </p>
        {remove.error && <InlineBanner tone="error">Could not delete the alert: {remove.error.message}</InlineBanner>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Keep alert</Button>
          <Button variant="danger" busy={remove.isPending} onClick={submit}>
            {remove.isPending ? "Deleting" : "Delete alert"}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

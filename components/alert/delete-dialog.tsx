"use client";

import { useMutation } from "@tanstack/react-query";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
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
    <ConfirmDialog
      open
      title={`Delete the alert “${alert.name}”?`}
      confirm="Delete alert"
      confirming="Deleting"
      keep="Keep alert"
      isPending={remove.isPending}
      problem={remove.error ? `Could not delete the alert: ${remove.error.message}` : undefined}
      onConfirm={submit}
      onClose={onClose}
    >
      <p>
        Its history is deleted with it, and notifications that have not been sent yet are not sent. This cannot be
        undone.
      </p>
    </ConfirmDialog>
  );
}

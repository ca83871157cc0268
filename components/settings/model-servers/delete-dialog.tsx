"use client";

import { useMutation } from "@tanstack/react-query";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast-store";
import { isConflict } from "@/lib/client/api-error";
import type { Connection } from "@/lib/contract/connections";
import { deleteModelServer } from "@/lib/queries/connections";

interface DeleteDialogProps {
  /** One that was added. */
  server: Connection;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks for confirmation, since a key that was deleted cannot be brought back. */
export function DeleteDialog({ server: { id, name, revision, has_key }, onClose, onDeleted }: DeleteDialogProps) {
  const remove = useMutation(deleteModelServer());
  const submit = () => {
    if (id === undefined) return;
    remove.mutate(
      { id, replaces: revision },
      {
        onSuccess: () => {
          toast({ title: `${name} deleted` });
          onDeleted();
        },
      },
    );
  };
  return (
    <ConfirmDialog
      open
      title={`Delete the model server “${name}”?`}
      confirm="Delete model server"
      confirming="Deleting"
      keep="Keep model server"
      isPending={remove.isPending}
      problem={remove.error ? problemWords(remove.error) : undefined}
      onConfirm={submit}
      onClose={onClose}
    >
      <p>
        Requests to its models will fail unless another server offers them. Answers in progress will finish. This cannot
        be undone
        {has_key ? ": its key is deleted too, so you need the key to add it again." : "."}
      </p>
    </ConfirmDialog>
  );
}

function problemWords(error: Error): string {
  if (isConflict(error))
    return "Somebody else changed it since you opened this page. Its settings have been read again: check them, then delete it.";
  return `Could not delete it: ${error.message}`;
}

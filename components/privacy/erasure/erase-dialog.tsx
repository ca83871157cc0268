"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast-store";
import { createErasure } from "@/lib/queries/erasure";

interface EraseDialogProps {
  projectId: string;
  userId: string;
  onClose: () => void;
  onErased: () => void;
}

/** Asks for the user ID again, since erasing cannot be undone. */
export function EraseDialog({ projectId, userId, onClose, onErased }: EraseDialogProps) {
  const [confirm, setConfirm] = useState("");
  const [isWrong, setWrong] = useState(false);
  const erase = useMutation(createErasure());
  const submit = () => {
    if (confirm !== userId) return setWrong(true);
    erase.mutate(
      { project_id: projectId, user_id: userId, confirm },
      {
        onSuccess: () => {
          toast({ title: "Erasing has started" });
          onErased();
        },
      },
    );
  };
  return (
    <ConfirmDialog
      open
      title="Erase this user's data?"
      confirm="Erase permanently"
      confirming="Starting"
      keep="Keep data"
      isPending={erase.isPending}
      problem={erase.error ? `Could not start: ${erase.error.message}` : undefined}
      onConfirm={submit}
      onClose={onClose}
    >
      <p>
        All traces in which <code className="wrap-anywhere">{userId}</code> is the user are erased in the background.
        This cannot be undone. Backups that were made before still contain them.
      </p>
      <Field
        label="Type the user ID to confirm"
        error={isWrong && confirm !== userId ? "This is not the user ID" : undefined}
      >
        {(control) => (
          <Input
            {...control}
            value={confirm}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => setConfirm(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              submit();
            }}
          />
        )}
      </Field>
    </ConfirmDialog>
  );
}

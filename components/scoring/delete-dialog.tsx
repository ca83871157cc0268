"use client";

import { useMutation } from "@tanstack/react-query";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast-store";
import type { ScoringRule } from "@/lib/contract/scoring";
import { counted } from "@/lib/format/number";
import { deleteScoringRule } from "@/lib/queries/scoring";

interface DeleteDialogProps {
  rule: ScoringRule;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks for confirmation, since deleting cannot be undone. */
export function DeleteDialog({ rule, onClose, onDeleted }: DeleteDialogProps) {
  const remove = useMutation(deleteScoringRule());
  const { waiting } = rule.calls;
  const submit = () =>
    remove.mutate(
      { project_id: rule.project_id, id: rule.id },
      {
        onSuccess: () => {
          toast({ title: "Rule deleted" });
          onDeleted();
        },
      },
    );
  return (
    <ConfirmDialog
      open
      title={`Delete the rule “${rule.definition.name}”?`}
      confirm="Delete rule"
      confirming="Deleting"
      keep="Keep rule"
      isPending={remove.isPending}
      problem={remove.error ? `Could not delete the rule: ${remove.error.message}` : undefined}
      onConfirm={submit}
      onClose={onClose}
    >
      <p>
        Existing scores are kept.
        {waiting > 0 && ` ${counted(waiting, "queued call")} will not be scored.`} This cannot be undone. To stop
        scoring for now, pause the rule instead.
      </p>
    </ConfirmDialog>
  );
}

"use client";

import { useMutation } from "@tanstack/react-query";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast-store";
import type { Experiment } from "@/lib/contract/experiments";
import { counted } from "@/lib/format/number";
import { updateExperiment } from "@/lib/queries/experiment-runs";

interface CancelDialogProps {
  projectId: string;
  run: Experiment;
  onClose: () => void;
}

/** Asks for confirmation, since canceling cannot be undone. */
export function CancelDialog({ projectId, run, onClose }: CancelDialogProps) {
  const update = useMutation(updateExperiment());
  const submit = () =>
    update.mutate(
      { project_id: projectId, id: run.id, action: "cancel" },
      {
        onSuccess: () => {
          toast({ title: "Experiment canceled" });
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      open
      title="Cancel this experiment?"
      confirm="Cancel experiment"
      confirming="Canceling"
      keep="Keep experiment"
      isPending={update.isPending}
      problem={update.error ? `Could not cancel the experiment: ${update.error.message}` : undefined}
      onConfirm={submit}
      onClose={onClose}
    >
      <p>
        {counted(run.rows.waiting, "row")} will not be sent; the answers so far are kept. This cannot be undone, but you
        can run the experiment again. To continue later, pause it instead.
      </p>
    </ConfirmDialog>
  );
}

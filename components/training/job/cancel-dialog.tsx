"use client";

import { useMutation } from "@tanstack/react-query";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast-store";
import type { TrainingJob } from "@/lib/contract/training";
import { cancelTrainingJob } from "@/lib/queries/training";

/** Asks for confirmation, since canceling cannot be undone. */
export function CancelDialog({ job, open, onClose }: { job: TrainingJob; open: boolean; onClose: () => void }) {
  const cancel = useMutation(cancelTrainingJob());
  const close = () => {
    cancel.reset();
    onClose();
  };
  const submit = () =>
    cancel.mutate(job.id, {
      onSuccess: ({ status }) => {
        const words = { cancelled: "Job canceled", running: "Stopping the job" };
        toast({ title: status === "cancelled" || status === "running" ? words[status] : "The job had already ended" });
        close();
      },
    });
  return (
    <ConfirmDialog
      open={open}
      title="Cancel this job?"
      confirm="Cancel job"
      confirming="Canceling"
      keep="Keep job"
      isPending={cancel.isPending}
      problem={cancel.error ? `Could not cancel the job: ${cancel.error.message}` : undefined}
      onConfirm={submit}
      onClose={close}
    >
      <p>
        {job.status === "queued"
          ? "The job has not started and will not run."
          : "The runner stops the job. Its checkpoints are kept; steps after the last one are lost."}{" "}
        This cannot be undone, but you can run the same groups again.
      </p>
    </ConfirmDialog>
  );
}

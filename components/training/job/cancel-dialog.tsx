"use client";

import { useMutation } from "@tanstack/react-query";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { InlineBanner } from "@/components/ui/inline-banner";
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
    <Dialog open={open} onOpenChange={(isOpen) => !isOpen && close()} title="Cancel this job?">
      <div className="grid gap-4">
        <p>
          {job.status === "queued"
            ? "The job has not started and will not run."
            : "The runner stops the job. Its checkpoints are kept; steps after the last one are lost."}{" "}
          This cannot be undone, but you can run the same groups again.
        </p>
        {cancel.error && <InlineBanner tone="error">Could not cancel the job: {cancel.error.message}</InlineBanner>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={close}>Keep job</Button>
          <Button variant="danger" busy={cancel.isPending} onClick={submit}>
            {cancel.isPending ? "Canceling" : "Cancel job"}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

"use client";

import { useMutation } from "@tanstack/react-query";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { InlineBanner } from "@/components/ui/inline-banner";
import { toast } from "@/components/ui/toast-store";
import type { TrainingJob } from "@/lib/contract/training";
import { cancelTrainingJob } from "@/lib/queries/training";

interface CancelDialogProps {
  job: TrainingJob;
  open: boolean;
  onClose: () => void;
}

/** Asks first, since this is what no undo can take back. */
export function CancelDialog({ job, open, onClose }: CancelDialogProps) {
  const cancel = useMutation(cancelTrainingJob());
  const close = () => {
    cancel.reset();
    onClose();
  };
  const submit = () =>
    cancel.mutate(job.id, {
      onSuccess: ({ status }) => {
        const words = { cancelled: "The job is cancelled", running: "The job is being stopped" };
        toast({ title: status === "cancelled" || status === "running" ? words[status] : "The job had ended already" });
        close();
      },
    });
  return (
    <Dialog open={open} onOpenChange={(isOpen) => !isOpen && close()} title="Cancel this job?">
      <div className="grid gap-4">
        <p>
          {job.status === "queued"
            ? "It has not begun, and never will."
            : "The runner is asked to stop it. Checkpoints that it left stay; the steps since the last one are lost."}{" "}
          This cannot be undone, but the same groups can be run again.
        </p>
        {cancel.error && <InlineBanner tone="error">Not cancelled: {cancel.error.message}</InlineBanner>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={close}>Let it run</Button>
          <Button variant="danger" busy={cancel.isPending} onClick={submit}>
            {cancel.isPending ? "Cancelling" : "Cancel job"}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

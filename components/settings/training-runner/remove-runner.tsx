"use client";

import { useMutation } from "@tanstack/react-query";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast-store";
import { failureWords } from "@/lib/client/failure-words";
import type { ShownRunner } from "@/lib/contract/training-runner";
import { removeRunner } from "@/lib/queries/training-runner";

interface RemoveRunnerProps {
  runner: ShownRunner;
  onClose: () => void;
}

/** Confirms that the stored runner is removed, with what happens to its jobs. */
export function RemoveRunner({ runner, onClose }: RemoveRunnerProps) {
  const remove = useMutation(removeRunner());
  return (
    <ConfirmDialog
      open
      title="Remove the training runner?"
      confirm="Remove runner"
      confirming="Removing"
      keep="Keep runner"
      isPending={remove.isPending}
      problem={remove.error ? failureWords(remove.error, "Could not remove the training runner") : undefined}
      onConfirm={() =>
        remove.mutate(runner.revision, {
          onSuccess: () => {
            toast({ title: "Training runner removed" });
            onClose();
          },
        })
      }
      onClose={onClose}
    >
      <p>
        Jobs that are running at <bdi className="wrap-anywhere">{runner.address}</bdi> are followed to their end; cancel
        them to stop them. The runner’s secrets are deleted after that. Waiting jobs start once another runner is set
        up.
      </p>
    </ConfirmDialog>
  );
}

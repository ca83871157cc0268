"use client";

import { useMutation } from "@tanstack/react-query";
import { CircleStop, Pause, Play, RotateCcw, Wallet } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useState } from "react";

import { Button, buttonClass } from "@/components/ui/button";
import { toast } from "@/components/ui/toast-store";
import type { Experiment, ExperimentUpdate } from "@/lib/contract/experiments";
import { isUnended } from "@/lib/experiment/progress";
import { newExperimentPath } from "@/lib/format/experiment-address";
import { counted } from "@/lib/format/number";
import { updateExperiment } from "@/lib/queries/experiment-runs";
import { useMay } from "@/lib/queries/use-may";

import { MAY_NOT_RUN } from "../may-not-run";

const BudgetDialog = dynamic(async () => (await import("./budget-dialog")).BudgetDialog, { ssr: false });
const CancelDialog = dynamic(async () => (await import("./cancel-dialog")).CancelDialog, { ssr: false });

interface RunActionsProps {
  projectId: string;
  run: Experiment;
}

/** What can be done with an experiment in its status. */
export function RunActions({ projectId, run }: RunActionsProps) {
  const [dialog, setDialog] = useState<"budget" | "cancel">();
  const update = useMutation(updateExperiment());
  const mayRun = useMay(projectId, "member");
  const act = (action: NonNullable<ExperimentUpdate["action"]>) =>
    update.mutate(
      { project_id: projectId, id: run.id, action },
      {
        onError: ({ message }) =>
          toast({ title: "Could not change the experiment", description: message, tone: "error" }),
      },
    );
  const isPending = (action: string) => update.isPending && update.variables.action === action;
  const isPaused = run.status === "paused";
  const isOpen = isPaused || isUnended(run);
  if (!mayRun) return <p className="text-meta text-muted">{MAY_NOT_RUN}</p>;
  return (
    <>
      {/* One element while it is open, so that it keeps the focus. */}
      {isOpen && (
        <Button
          icon={isPaused ? Play : Pause}
          busy={isPending("pause") || isPending("resume")}
          onClick={() => act(isPaused ? "resume" : "pause")}
        >
          {isPaused ? "Resume" : "Pause"}
        </Button>
      )}
      {run.rows.failed > 0 && run.status !== "cancelled" && (
        <Button icon={RotateCcw} busy={isPending("retry_failed")} onClick={() => act("retry_failed")}>
          Retry {counted(run.rows.failed, "failed row")}
        </Button>
      )}
      {run.unscored > 0 && run.status !== "cancelled" && (
        <Button icon={RotateCcw} busy={isPending("retry_scores")} onClick={() => act("retry_scores")}>
          Retry scores of {counted(run.unscored, "row")}
        </Button>
      )}
      {run.status !== "cancelled" && (
        <Button icon={Wallet} onClick={() => setDialog("budget")}>
          Change budget
        </Button>
      )}
      <Link href={newExperimentPath(projectId, { again: run.id })} prefetch={false} className={buttonClass()}>
        Run again
      </Link>
      {isOpen && (
        <Button icon={CircleStop} variant="danger" onClick={() => setDialog("cancel")}>
          Cancel
        </Button>
      )}
      {dialog === "budget" && <BudgetDialog projectId={projectId} run={run} onClose={() => setDialog(undefined)} />}
      {dialog === "cancel" && <CancelDialog projectId={projectId} run={run} onClose={() => setDialog(undefined)} />}
    </>
  );
}

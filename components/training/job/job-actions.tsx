"use client";

import { useMutation } from "@tanstack/react-query";
import { CircleStop, Code, Download, Ellipsis, RotateCcw } from "lucide-react";
import Link from "next/link";
import { useState } from "react";

import { Button, buttonClass } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { Dialog } from "@/components/ui/dialog";
import { DropdownMenu, MenuItem } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import { saveFile } from "@/components/ui/save-file";
import { useShortcuts } from "@/components/ui/shortcuts";
import { toast } from "@/components/ui/toast-store";
import { readTrainedName } from "@/lib/contract/trained-names";
import type { TrainingJob } from "@/lib/contract/training";
import { newTrainingPath } from "@/lib/format/address";
import { formatBytes } from "@/lib/format/number";
import { isUnended } from "@/lib/queries/training";
import { downloadCheckpoint, downloadTrainingJob } from "@/lib/queries/training-download";
import { useMay } from "@/lib/queries/use-may";

import { MAY_NOT_TRAIN } from "../may-not-train";
import { CancelDialog } from "./cancel-dialog";
import { jobCommands } from "./job-commands";

interface JobActionsProps {
  projectId: string;
  job: TrainingJob;
  serviceUrl: string;
}

export function JobActions({ projectId, job, serviceUrl }: JobActionsProps) {
  const mayTrain = useMay(projectId, "member");
  const [isCancelling, setCancelling] = useState(false);
  const [showsCode, setShowsCode] = useState(false);
  const mayCancel = mayTrain && isUnended(job) && job.cancel_asked_at === undefined;
  const download = useMutation({
    mutationFn: () => downloadTrainingJob(job.id),
    onSuccess: (body) => saveFile(`training-job-${job.id}.json`, body),
    onError: ({ message }) => toast({ title: "Could not download the request", description: message, tone: "error" }),
  });
  // Trainers that store weights here name them by their step.
  const step = job.trained_model === undefined ? undefined : readTrainedName(job.trained_model)?.step;
  const weights = useMutation({
    mutationFn: () => downloadCheckpoint({ id: job.model_id, step: step ?? 0 }),
    onSuccess: (archive) => saveFile(`${job.model_name}-step${step}.zip`, archive),
    onError: ({ message }) => toast({ title: "Could not download the weights", description: message, tone: "error" }),
  });
  useShortcuts("Job", [
    {
      keys: "shift+c",
      description: "Cancel job",
      run: () => {
        if (mayCancel) setCancelling(true);
      },
    },
    { keys: "g", description: "Use in code", run: () => setShowsCode(true) },
  ]);
  return (
    <>
      {isUnended(job) && (
        <Button
          icon={CircleStop}
          variant="danger"
          disabled={!mayCancel}
          title={mayTrain ? undefined : MAY_NOT_TRAIN}
          onClick={() => setCancelling(true)}
        >
          Cancel
        </Button>
      )}
      {mayTrain && (
        <Link href={newTrainingPath(projectId, { job: job.id })} prefetch={false} className={buttonClass()}>
          <RotateCcw aria-hidden className="size-3.5 shrink-0" />
          Run again with changes
        </Link>
      )}
      <DropdownMenu trigger={<IconButton icon={Ellipsis} label="More actions" />}>
        <MenuItem icon={Code} shortcut="g" onSelect={() => setShowsCode(true)}>
          Use in code
        </MenuItem>
        <MenuItem icon={Download} disabled={download.isPending} onSelect={() => download.mutate()}>
          Download request, {formatBytes(job.body_bytes)}
        </MenuItem>
        {step !== undefined && (
          <MenuItem icon={Download} disabled={weights.isPending} onSelect={() => weights.mutate()}>
            Download weights of step {step}
          </MenuItem>
        )}
      </DropdownMenu>
      <CancelDialog job={job} open={isCancelling} onClose={() => setCancelling(false)} />
      <Dialog
        open={showsCode}
        onOpenChange={setShowsCode}
        title="Code to read this job"
        description="The code reads the key from LOUPE_API_KEY."
        className="w-[min(760px,calc(100vw-32px))]"
      >
        <CodeBlock label="Commands" code={jobCommands(serviceUrl, job.id)} className="max-h-[50vh]" />
      </Dialog>
    </>
  );
}

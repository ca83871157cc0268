"use client";

import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import Link from "next/link";

import { Badge } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { saveFile } from "@/components/ui/save-file";
import { toast } from "@/components/ui/toast-store";
import { RelativeTime } from "@/components/ui/timestamp";
import type { Checkpoint, TrainedModel } from "@/lib/contract/training";
import { playgroundModelsPath, trainingJobPath } from "@/lib/format/address";
import { formatCount } from "@/lib/format/number";
import { downloadCheckpoint } from "@/lib/queries/training-download";
import { metricWords } from "@/lib/training/metric-words";

interface CheckpointRowProps {
  projectId: string;
  model: Pick<TrainedModel, "id" | "name" | "base_model">;
  checkpoint: Checkpoint;
}

/** A checkpoint: its step, its metrics, and whether it can be called. */
export function CheckpointRow({ projectId, model, checkpoint }: CheckpointRowProps) {
  const download = useMutation({
    mutationFn: () => downloadCheckpoint({ id: model.id, step: checkpoint.step }),
    onSuccess: (archive) => saveFile(`${model.name}-step${checkpoint.step}.zip`, archive),
    onError: ({ message }) => toast({ title: "Could not download the weights", description: message, tone: "error" }),
  });
  const { step, metrics, job_id: jobId, created_at: at, model: served, is_served: isServed } = checkpoint;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 last:border-b-0">
      <span className="font-medium tabular-nums">Step {formatCount(step)}</span>
      <RelativeTime at={at} className="text-muted" />
      <Link href={trainingJobPath(projectId, jobId)} className="text-accent-ink underline">
        Job
      </Link>
      <span className="ml-auto flex items-center gap-2">
        <IconButton
          icon={Download}
          label={`Download the weights of step ${step}`}
          size="small"
          disabled={download.isPending}
          onClick={() => download.mutate()}
        />
        {isServed && <Badge tone="success">Served</Badge>}
        {isServed && served !== undefined && (
          <Link
            href={playgroundModelsPath(projectId, [served, model.base_model], jobId)}
            className={buttonClass("ghost", "small")}
          >
            Compare with base model
          </Link>
        )}
      </span>
      <p className="w-full text-meta wrap-anywhere text-muted">
        {served !== undefined && <bdi className="mr-3">{served}</bdi>}
        {metricWords(metrics)}
      </p>
    </li>
  );
}

"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import Link from "next/link";

import { Button, buttonClass } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { IconButton } from "@/components/ui/icon-button";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Skeleton } from "@/components/ui/skeleton";
import { Timestamp } from "@/components/ui/timestamp";
import type { TrainedModel } from "@/lib/contract/training";
import { newTrainingPath, trainingPath, withSearch } from "@/lib/format/address";
import { checkpointsList } from "@/lib/queries/training";

import { CheckpointRow } from "./checkpoint-row";

interface ModelPeekProps {
  projectId: string;
  model: TrainedModel;
  onClose: () => void;
}

/** A trainable model with its facts and checkpoints. */
export function ModelPeek({ projectId, model, onClose }: ModelPeekProps) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(checkpointsList(model.id));
  const checkpoints = data?.pages.flatMap((page) => page.data);
  return (
    <aside aria-label={`Model ${model.name}`} className="flex h-full min-h-0 flex-col">
      <div className="flex h-9 shrink-0 items-center gap-1 border-b border-line px-2">
        <Link href={newTrainingPath(projectId, { model: model.id })} className={buttonClass("ghost", "small")}>
          Train
        </Link>
        <Link href={withSearch(trainingPath(projectId), { model: model.id })} className={buttonClass("ghost", "small")}>
          Jobs for this model
        </Link>
        <IconButton icon={X} label="Close" shortcut="escape" size="small" className="ml-auto" onClick={onClose} />
      </div>
      <div className="min-h-0 flex-1 overflow-auto px-4 py-3">
        <h2 className="text-section font-semibold wrap-anywhere">
          <bdi>{model.name}</bdi>
        </h2>
        <p className="wrap-anywhere text-muted">
          Based on {model.base_model}, created <Timestamp at={model.created_at} /> by {model.created_by}
        </p>
        <p className="flex items-center gap-0.5 text-meta text-muted">
          <code>{model.id}</code>
          <CopyButton text={model.id} label="Copy model ID" />
        </p>
        <h3 className="pt-4 pb-1 text-label text-muted">Checkpoints, latest first</h3>
        {error && <InlineBanner tone="error">Could not load the checkpoints: {error.message}</InlineBanner>}
        {!checkpoints && !error && <Skeleton className="my-2 w-2/3" />}
        {checkpoints?.length === 0 && <p className="text-muted">None yet. Jobs save them while they run.</p>}
        <ul className="grid">
          {checkpoints?.map((checkpoint) => (
            <CheckpointRow key={checkpoint.id} projectId={projectId} model={model} checkpoint={checkpoint} />
          ))}
        </ul>
        {hasNextPage && (
          <Button size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        )}
      </div>
    </aside>
  );
}

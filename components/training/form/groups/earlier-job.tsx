"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import { InlineBanner } from "@/components/ui/inline-banner";
import { Skeleton } from "@/components/ui/skeleton";
import { Timestamp } from "@/components/ui/timestamp";
import type { TrainingJob } from "@/lib/contract/training";
import { shortenMiddle } from "@/lib/format/shorten";
import { trainingJobBody, trainingJobDetail } from "@/lib/queries/training";

interface EarlierJobProps {
  id: string;
  /** Called once, when the job and its body have been read. */
  onRead: (job: TrainingJob, body: File) => void;
}

/** Starts with the groups and settings of an earlier job. */
export function EarlierJob({ id, onRead }: EarlierJobProps) {
  const job = useQuery(trainingJobDetail(id));
  const body = useQuery(trainingJobBody(id));
  const wasRead = useRef(false);
  useEffect(() => {
    if (!job.data || !body.data || wasRead.current) return;
    wasRead.current = true;
    onRead(job.data, new File([body.data], `job ${shortenMiddle(id, 14)}.json`));
  }, [job.data, body.data, id, onRead]);
  const error = job.error ?? body.error;
  if (error) return <InlineBanner tone="error">Could not load the earlier job: {error.message}</InlineBanner>;
  if (!job.data || !body.data)
    return (
      <div role="status" aria-label="Loading the earlier job">
        <Skeleton className="h-6 w-80" />
      </div>
    );
  return (
    <InlineBanner>
      Prefilled with the groups and settings of the job for {job.data.model_name} submitted{" "}
      <Timestamp at={job.data.created_at} />
    </InlineBanner>
  );
}

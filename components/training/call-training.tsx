"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";

import { trainingJobPath, trainingPath, withSearch } from "@/lib/format/address";
import { formatCount } from "@/lib/format/number";
import { trainingJobsOfCall } from "@/lib/queries/training";

/** The jobs that a call trained, as one of several facts; nothing if there are none. */
export function CallTraining({ projectId, callId }: { projectId: string; callId: string }) {
  const { data } = useQuery(trainingJobsOfCall({ projectId, callId }));
  const [job, ...more] = data?.data ?? [];
  if (!job) return null;
  const isOnly = more.length === 0 && !data?.has_more;
  const href = isOnly ? trainingJobPath(projectId, job.id) : withSearch(trainingPath(projectId), { call: callId });
  return (
    <div className="flex min-w-0 items-center gap-1.5">
      <dt className="shrink-0 text-muted">Used in training</dt>
      <dd className="min-w-0 truncate">
        <Link href={href} prefetch={false} className="text-accent-ink underline">
          {isOnly ? <bdi>{job.model_name}</bdi> : `${formatCount(more.length + 1)}${data?.has_more ? "+" : ""} jobs`}
        </Link>
      </dd>
    </div>
  );
}

"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import Link from "next/link";

import { isMissingEndpoint } from "@/lib/client/api-error";
import { progressOf, shareOf } from "@/lib/feedback/queue";
import { queuePath, trainingJobPath } from "@/lib/format/address";
import { counted, formatCount } from "@/lib/format/number";
import { ownKey } from "@/lib/queries/keys";
import { queueAnswers, queuesList } from "@/lib/queries/queues";
import { isUnended, type JobsView, trainingJobsList } from "@/lib/queries/training";

import { HomeSection } from "./home-section";

const allJobs: JobsView = { status: null, model: null, call: null };

/** The annotation queues that the user has not finished, and the training jobs that have not ended. */
export function OpenWork({ projectId }: { projectId: string }) {
  const queues = useQuery(queuesList(projectId));
  const given = useQuery(queueAnswers(projectId, queues.data ?? []));
  const key = useQuery(ownKey());
  const jobs = useInfiniteQuery(trainingJobsList({ projectId, view: allJobs }));
  const [{ data: answers }, { data: own }] = [given, key];
  const open = (queues.data ?? []).flatMap((queue) => {
    const ofQueue = answers?.filter((answer) => answer.queue === queue.name);
    if (!ofQueue || !own) return [];
    const progress = progressOf(queue, ofQueue);
    const done = progress.get(own.owner)?.size ?? 0;
    const all = shareOf(queue, own.owner, progress).length;
    return done >= all ? [] : [{ queue, done, all }];
  });
  const running = jobs.data?.pages.flatMap(({ data }) => data).filter(isUnended) ?? [];
  // A service without queues or jobs has no open work.
  const failed = [queues, given, key, jobs].find(({ error }) => error && !isMissingEndpoint(error));
  const hasWork = open.length > 0 || running.length > 0;
  if (!hasWork && !failed) return undefined;
  const query = {
    data: hasWork || undefined,
    error: failed?.error ?? null,
    isFetching: failed?.isFetching ?? false,
    refetch: () => failed?.refetch(),
  };
  return (
    <HomeSection title="Open work" query={query}>
      <ul aria-label="Open work" className="border-t border-line">
        {open.map(({ queue, done, all }) => (
          <li key={queue.name} className="border-b border-line">
            <Link href={queuePath(projectId, queue.name)} prefetch={false} className={lineClass}>
              <span className="min-w-0 flex-1 truncate font-medium">{queue.name}</span>
              <span className="shrink-0 text-meta text-muted">
                queue, {formatCount(done)} of {counted(all, "call")} done by you
              </span>
            </Link>
          </li>
        ))}
        {running.map(({ id, model_name: model, status }) => (
          <li key={id} className="border-b border-line">
            <Link href={trainingJobPath(projectId, id)} prefetch={false} className={lineClass}>
              <span className="min-w-0 flex-1 truncate font-medium">{model}</span>
              <span className="shrink-0 text-meta text-muted">training job, {status}</span>
            </Link>
          </li>
        ))}
      </ul>
    </HomeSection>
  );
}

const lineClass = "flex h-9 items-center gap-3 px-2 hover:bg-hover focus-visible:-outline-offset-2";

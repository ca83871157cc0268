"use client";

import { useQuery } from "@tanstack/react-query";
import { ListChecks, Plus } from "lucide-react";
import Link from "next/link";

import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { MissingExtension } from "@/components/ui/missing-extension";
import { Skeleton } from "@/components/ui/skeleton";
import { Timestamp } from "@/components/ui/timestamp";
import { isMissingEndpoint } from "@/lib/client/api-error";
import { progressOf, type Queue } from "@/lib/feedback/queue";
import { newQueuePath, projectPath, queuePath } from "@/lib/format/address";
import { counted } from "@/lib/format/number";
import { ownKey } from "@/lib/queries/keys";
import { queueAnswers, queuesList } from "@/lib/queries/queues";

import { QueueProgress } from "./queue-progress";

/** The annotation queues of a project with everyone's progress. */
export function QueueList({ projectId }: { projectId: string }) {
  const { data: queues, error, refetch, isFetching } = useQuery(queuesList(projectId));
  if (isMissingEndpoint(error))
    return <MissingExtension lacks="list queues" endpoint="objsQuery" under={projectPath(projectId)} />;
  if (error && !queues)
    return (
      <ErrorState
        isPage
        title="Could not load queues"
        description={error.message}
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  return (
    <section aria-label="Annotation queues" className="min-h-0 flex-1 overflow-auto">
      <header className="flex flex-wrap items-center gap-3 px-4 py-3">
        <h1 className="text-title font-semibold">Annotation queues</h1>
        <Link href={newQueuePath(projectId)} className={`${buttonClass()} ml-auto`}>
          <Plus aria-hidden className="size-3.5" />
          New queue
        </Link>
      </header>
      {!queues && <Skeleton className="mx-4 w-1/3" />}
      {queues?.length === 0 && (
        <EmptyState
          icon={ListChecks}
          title="No queues yet"
          description="A queue is a list of calls that annotators go through, answering the same questions about each. To create one, click New queue and filter for the calls to include."
        />
      )}
      {queues && queues.length > 0 && <Queues projectId={projectId} queues={queues} />}
    </section>
  );
}

function Queues({ projectId, queues }: { projectId: string; queues: readonly Queue[] }) {
  const { data: answers } = useQuery(queueAnswers(projectId, queues));
  const { data: own } = useQuery(ownKey());
  return (
    <ul aria-label="Queues">
      {queues.map((queue) => (
        <li key={queue.name} className="relative border-t border-line px-4 py-2 last:border-b hover:bg-hover">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <Link
              href={queuePath(projectId, queue.name)}
              prefetch={false}
              className="min-w-0 font-medium wrap-anywhere after:absolute after:inset-0"
            >
              {queue.name}
            </Link>
            <span className="text-meta text-muted">
              {counted(queue.callIds.length, "call")} · {queue.annotations.join(", ")}
              {queue.isBlind && " · blind"} · <Timestamp at={queue.createdAt} />
            </span>
            {answers && own && (
              <QueueProgress
                queue={queue}
                progress={progressOf(
                  queue,
                  answers.filter((answer) => answer.queue === queue.name),
                )}
                owner={own.owner}
              />
            )}
          </div>
          {queue.description && <p className="text-meta text-muted wrap-anywhere">{queue.description}</p>}
        </li>
      ))}
    </ul>
  );
}

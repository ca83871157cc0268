"use client";

import Link from "next/link";
import type { ReactNode } from "react";

import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { InlineBanner } from "@/components/ui/inline-banner";
import { useRememberPage } from "@/components/ui/recent-pages";
import { Skeleton } from "@/components/ui/skeleton";
import { useIdElsewhere } from "@/components/pickers/use-id-elsewhere";
import { useNow } from "@/components/ui/use-now";
import { isMissingEndpoint } from "@/lib/client/api-error";
import type { Call, CallOverview } from "@/lib/contract/calls";
import { threadPath, threadsPath } from "@/lib/format/address";

import { ThreadHeader } from "./thread-header";
import { TurnFeed } from "./turn-feed";
import { useThread } from "./use-thread";

interface ThreadPageProps {
  projectId: string;
  threadId: string;
  messagesOf: (call: Call, overview: CallOverview | undefined) => ReactNode;
  /** Shown below the turns, which have these ids. */
  feedbackOn: (turnIds: readonly string[]) => ReactNode;
}

/** A thread, turn by turn from top to bottom. */
export function ThreadPage({ projectId, threadId, messagesOf, feedbackOn }: ThreadPageProps) {
  const state = useThread(projectId, threadId);
  const now = useNow();
  const { turns, error } = state;
  const href = threadPath(projectId, threadId);
  useRememberPage(href, turns?.length ? threadId : undefined);
  useIdElsewhere({ projectId, id: threadId, href }, turns?.length === 0);
  if (error && !turns)
    return (
      <ErrorState
        isPage
        title="Could not load the thread"
        description={
          isMissingEndpoint(error)
            ? "This service does not list the calls of a thread. You can still open its calls by ref."
            : error.message
        }
        error={error}
        onRetry={state.retry}
        retrying={state.isFetching}
      />
    );
  return (
    <article aria-label={`Thread ${threadId}`} className="flex min-h-0 flex-1 flex-col">
      <ThreadHeader projectId={projectId} threadId={threadId} state={state} />
      {error && (
        <InlineBanner tone="warning" className="m-2">
          Could not load new turns: {error.message}
        </InlineBanner>
      )}
      {!turns && (
        <div role="status" aria-label="Loading thread" className="grid gap-4 p-4">
          <Skeleton className="w-1/2" />
          <Skeleton className="w-2/3" />
          <Skeleton className="w-1/3" />
        </div>
      )}
      {turns?.length === 0 && (
        <EmptyState
          title="No turns"
          description="No call in this project has this thread ID. If the program is still running, turns appear here automatically."
        >
          <Link href={threadsPath(projectId)} className={buttonClass()}>
            All threads
          </Link>
        </EmptyState>
      )}
      {turns && turns.length > 0 && <TurnFeed projectId={projectId} turns={turns} now={now} messagesOf={messagesOf} />}
      {turns && feedbackOn(turns.map(({ id }) => id))}
    </article>
  );
}

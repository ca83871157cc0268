"use client";

import Link from "next/link";
import type { ReactNode } from "react";

import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { InlineBanner } from "@/components/ui/inline-banner";
import { useRememberPage } from "@/components/ui/recent-pages";
import { Skeleton } from "@/components/ui/skeleton";
import { useNow } from "@/components/ui/use-now";
import { isMissingEndpoint } from "@/lib/client/api-error";
import type { Call } from "@/lib/contract/calls";
import { threadPath, threadsPath } from "@/lib/format/address";

import { ThreadHeader } from "./thread-header";
import { TurnFeed } from "./turn-feed";
import { useThread } from "./use-thread";

interface ThreadPageProps {
  projectId: string;
  threadId: string;
  /** What was said in a turn. */
  messagesOf: (call: Call) => ReactNode;
}

/** A conversation, turn by turn from top to bottom. */
export function ThreadPage({ projectId, threadId, messagesOf }: ThreadPageProps) {
  const state = useThread(projectId, threadId);
  const now = useNow();
  const { turns, error } = state;
  useRememberPage(threadPath(projectId, threadId), turns?.length ? threadId : undefined);
  if (error && !turns)
    return (
      <ErrorState
        isPage
        title="The thread could not be read"
        description={
          isMissingEndpoint(error)
            ? "This service does not list the calls of a thread. Its calls still open by their refs."
            : error.message
        }
        error={error}
        onRetry={state.retry}
        retrying={state.isFetching}
      />
    );
  return (
    <article aria-label={`Thread ${threadId}`} className="flex min-h-0 flex-1 flex-col">
      <ThreadHeader threadId={threadId} state={state} />
      {error && (
        <InlineBanner tone="warning" className="m-2">
          New turns cannot be read: {error.message}
        </InlineBanner>
      )}
      {!turns && (
        <div role="status" aria-label="Reading the thread" className="grid gap-4 p-4">
          <Skeleton className="w-1/2" />
          <Skeleton className="w-2/3" />
          <Skeleton className="w-1/3" />
        </div>
      )}
      {turns?.length === 0 && (
        <EmptyState
          title="No turns"
          description="No call of this project names the thread. If its program is still at work, turns appear here by themselves."
        >
          <Link href={threadsPath(projectId)} className={buttonClass()}>
            All threads
          </Link>
        </EmptyState>
      )}
      {turns && turns.length > 0 && <TurnFeed projectId={projectId} turns={turns} now={now} messagesOf={messagesOf} />}
    </article>
  );
}

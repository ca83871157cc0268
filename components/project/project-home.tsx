"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import dynamic from "next/dynamic";
import { useMemo, useState } from "react";

import { TableSkeleton } from "@/components/data-table/table-skeleton";
import { useLiveList } from "@/components/data-table/use-live-list";
import { buttonClass } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { InlineBanner } from "@/components/ui/inline-banner";
import { MissingExtension } from "@/components/ui/missing-extension";
import { isMissingEndpoint } from "@/lib/client/api-error";
import { callPath, callsPath, projectPath } from "@/lib/format/address";
import { callsCount } from "@/lib/queries/calls";
import { NEWEST_TRACES } from "@/lib/filter/calls-view";
import { liveCalls, liveCallsList } from "@/lib/queries/live-calls";
import { refusalsList } from "@/lib/queries/projects";
import { useCallsMark } from "@/lib/queries/use-calls-mark";
import { useFollowing } from "@/lib/queries/use-following";

import { Arrivals } from "./arrivals";
import { FirstTrace } from "./first-trace";
import { NewestTraces } from "./newest-traces";
import { RefusedItems } from "./refused-items";

// Read after the numbers, which are in the document.
const ProjectMoves = dynamic(async () => (await import("./project-moves")).ProjectMoves, { ssr: false });
const NewestFailures = dynamic(async () => (await import("./newest-failures")).NewestFailures, { ssr: false });
const OpenWork = dynamic(async () => (await import("./open-work")).OpenWork, { ssr: false });
const ProjectDays = dynamic(async () => (await import("./project-days")).ProjectDays, {
  loading: () => <TableSkeleton rows={4} label="Loading numbers" />,
});

const newestShown = 10;
const refusalsMs = 3_000;

interface ProjectHomeProps {
  projectId: string;
  /** The service's address. */
  serviceUrl: string;
}

/**
 * The state of a project: its last day beside the one before and the week, what changed most, failures, open work,
 * rejected items, and how to send the first trace.
 */
export function ProjectHome({ projectId, serviceUrl }: ProjectHomeProps) {
  const newest = useMemo(() => ({ projectId, view: NEWEST_TRACES }), [projectId]);
  const all = useMemo(() => ({ projectId, view: { ...NEWEST_TRACES, roots: false } }), [projectId]);
  const { data: live, dataUpdatedAt } = useQuery(liveCalls(newest));
  const { data: count, error, refetch, isFetching } = useFollowing(callsCount(all), useCallsMark(newest));
  const { rows } = useLiveList(liveCallsList(newest));
  const { data: refused } = useQuery({ ...refusalsList(projectId), refetchInterval: refusalsMs });
  const [wasEmpty, setWasEmpty] = useState(false);
  if (count === 0 && !wasEmpty) setWasEmpty(true);

  const isMissing = isMissingEndpoint(error) && count === undefined;
  const traces = rows.slice(0, newestShown);
  const [first] = traces;
  const snippets = <FirstTrace baseUrl={serviceUrl} projectId={projectId} />;
  return (
    <div className="mx-auto grid w-full grid-cols-1 max-w-200 min-w-0 gap-6 px-4 py-6">
      <header className="grid gap-1">
        <h1 className="text-title font-semibold wrap-anywhere">{projectId}</h1>
        {count !== undefined && count > 0 && live?.latest && (
          <Arrivals count={count} latest={live.latest} nowMs={dataUpdatedAt} />
        )}
        {count !== undefined && count > 0 && (
          <Link href={callsPath(projectId)} className={`${buttonClass()} justify-self-start`}>
            View all traces
          </Link>
        )}
      </header>
      {isMissing && (
        <MissingExtension lacks="list traces" endpoint="callsStreamQuery" under={projectPath(projectId)} isSection />
      )}
      {error && count === undefined && !isMissing && (
        <ErrorState title={error.message} error={error} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {!error && count === undefined && <TableSkeleton rows={newestShown} label="Loading project" />}
      {wasEmpty && (
        <section className="grid min-w-0 gap-4">
          {count === 0 ? (
            <div role="status">
              <h2 className="text-section font-semibold">Waiting for the first trace</h2>
              <p className="text-muted">New traces appear here within two seconds.</p>
            </div>
          ) : (
            <div className="grid min-w-0 gap-6">
              {first && (
                <InlineBanner
                  action={
                    <Link href={callPath(projectId, first.id)} className={buttonClass("primary", "small")}>
                      Open trace
                    </Link>
                  }
                >
                  First trace arrived.
                </InlineBanner>
              )}
              <NewestTraces projectId={projectId} label="Newest traces" traces={traces} />
            </div>
          )}
          {/* Stays when traces arrive: its key cannot be shown again. */}
          {snippets}
        </section>
      )}
      {count !== undefined && count > 0 && (
        <section className="grid grid-cols-1 gap-6">
          <ProjectDays projectId={projectId} />
          <ProjectMoves projectId={projectId} />
          <NewestFailures projectId={projectId} />
          <OpenWork projectId={projectId} />
        </section>
      )}
      {refused && <RefusedItems count={refused.count} refusals={refused.refusals} />}
      {count !== undefined && count > 0 && !wasEmpty && (
        <details className="grid min-w-0">
          <summary className="w-fit rounded-control text-muted hover:text-ink">Send more traces</summary>
          <div className="pt-4">{snippets}</div>
        </details>
      )}
    </div>
  );
}

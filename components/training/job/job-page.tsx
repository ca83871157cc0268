"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useQueryState } from "nuqs";
import { parseAsStringLiteral } from "nuqs/server";
import { useEffect } from "react";

import { ErrorState } from "@/components/ui/error-state";
import { InlineBanner } from "@/components/ui/inline-banner";
import { useRememberPage } from "@/components/ui/recent-pages";
import { Skeleton } from "@/components/ui/skeleton";
import { TabPanel, Tabs } from "@/components/ui/tabs";
import { useClock } from "@/components/ui/use-clock";
import { ApiError, isMissingEndpoint, isNotFound } from "@/lib/client/api-error";
import { trainingJobPath, withSearch } from "@/lib/format/address";
import { isUnended, trainingJobDetail } from "@/lib/queries/training";
import { trainingProgress } from "@/lib/queries/training-events";
import { NO_PACE } from "@/lib/training/progress";

import type { ConversationOf } from "../trajectory/conversation-of";
import { JobCurves } from "./curves";
import { EventsPanel } from "./events-panel";
import { JobActions } from "./job-actions";
import { JobHeader } from "./job-header";
import { JobMissing } from "./job-missing";
import { JobNotices } from "./job-notices";

interface JobPageProps {
  projectId: string;
  jobId: string;
  /** The service's address, for code that reads from it. */
  serviceUrl: string;
  conversation: ConversationOf;
}

// Loaded when their tab is opened.
const GroupsPanel = dynamic(async () => (await import("./groups-panel")).GroupsPanel, {
  ssr: false,
  loading: () => <Skeleton className="m-4 w-1/2" />,
});
const LogPanel = dynamic(async () => (await import("./log-panel")).LogPanel, {
  ssr: false,
  loading: () => <Skeleton className="m-4 w-1/2" />,
});

const tabs = [
  { value: "events", label: "Events" },
  { value: "groups", label: "Groups" },
  { value: "log", label: "Log" },
] as const;
const tabParam = parseAsStringLiteral(tabs.map(({ value }) => value)).withDefault("events");

/** A training job: its curves, its events, its groups, and its log. */
export function JobPage({ projectId, jobId, serviceUrl, conversation }: JobPageProps) {
  const [tab, setTab] = useQueryState("tab", tabParam);
  const { data: job, error, refetch, isFetching } = useQuery(trainingJobDetail(jobId));
  const isOver = job !== undefined && !isUnended(job);
  const progress = useQuery({ ...trainingProgress({ id: jobId, isOver }), enabled: job !== undefined });
  const now = useClock(job !== undefined && !isOver);
  const isMissing =
    isMissingEndpoint(error) || isNotFound(error) || (error instanceof ApiError && [400, 422].includes(error.status));
  useRememberPage(
    trainingJobPath(projectId, jobId),
    job ? `Training job for ${job.model_name}` : isMissing ? `Job ${jobId}` : "",
  );
  useEffect(() => {
    if (job) document.title = `${job.model_name} · Job · Loupe`;
  }, [job]);

  if (isMissing && error && !job) return <JobMissing projectId={projectId} jobId={jobId} error={error} />;
  if (error && !job)
    return (
      <ErrorState
        isPage
        title="Could not load the job"
        description={error.message}
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  if (!job) return <JobSkeleton />;
  const path = trainingJobPath(projectId, jobId);
  const pace = progress.data?.pace ?? NO_PACE;
  const isReading = progress.isPending || progress.data?.hasMore === true;
  return (
    <article aria-label={`Training job for ${job.model_name}`} className="flex min-h-0 flex-1 flex-col overflow-auto">
      <JobHeader
        projectId={projectId}
        job={job}
        pace={pace}
        now={now}
        actions={<JobActions projectId={projectId} job={job} serviceUrl={serviceUrl} />}
      />
      {error && (
        <InlineBanner tone="warning" className="mx-4 mt-2">
          This page may be out of date: {error.message}
        </InlineBanner>
      )}
      {progress.error && (
        <InlineBanner tone="warning" className="mx-4 mt-2">
          Could not load the events: {progress.error.message}
        </InlineBanner>
      )}
      <JobNotices projectId={projectId} job={job} pace={pace} now={now} />
      <JobCurves curves={progress.data?.curves} isReading={isReading} nothing={nothingWords[job.status]} />
      <Tabs
        label="Job sections"
        tabs={tabs}
        value={tab}
        onValueChange={(value) => void setTab(value, { history: "push" })}
        className="min-h-[max(400px,70dvh)] flex-1"
      >
        <TabPanel value="events" className="flex flex-col overflow-hidden">
          <EventsPanel
            events={progress.data?.events ?? []}
            total={progress.data?.total ?? 0}
            isReading={isReading}
            isOver={isOver}
            hrefOf={(id) => withSearch(path, { event: id })}
          />
        </TabPanel>
        <TabPanel value="groups" className="flex flex-col overflow-hidden">
          <GroupsPanel
            job={job}
            hrefOf={(place) => withSearch(path, { tab: "groups", group: String(place) })}
            conversation={conversation}
          />
        </TabPanel>
        <TabPanel value="log" className="flex flex-col overflow-hidden">
          <LogPanel id={jobId} isOver={isOver} />
        </TabPanel>
      </Tabs>
    </article>
  );
}

const nothingWords = {
  queued: "Curves appear here once the job runs and reports metrics.",
  running: "No metrics yet. Curves appear here with the first gradient_step event.",
  succeeded: "The job reported no metrics.",
  failed: "The job reported no metrics before it failed.",
  cancelled: "The job reported no metrics before it was canceled.",
};

function JobSkeleton() {
  return (
    <div role="status" aria-label="Loading the job" className="grid gap-4 p-4">
      <Skeleton className="h-5 w-64" />
      <Skeleton className="w-1/2" />
      <Skeleton className="h-44 w-full" />
      <Skeleton className="w-1/3" />
    </div>
  );
}

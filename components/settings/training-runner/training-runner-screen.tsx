"use client";

import { useQuery } from "@tanstack/react-query";
import { GraduationCap } from "lucide-react";
import dynamic from "next/dynamic";

import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { isMissingEndpoint } from "@/lib/client/api-error";
import { isServiceAdmin } from "@/lib/contract/grants";
import { ownKey } from "@/lib/queries/keys";
import { runnerSetup } from "@/lib/queries/training-runner";

const loading = () => <Loading />;
const RunnerOverview = dynamic(async () => (await import("./runner-overview")).RunnerOverview, { loading });

/** The settings page of the training runner, or the reason why this user has none. */
export function TrainingRunnerScreen({ serviceName }: { serviceName: string }) {
  const own = useQuery(ownKey());
  const isAdmin = own.data !== undefined && isServiceAdmin(own.data.roles);
  const setup = useQuery({ ...runnerSetup(), enabled: isAdmin });
  const failed = [own, setup].find(({ error, data }) => error && data === undefined);
  if (isMissingEndpoint(failed?.error))
    return (
      <EmptyState
        isPage
        icon={GraduationCap}
        title="This service has no settings for a training runner"
        description={`The training runner of ${serviceName} is set up where the service is hosted.`}
      />
    );
  if (failed?.error)
    return (
      <ErrorState
        isPage
        title={failed.error.message}
        error={failed.error}
        onRetry={() => void failed.refetch()}
        retrying={failed.isFetching}
      />
    );
  if (own.data && !isAdmin)
    return (
      <EmptyState
        isPage
        icon={GraduationCap}
        title="The training runner is set up by admins of all projects"
        description={
          <>
            Your key belongs to <bdi>{own.data.owner}</bdi>, who is not an admin of all projects. Ask one to set up or
            change the runner.
          </>
        }
      />
    );
  return (
    <div className="mx-auto grid w-full max-w-160 content-start gap-6 px-4 py-4">
      <header>
        <h1 className="text-title font-semibold">Training runner</h1>
        <p className="text-muted">Runs the training jobs of all projects.</p>
      </header>
      {setup.data ? <RunnerOverview setup={setup.data} /> : <Loading />}
    </div>
  );
}

function Loading() {
  return (
    <div role="status" aria-label="Loading training runner" className="grid gap-2">
      {["w-1/2", "w-2/3", "w-2/5"].map((width) => (
        <Skeleton key={width} className={width} />
      ))}
    </div>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";

import { Button } from "@/components/ui/button";
import { InlineBanner } from "@/components/ui/inline-banner";
import { runnerCheck } from "@/lib/queries/training-runner";

import { CheckResult } from "./check-result";

/** Whether the runner in use responds; asked when the page is opened. */
export function RunnerCheck() {
  const { data, error, isFetching, refetch } = useQuery(runnerCheck());
  return (
    <div className="grid gap-2">
      {isFetching ? (
        <p role="status" className="text-muted">
          Checking whether it responds…
        </p>
      ) : error ? (
        <InlineBanner tone="error">Could not check the runner: {error.message}</InlineBanner>
      ) : (
        data && <CheckResult result={data} />
      )}
      <Button
        size="small"
        icon={RefreshCw}
        busy={isFetching}
        className="justify-self-start"
        onClick={() => void refetch()}
      >
        Check again
      </Button>
    </div>
  );
}

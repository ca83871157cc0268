"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import Link from "next/link";

import { buttonClass } from "@/components/ui/button";
import { InlineBanner } from "@/components/ui/inline-banner";
import { StoppedNote } from "@/components/ui/stopped-note";
import { Timestamp } from "@/components/ui/timestamp";
import type { TrainingJob } from "@/lib/contract/training";
import { playgroundModelsPath } from "@/lib/format/address";
import { formatDuration } from "@/lib/format/duration";
import { comparedExperimentsPath, newExperimentPath } from "@/lib/format/experiment-address";
import { progressText } from "@/lib/experiment/progress";
import { experimentsOfJob } from "@/lib/queries/experiment-runs";
import { modelsList } from "@/lib/queries/models";
import { trainingRunner } from "@/lib/queries/training";
import { useMay } from "@/lib/queries/use-may";
import { takeOverWork } from "@/lib/queries/work";
import { type Pace, stallOf } from "@/lib/training/progress";

import { MAY_NOT_TRAIN } from "../may-not-train";
import { RunnerSetup } from "../runner-setup";
import { JobFailure } from "./job-failure";

/** Before and after. */
const MEASURED = 2;

interface JobNoticesProps {
  projectId: string;
  job: TrainingJob;
  pace: Pace;
  /** Milliseconds since 1970. */
  now: number;
}

/** Notices about a job: why it is queued, that it is inactive, why it failed, its trained model. */
export function JobNotices({ projectId, job, pace, now }: JobNoticesProps) {
  const stall = stallOf(job, pace, now);
  return (
    <div className="grid gap-2 px-4 pt-2 empty:hidden">
      {job.stopped_for !== undefined && job.ended_at === undefined && <Stopped projectId={projectId} job={job} />}
      {job.status === "queued" && job.stopped_for === undefined && <Waiting job={job} />}
      {job.cancel_asked_at !== undefined && job.ended_at === undefined && (
        <InlineBanner>
          Stop requested at <Timestamp at={job.cancel_asked_at} />. The runner is stopping the job.
        </InlineBanner>
      )}
      {stall && <Silence job={job} {...stall} />}
      {job.status === "failed" && <JobFailure failure={job.failure} />}
      {job.status === "cancelled" && (
        <InlineBanner>
          Canceled <Timestamp at={job.ended_at} />
          {job.failure && `: ${job.failure.reason}`}
        </InlineBanner>
      )}
      {job.trained_model !== undefined && <Outcome projectId={projectId} job={job} model={job.trained_model} />}
      {job.trained_model !== undefined && <Measured projectId={projectId} jobId={job.id} />}
    </div>
  );
}

function Stopped({ projectId, job }: { projectId: string; job: TrainingJob }) {
  const mayTrain = useMay(projectId, "member");
  const takeOver = useMutation(takeOverWork());
  const goesOn = job.needs_owner === true && job.status === "running";
  return (
    <StoppedNote
      reason={
        goesOn ? `${job.stopped_for}. What has started goes on: take it over, or cancel it` : (job.stopped_for ?? "")
      }
      needsOwner={job.needs_owner === true}
      restriction={mayTrain ? undefined : MAY_NOT_TRAIN}
      isBusy={takeOver.isPending}
      error={takeOver.error}
      onTakeOver={() => takeOver.mutate({ project_id: projectId, kind: "training_job", id: job.id })}
    />
  );
}

function Waiting({ job }: { job: TrainingJob }) {
  const { data: runner } = useQuery(trainingRunner());
  if (runner && runner.runner === undefined)
    return (
      <InlineBanner tone="warning">
        <RunnerSetup reason={job.waits_for} />
      </InlineBanner>
    );
  const atOnce = runner?.concurrency === undefined ? "" : ` ${runner.concurrency} at a time,`;
  return (
    <InlineBanner>{job.waits_for ?? `Waiting in the queue. Jobs run${atOnce} in the order submitted.`}</InlineBanner>
  );
}

function Silence({ job, silentMs, usualMs }: { job: TrainingJob; silentMs: number; usualMs: number | undefined }) {
  const { data: runner } = useQuery(trainingRunner());
  const limit = runner?.silence_limit_seconds;
  const since = job.last_event_at ?? job.started_at;
  const endsAt = since === undefined || limit === undefined ? undefined : Date.parse(since) + limit * 1000;
  return (
    <InlineBanner tone="warning">
      No events for {formatDuration(silentMs)}
      {usualMs !== undefined && `; they usually come every ${formatDuration(usualMs)}`}.{" "}
      {endsAt !== undefined && limit !== undefined && (
        <>
          If no event arrives by <Timestamp at={new Date(endsAt).toISOString()} /> ({formatDuration(limit * 1000)}{" "}
          without an event), the job is stopped and marked as failed.
        </>
      )}
    </InlineBanner>
  );
}

/** The trained model, and a link to compare it with its base model. */
function Outcome({ projectId, job, model }: { projectId: string; job: TrainingJob; model: string }) {
  const { data: callable } = useQuery(modelsList(projectId));
  const isServed = callable?.some(({ id }) => id === model) ?? false;
  return (
    <InlineBanner
      action={
        isServed && (
          <span className="flex flex-wrap gap-2">
            <Link
              href={playgroundModelsPath(projectId, [model, job.base_model], job.id)}
              className={buttonClass("secondary", "small")}
            >
              Compare with base model
            </Link>
            <Link
              href={newExperimentPath(projectId, { job: job.id })}
              prefetch={false}
              className={buttonClass("secondary", "small")}
            >
              Measure before and after
            </Link>
          </span>
        )
      }
    >
      The trained model is <code className="wrap-anywhere">{model}</code>.
      {callable && !isServed && " To call it, load it on a configured model server."}
    </InlineBanner>
  );
}

/** The newest experiments that measure the base model and the trained one, and a link to their comparison. */
function Measured({ projectId, jobId }: { projectId: string; jobId: string }) {
  const { data: all = [] } = useQuery(experimentsOfJob({ projectId, jobId }));
  const measured = all.slice(-MEASURED);
  if (measured.length === 0) return null;
  return (
    <InlineBanner
      action={
        <Link
          href={comparedExperimentsPath(
            projectId,
            measured.map(({ id }) => id),
          )}
          prefetch={false}
          className={buttonClass("secondary", "small")}
        >
          Compare results
        </Link>
      }
    >
      {measured.map((one) => (
        <span key={one.id} className="block">
          <bdi>{one.definition.name}</bdi>: {progressText(one)}
        </span>
      ))}
    </InlineBanner>
  );
}

"use client";

import dynamic from "next/dynamic";
import Link from "next/link";
import type { ReactNode } from "react";

import { CopyButton } from "@/components/ui/copy-button";
import { Quantity } from "@/components/ui/quantity";
import { Timestamp } from "@/components/ui/timestamp";
import type { TrainingJob } from "@/lib/contract/training";
import { trainingPath, withSearch } from "@/lib/format/address";
import { durationParts } from "@/lib/format/duration";
import { byteParts, formatCount } from "@/lib/format/number";
import { shortenMiddle } from "@/lib/format/shorten";
import { useMay } from "@/lib/queries/use-may";
import { type Pace, ranMs, timeLeftMs } from "@/lib/training/progress";

import { JobStatus } from "../job-status";
import { StepBar } from "../step-bar";

const JobTestTable = dynamic(async () => (await import("../test-table/job-test-table")).JobTestTable, { ssr: false });

interface JobHeaderProps {
  projectId: string;
  job: TrainingJob;
  pace: Pace;
  /** Milliseconds since 1970. */
  now: number;
  /** Buttons at the end of the line. */
  actions: ReactNode;
}

/** The facts and progress of a job in one line, the model first. */
export function JobHeader({ projectId, job, pace, now, actions }: JobHeaderProps) {
  const mayTrain = useMay(projectId, "member");
  const leftMs = job.status === "running" ? timeLeftMs(job, pace) : undefined;
  const { cpu_seconds: cpuSeconds, peak_memory_bytes: memory } = job.resources ?? {};
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-b border-line px-4 py-2">
      <h1 title={job.model_name} className="max-w-full min-w-0 truncate text-title font-semibold sm:max-w-[60%]">
        <bdi>{job.model_name}</bdi>
      </h1>
      <div className="ml-auto flex items-center gap-2">{actions}</div>
      <dl className="flex w-full min-w-0 flex-wrap items-center gap-x-4 gap-y-1">
        <Fact term="Status">
          <JobStatus job={job} />
        </Fact>
        <Fact term="Steps">
          <StepBar job={job} className="w-44" />
        </Fact>
        {job.started_at !== undefined && (
          <Fact term="Duration" isNamed>
            <Quantity parts={durationParts(ranMs(job, now))} />
          </Fact>
        )}
        {leftMs !== undefined && (
          <Fact term="Time left" isNamed title="Estimated from recent steps">
            <Quantity parts={durationParts(leftMs)} />
          </Fact>
        )}
        <Fact term="Base model" isNamed title={job.base_model}>
          <bdi>{shortenMiddle(job.base_model, 40)}</bdi>
        </Fact>
        <Fact
          term="Groups"
          title={job.flat_groups > 0 ? "In a group without reward variance, all rewards are equal" : undefined}
        >
          {formatCount(job.groups)} <span className="text-muted">{job.groups === 1 ? "group" : "groups"},</span>{" "}
          {formatCount(job.trajectories)}{" "}
          <span className="text-muted">{job.trajectories === 1 ? "trajectory" : "trajectories"}</span>
          {job.flat_groups > 0 && (
            <span className="text-warning">, {formatCount(job.flat_groups)} without reward variance</span>
          )}
        </Fact>
        {(job.test_table_ref !== undefined || mayTrain) && (
          <Fact term="Test table" isNamed title="“Measure before and after” runs both models over its rows">
            <JobTestTable projectId={projectId} job={job} mayTrain={mayTrain} />
          </Fact>
        )}
        {job.runner !== undefined && (
          <Fact term="Runner" isNamed>
            {job.runner}
          </Fact>
        )}
        {cpuSeconds !== undefined && (
          <Fact term="CPU" isNamed>
            <Quantity parts={durationParts(cpuSeconds * 1000)} />
          </Fact>
        )}
        {memory !== undefined && (
          <Fact term="Memory" isNamed title="Peak memory">
            <Quantity parts={byteParts(memory)} />
          </Fact>
        )}
        <Fact term="Submitted" isNamed>
          <Timestamp at={job.created_at} /> <span className="text-muted">by</span> <bdi>{job.created_by}</bdi>
        </Fact>
        <Fact term="ID" isNamed title={job.id}>
          <span className="inline-flex items-center gap-0.5">
            <code className="text-meta">{shortenMiddle(job.id, 14)}</code>
            <CopyButton text={job.id} label="Copy job ID" />
          </span>
        </Fact>
        <Fact term="Related">
          <Link
            href={withSearch(trainingPath(projectId), { model: job.model_id })}
            className="text-accent-ink underline"
          >
            Jobs for this model
          </Link>
        </Fact>
      </dl>
    </header>
  );
}

interface FactProps {
  term: string;
  /** Shows the term; otherwise it is only for screen readers, if the value is clear without it. */
  isNamed?: boolean;
  title?: string;
  children: ReactNode;
}

function Fact({ term, isNamed = false, title, children }: FactProps) {
  return (
    <div title={title} className="flex max-w-full min-w-0 items-center gap-1.5">
      <dt className={isNamed ? "shrink-0 text-muted" : "sr-only"}>{term}</dt>
      <dd className="min-w-0 truncate tabular-nums">{children}</dd>
    </div>
  );
}

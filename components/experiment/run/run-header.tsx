"use client";

import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { InlineBanner } from "@/components/ui/inline-banner";
import { Quantity } from "@/components/ui/quantity";
import { StoppedNote } from "@/components/ui/stopped-note";
import { Timestamp } from "@/components/ui/timestamp";
import type { Experiment } from "@/lib/contract/experiments";
import { listedModel } from "@/lib/experiment/listed-model";
import { runCost } from "@/lib/experiment/progress";
import { durationParts } from "@/lib/format/duration";
import { formatMoney } from "@/lib/format/money";
import { counted, formatCount } from "@/lib/format/number";
import { useMay } from "@/lib/queries/use-may";
import { takeOverWork } from "@/lib/queries/work";

import { MAY_NOT_RUN } from "../may-not-run";
import { RunActions } from "./run-actions";
import { RunBar, RunStatus } from "./run-status";

interface RunHeaderProps {
  projectId: string;
  run: Experiment;
}

/** The progress of an experiment that the service runs, its cost, and what can be done with it. */
export function RunHeader({ projectId, run }: RunHeaderProps) {
  const { rows, status, reason, duration_ms: durationMs, unscored, unpriced } = run;
  const mayRun = useMay(projectId, "member");
  const takeOver = useMutation(takeOverWork());
  const budget = run.definition.budget_usd;
  return (
    <section aria-label="Progress" className="grid shrink-0 gap-2 border-b border-line px-4 pt-1 pb-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <dl className="flex min-w-0 flex-1 basis-120 flex-wrap items-center gap-x-4 gap-y-1">
          <Fact term="Status">
            <span role="status">
              <RunStatus status={status} />
            </span>
          </Fact>
          <Fact term="Rows">
            <RunBar run={run} className="w-44" />
          </Fact>
          <Fact term="Answered" isNamed>
            {formatCount(rows.answered)}
          </Fact>
          <Fact term="Failed" isNamed>
            <span className={rows.failed > 0 ? "text-error" : undefined}>{formatCount(rows.failed)}</span>
          </Fact>
          {unscored > 0 && (
            <Fact term="Without a score" isNamed title="Answered, but a scorer failed">
              <span className="text-error">{formatCount(unscored)}</span>
            </Fact>
          )}
          <Fact
            term={status === "cancelled" ? "Not sent" : "Waiting"}
            isNamed
            title={rows.sent > 0 ? `${counted(rows.sent, "request")} under way` : undefined}
          >
            {formatCount(status === "cancelled" ? rows.waiting : rows.waiting + rows.sent)}
          </Fact>
          <Fact term="Cost" isNamed>
            {runCost(run)}
            {budget != null && <span className="text-muted"> of {formatMoney(budget, "USD")}</span>}
            {unpriced > 0 && <span className="text-warning"> ({counted(unpriced, "completion")} without a price)</span>}
          </Fact>
          {durationMs !== undefined && durationMs > 0 && (
            <Fact term="Duration" isNamed title="While rows were under way">
              <Quantity parts={durationParts(durationMs)} />
            </Fact>
          )}
          <Fact term="Model" isNamed>
            <bdi>{listedModel({ call: undefined, run })}</bdi>
          </Fact>
          <Fact term="Created" isNamed>
            <Timestamp at={run.created_at} /> <span className="text-muted">by</span> <bdi>{run.created_by}</bdi>
          </Fact>
        </dl>
        <div className="flex flex-wrap items-center gap-2">
          <RunActions projectId={projectId} run={run} />
        </div>
      </div>
      {run.needs_owner && (
        <StoppedNote
          reason={reason ?? ""}
          needsOwner
          restriction={mayRun ? undefined : MAY_NOT_RUN}
          isBusy={takeOver.isPending}
          error={takeOver.error}
          onTakeOver={() => takeOver.mutate({ project_id: projectId, kind: "experiment", id: run.id })}
        />
      )}
      {reason !== undefined && !run.needs_owner && (
        <InlineBanner tone={status === "paused" ? "warning" : "info"}>
          {status === "paused" ? `Paused: ${reason}` : reason}
        </InlineBanner>
      )}
    </section>
  );
}

interface FactProps {
  term: string;
  /** Shows the term; otherwise it is only for screen readers, if the value is clear without it. */
  isNamed?: boolean;
  title?: string | undefined;
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

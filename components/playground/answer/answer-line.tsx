"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { Badge } from "@/components/ui/badge";
import { Quantity } from "@/components/ui/quantity";
import { durationParts } from "@/lib/format/duration";
import { formatAmounts } from "@/lib/format/money";
import { counted, formatCount, formatDecimal } from "@/lib/format/number";
import { statedBy } from "@/lib/format/stated-cost";
import type { ChoiceView } from "@/lib/chat/answer";
import { recordedCosts } from "@/lib/queries/chat";

import type { PaneRun } from "../pane-run";

interface AnswerLineProps {
  projectId: string;
  run: PaneRun;
  choice: ChoiceView | undefined;
}

const usual = new Set(["stop", "tool_calls", "function_call"]);

/** The line below an answer: latency, speed, tokens, cost and finish reason. */
export function AnswerLine({ projectId, run, choice }: AnswerLineProps) {
  const { usage } = run.answer;
  const reason = choice?.finishReason;
  const speed = speedOf(run);
  return (
    <dl
      aria-label="Answer metrics"
      className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-3 py-1 text-meta tabular-nums"
    >
      {run.firstTokenMs !== undefined && (
        <Measure term="First token">
          <Quantity parts={durationParts(run.firstTokenMs)} /> <span className="text-muted">first token</span>
        </Measure>
      )}
      {speed !== undefined && (
        <Measure term="Speed">
          {speed} <span className="text-muted">tokens/s</span>
        </Measure>
      )}
      {usage && (
        <Measure term="Tokens" title={usageTitle(usage)}>
          {formatCount(usage.promptTokens)} <span className="text-muted">→</span> {formatCount(usage.completionTokens)}{" "}
          <span className="text-muted">tokens</span>
        </Measure>
      )}
      {run.totalMs !== undefined && (
        <Measure term="Total time">
          <Quantity parts={durationParts(run.totalMs)} />
        </Measure>
      )}
      {run.callId && run.state !== "running" && <Cost projectId={projectId} callId={run.callId} />}
      {(run.state === "running" || run.state === "stopped") && (
        <Measure term="Status">
          <Badge tone={run.state === "running" ? "running" : "neutral"}>{run.state}</Badge>
        </Measure>
      )}
      {reason && (
        <Measure term="Finish reason">
          <Badge tone={usual.has(reason) ? "neutral" : "warning"}>{reason}</Badge>
        </Measure>
      )}
    </dl>
  );
}

function Measure({ term, title, children }: { term: string; title?: string; children: ReactNode }) {
  return (
    <div title={title ?? term}>
      <dt className="sr-only">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Cost({ projectId, callId }: { projectId: string; callId: string }) {
  const { data } = useQuery(recordedCosts(projectId, callId));
  const { models: [cost] = [], stated } = data ?? {};
  if (stated) {
    return (
      <Measure term="Cost" title={`Cost, as reported by ${statedBy(stated.source)}`}>
        {formatAmounts({ USD: stated.total })}
      </Measure>
    );
  }
  if (!cost) return null;
  const isUnpriced = !cost.priced;
  return (
    <Measure term="Cost" title={isUnpriced ? "This model has no price. Add one under Costs." : "Cost"}>
      {isUnpriced ? <span className="text-muted">no price</span> : formatAmounts(cost.total_cost)}
    </Measure>
  );
}

/** Of the answer's tokens after the first. */
function speedOf({ answer, firstTokenMs, totalMs }: PaneRun): string | undefined {
  const tokens = answer.usage?.completionTokens;
  if (tokens === undefined || firstTokenMs === undefined || totalMs === undefined || tokens < 2) return undefined;
  const seconds = (totalMs - firstTokenMs) / 1000;
  // An answer that arrived at once has no meaningful speed.
  if (seconds < 0.05) return undefined;
  const speed = (tokens - 1) / seconds;
  return speed >= 100 ? formatCount(speed) : formatDecimal(speed, 1);
}

function usageTitle({
  promptTokens,
  completionTokens,
  cachedTokens,
  reasoningTokens,
}: NonNullable<PaneRun["answer"]["usage"]>) {
  return [
    counted(promptTokens, "input token"),
    cachedTokens === undefined ? "" : `of which ${formatCount(cachedTokens)} cached`,
    counted(completionTokens, "output token"),
    reasoningTokens === undefined ? "" : `of which ${formatCount(reasoningTokens)} reasoning`,
  ]
    .filter(Boolean)
    .join(", ");
}

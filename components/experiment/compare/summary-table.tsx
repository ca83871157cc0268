import { X } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { type ReactNode, useId } from "react";

import { Badge } from "@/components/ui/badge";
import { IconButton } from "@/components/ui/icon-button";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { StatusIcon } from "@/components/ui/status-icon";
import type { Experiment } from "@/lib/contract/experiments";
import { evaluationOf, isPinned, type PinnedBaselines } from "@/lib/experiment/baseline";
import { mean } from "@/lib/experiment/compare";
import type { PairedDifference } from "@/lib/experiment/paired-difference";
import { experimentNames } from "@/lib/experiment/result";
import { callPath } from "@/lib/format/address";
import { costText } from "@/lib/format/cost-text";
import { formatDuration } from "@/lib/format/duration";
import { counted, formatCount } from "@/lib/format/number";
import { unknownValue } from "@/lib/format/quantity";
import { type ComparedScore, EXPERIMENT_RESULTS } from "@/lib/queries/experiments";

import { experimentName } from "../experiment-name";
import { RunStatus } from "../run/run-status";
import { letterOf } from "./letters";
import { differenceText, scoreText } from "@/lib/experiment/score-text";
import type { Compared } from "./use-compared";

// Not for those who may not write.
const PinButton = dynamic(async () => (await import("./pin-button")).PinButton, { ssr: false });

interface SummaryTableProps {
  projectId: string;
  compared: Compared;
  /** Those among the experiments that the service runs. */
  runs: readonly Experiment[];
  pinned: PinnedBaselines;
  mayPin: boolean;
  onBase: (id: string) => void;
  onRemove: (id: string) => void;
}

/** The experiments side by side: what each is, its scores with their difference from the baseline, latency and cost. */
export function SummaryTable({ projectId, compared, runs, pinned, mayPin, onBase, onRemove }: SummaryTableProps) {
  const { rows, base, results, examples, scores, differences } = compared;
  const group = useId();
  const isOne = rows.length === 1;
  return (
    <ScrollRegion
      label="Summary of the experiments"
      className="max-h-[45%] shrink-0 overflow-auto border-b border-line"
    >
      <table aria-label="Summary" className="w-full text-meta tabular-nums">
        <thead>
          <tr className="border-b border-line align-top">
            <th scope="col" className="px-4 py-2 text-left font-normal text-muted">
              {counted(examples.length, "example")}
            </th>
            {rows.map((row, place) => {
              const { model } = experimentNames(row.inputs);
              const name = experimentName(row);
              const run = runs.find(({ id }) => id === row.id);
              return (
                <th key={row.id} scope="col" className="max-w-80 min-w-48 px-3 py-2 text-left font-normal">
                  <span className="flex min-w-0 items-center gap-2">
                    {!isOne && (
                      <span className="inline-flex size-5 shrink-0 items-center justify-center rounded-[4px] bg-hover font-semibold text-muted">
                        {letterOf(place)}
                      </span>
                    )}
                    {run ? (
                      <RunStatus status={run.status} isIcon />
                    ) : (
                      row.overview && <StatusIcon status={row.overview.status} isStale={row.overview.stale} />
                    )}
                    <Link
                      href={callPath(projectId, row.id)}
                      title={name}
                      className="min-w-0 truncate font-semibold hover:underline"
                    >
                      <bdi>{name}</bdi>
                    </Link>
                    {!isOne && (
                      <IconButton
                        icon={X}
                        size="small"
                        label={`Remove ${letterOf(place)} from the comparison`}
                        onClick={() => onRemove(row.id)}
                      />
                    )}
                  </span>
                  {model !== undefined && (
                    <bdi className="block max-w-72 truncate text-muted" title={model}>
                      {model}
                    </bdi>
                  )}
                  <span className="flex min-h-6 flex-wrap items-center gap-x-2 pt-0.5">
                    {!isOne && (
                      <label className="flex items-center gap-1.5 text-muted">
                        <input
                          type="radio"
                          name={group}
                          checked={place === base}
                          onChange={() => onBase(row.id)}
                          className="accent-(--accent-ring)"
                        />
                        Baseline
                      </label>
                    )}
                    {isPinned(pinned, row) && <Badge>{isOne ? "Baseline" : "Pinned"}</Badge>}
                    {mayPin && evaluationOf(row) !== undefined && (
                      <PinButton
                        projectId={projectId}
                        experiment={row}
                        scores={scores.flatMap(({ name: score, summaries }) =>
                          summaries[place]?.count ? [score] : [],
                        )}
                        pinned={pinned}
                        letter={isOne ? undefined : letterOf(place)}
                      />
                    )}
                  </span>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {scores.map((score) => (
            <Line key={score.name} word={<bdi>{score.name}</bdi>}>
              {rows.map((row, place) => (
                <ScoreCell
                  key={row.id}
                  score={score}
                  place={place}
                  examples={examples.length}
                  difference={
                    place === base || isOne ? undefined : (differences?.get(score.name)?.[place] ?? "unknown")
                  }
                />
              ))}
            </Line>
          ))}
          <Line word="Failures">
            {rows.map((row, place) => (
              <Cell key={row.id}>
                {formatCount(results[place]?.results.filter(({ failure }) => failure !== undefined).length)}
                <span className="text-muted"> of {counted(results[place]?.results.length ?? 0, "result")}</span>
                {results[place]?.isCut && (
                  <span className="text-warning"> Only the first {formatCount(EXPERIMENT_RESULTS)} are read.</span>
                )}
              </Cell>
            ))}
          </Line>
          <Line word="Mean latency">
            {rows.map((row, place) => {
              const latency = mean((results[place]?.results ?? []).flatMap(({ latencyMs }) => latencyMs ?? []));
              return <Cell key={row.id}>{latency === undefined ? "—" : formatDuration(latency)}</Cell>;
            })}
          </Line>
          <Line word="Cost">
            {rows.map(({ id, overview }) => (
              <Cell key={id}>
                {costText(overview?.total_cost, false) ?? ((overview?.unpriced ?? 0) > 0 ? "" : unknownValue)}
                {(overview?.unpriced ?? 0) > 0 && (
                  <span className="text-warning"> {counted(overview?.unpriced, "call")} without a price</span>
                )}
              </Cell>
            ))}
          </Line>
        </tbody>
      </table>
    </ScrollRegion>
  );
}

interface ScoreCellProps {
  score: ComparedScore;
  place: number;
  /** How many there are. */
  examples: number;
  /** From the baseline; undefined for itself, `unknown` while it is computed or if no example has both. */
  difference: PairedDifference | "unknown" | undefined;
}

function ScoreCell({ score, place, examples, difference }: ScoreCellProps) {
  const { count = 0, mean: value } = score.summaries[place] ?? {};
  const problems = score.problems[place];
  return (
    <Cell>
      <span className="font-medium">{scoreText(score, value)}</span>
      {count < examples && <span className="text-muted"> of {counted(count, "example")}</span>}
      {problems && (
        <span className="block max-w-80 text-error">
          No score for {counted(problems.count, "result")}: <bdi>{problems.reason}</bdi>
        </span>
      )}
      {difference !== undefined && difference !== "unknown" && (
        <span className="block whitespace-nowrap">
          <span title="Mean difference from the baseline, with its 95% interval if there are enough examples for one">
            {differenceText(score, difference.mean)}
            {difference.interval && (
              <span className="text-muted">
                {" "}
                [{differenceText(score, difference.interval.low)}, {differenceText(score, difference.interval.high)}]
              </span>
            )}
          </span>
          <span className="text-muted">
            {" · "}
            {counted(difference.count, "example")}
            {": "}
            {formatCount(difference.higher)} higher, {formatCount(difference.lower)} lower,{" "}
            {formatCount(difference.same)} the same
          </span>
        </span>
      )}
    </Cell>
  );
}

function Line({ word, children }: { word: ReactNode; children: ReactNode }) {
  return (
    <tr className="border-b border-line align-top last:border-b-0">
      <th scope="row" className="min-w-32 px-4 py-1 text-left font-normal wrap-anywhere text-muted">
        {word}
      </th>
      {children}
    </tr>
  );
}

function Cell({ children }: { children: ReactNode }) {
  return <td className="px-3 py-1">{children}</td>;
}

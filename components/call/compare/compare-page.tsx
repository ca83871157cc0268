"use client";

import { ArrowLeftRight, Replace } from "lucide-react";
import Link from "next/link";
import { useQueryStates } from "nuqs";
import { parseAsString } from "nuqs/server";

import { Button, buttonClass } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { IconButton } from "@/components/ui/icon-button";
import { InlineBanner } from "@/components/ui/inline-banner";
import { useShortcuts } from "@/components/ui/shortcuts";
import { SplitPanel } from "@/components/ui/split-panel";
import { useClock } from "@/components/ui/use-clock";
import { isNotFound } from "@/lib/client/api-error";
import { callsPath } from "@/lib/format/address";
import { formatDuration } from "@/lib/format/duration";
import { formatCount } from "@/lib/format/number";
import { latencyMs } from "@/lib/trace/timeline";
import { totalTokens } from "@/lib/trace/usage";

import { CallSkeleton } from "../page/call-skeleton";
import { type TraceState, useTrace } from "../page/use-trace";
import { Change } from "./compare-row";
import { CompareSide } from "./compare-side";
import { CompareTree } from "./compare-tree";
import { ChooseTrace } from "./choose-trace";
import { areComparable, changedCosts, changeWords } from "./difference-words";
import { PairDetail } from "./pair-detail";
import { useComparison } from "./use-comparison";

const treeWidth = 680;
const parsers = { a: parseAsString.withDefault(""), b: parseAsString.withDefault(""), at: parseAsString };

/** Two calls with all calls below them, aligned: where they diverged, and the differences in cost. */
export function ComparePage({ projectId }: { projectId: string }) {
  const [{ a, b, at }, setSides] = useQueryStates(parsers);
  const [sideA, sideB] = [useTrace(projectId, a), useTrace(projectId, b)];
  const now = useClock([sideA, sideB].some(({ trace }) => trace?.isRunning));
  const comparison = useComparison({ trace: sideA.trace, callId: a }, { trace: sideB.trace, callId: b });
  const swap = () => void setSides({ a: b, b: a, at: null });
  useShortcuts("Comparison", [{ keys: "s", description: "Swap A and B", run: swap }]);
  const known = at === null ? undefined : comparison?.byId.get(at);
  const selected = known ?? comparison?.first ?? comparison?.roots[0];

  if (sideA.isAwaited || a === "")
    return (
      <ErrorState
        isPage
        title={a === "" ? "Nothing to compare" : `Call ${a} not found`}
        description="Open a call and press C, or select two rows in the trace list and click Compare."
      >
        <Link href={callsPath(projectId)} className={buttonClass()}>
          View all traces
        </Link>
      </ErrorState>
    );
  const failed = [sideA, sideB].find(({ callError, call }) => callError && !isNotFound(callError) && !call);
  return (
    <article aria-label="Comparison of two traces" className="flex min-h-0 flex-1 flex-col">
      <h1 className="sr-only">Comparison of two traces</h1>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2">
        <CompareSide letter="A" projectId={projectId} callId={a} state={sideA} now={now} />
        {b !== "" && !sideB.isAwaited && (
          <>
            <IconButton icon={ArrowLeftRight} label="Swap A and B" size="small" onClick={swap} />
            <CompareSide letter="B" projectId={projectId} callId={b} state={sideB} now={now} />
            <Button icon={Replace} size="small" variant="ghost" onClick={() => void setSides({ b: null, at: null })}>
              Change trace B
            </Button>
          </>
        )}
      </header>
      {b === "" || sideB.isAwaited ? (
        <ChooseTrace
          projectId={projectId}
          row={sideA.row}
          problem={b === "" ? undefined : `Call ${b} not found.`}
          onChoose={(id) => void setSides({ b: id, at: null }, { history: "push" })}
        />
      ) : failed ? (
        <ErrorState
          title={`Could not load trace ${failed === sideA ? "A" : "B"}`}
          description={failed.callError?.message}
          error={failed.callError}
          onRetry={failed.retry}
        />
      ) : !comparison || !selected ? (
        <CallSkeleton label="Loading traces" />
      ) : (
        <>
          <Totals a={{ id: a, state: sideA }} b={{ id: b, state: sideB }} now={now} />
          {(sideA.traceError ?? sideB.traceError) && (
            <InlineBanner tone="warning" className="m-2">
              Some of the calls could not be loaded; only loaded calls are compared.
            </InlineBanner>
          )}
          <SplitPanel
            id="compare-tree"
            label="Tree width"
            sized="start"
            defaultWidth={treeWidth}
            start={
              <div className="flex h-full flex-col max-sm:h-[45dvh]">
                <CompareTree
                  comparison={comparison}
                  a={sideA}
                  b={sideB}
                  selectedId={selected.id}
                  now={now}
                  onSelect={(id) => void setSides({ at: id })}
                />
              </div>
            }
            end={
              <PairDetail
                key={selected.id}
                projectId={projectId}
                node={selected}
                differences={comparison.differences.get(selected.id) ?? []}
              />
            }
          />
        </>
      )}
    </article>
  );
}

interface Compared {
  id: string;
  state: TraceState;
}

/** The difference of B from A in total latency, tokens and cost, each if either of them has it. */
function Totals({ a, b, now }: { a: Compared; b: Compared; now: number }) {
  const [latencyA, latencyB] = [a, b].map(({ state: { row } }) => row && latencyMs(row, now));
  const [tokensA, tokensB] = [a, b].map(({ id, state }) => {
    const usage = state.trace?.usage.get(id);
    return usage && totalTokens(usage);
  });
  const [costA, costB] = [a, b].map(({ id, state }) => state.rolledCosts?.get(id));
  const costs = changedCosts(costA, costB);
  const changes = [
    { term: "Latency", words: changeWords(latencyA, latencyB, formatDuration), sides: [latencyA, latencyB] },
    { term: "Tokens", words: changeWords(tokensA, tokensB, formatCount), sides: [tokensA, tokensB] },
    {
      term: "Cost",
      words: costs.length > 0 ? costs.join(", ") : undefined,
      sides: [costA, costB],
      isComparable: areComparable(costA, costB),
    },
  ].filter(({ sides }) => sides.some((side) => side !== undefined));
  return (
    <dl
      aria-label="B compared with A"
      className="flex flex-wrap items-center gap-x-4 border-b border-line px-4 py-1 text-meta"
    >
      {changes.map(({ term, words, sides, isComparable = true }) => (
        <div key={term} className="flex items-center gap-1.5 tabular-nums">
          <dt className="text-muted">{term}</dt>
          <dd>
            {words === undefined ? (
              <span className="text-muted">
                {isComparable && !sides.includes(undefined) ? "no change" : "not comparable"}
              </span>
            ) : (
              <Change words={words} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

import Link from "next/link";
import type { ReactNode } from "react";

import { Badge } from "@/components/ui/badge";
import { ScrollRegion } from "@/components/ui/scroll-region";
import type { CallTotals } from "@/lib/contract/call-stats";
import type { Measure } from "@/lib/contract/metrics";
import { metricValue } from "@/lib/contract/metrics";
import type { ObjectVersion } from "@/lib/contract/objects";
import { versionName } from "@/lib/contract/version-name";
import { versionCallsPath } from "@/lib/filter/version-calls";
import type { TimeSpan } from "@/lib/filter/time-span";
import { valueText } from "@/lib/format/alert-words";
import { amountsDecimals, formatAmounts } from "@/lib/format/money";
import { counted, formatCount, formatPercent } from "@/lib/format/number";
import type { VersionStats } from "@/lib/queries/version-stats";

import { LabelChips } from "@/components/ui/label-chips";

const shares = [
  ["Error rate", "error_rate"],
  ["Latency p50", "latency_p50"],
  ["p95", "latency_p95"],
  ["Tokens", "total_tokens"],
] as const satisfies readonly (readonly [string, Measure])[];

interface VersionTableProps {
  read: readonly VersionStats[];
  shown: ObjectVersion;
  period: TimeSpan;
  hrefOf: (version: ObjectVersion) => string;
  colorOf: (version: ObjectVersion) => string;
}

/** What became of the calls of each version, in the whole range. */
export function VersionTable({ read, shown, period, hrefOf, colorOf }: VersionTableProps) {
  const costs = read.flatMap(({ calls, traces }) => [calls.totals[0]?.total_cost, traces.totals[0]?.total_cost]);
  const decimals = amountsDecimals(costs);
  return (
    <ScrollRegion label="Versions compared" className="overflow-x-auto">
      <table aria-label="Versions compared" className="w-full min-w-160 text-meta tabular-nums">
        <thead className="text-muted">
          <tr className="border-b border-line">
            <th scope="col" className="px-2 py-1 text-left font-normal">
              Version
            </th>
            <Heading>Calls</Heading>
            {shares.map(([word]) => (
              <Heading key={word}>{word}</Heading>
            ))}
            <Heading>Cost</Heading>
            <Heading>Cost of traces</Heading>
            <Heading>Feedback</Heading>
            <Heading>Mean</Heading>
          </tr>
        </thead>
        <tbody>
          {read.map(({ version, calls, traces }) => {
            const totals = calls.totals[0];
            const { count = 0, feedback } = totals ?? {};
            return (
              <tr key={version.digest} className="border-b border-line hover:bg-hover">
                <th scope="row" className="px-2 py-1 text-left font-normal">
                  <span className="flex items-center gap-2">
                    <span
                      aria-hidden
                      style={{ background: colorOf(version) }}
                      className="size-2 shrink-0 rounded-full"
                    />
                    <Link
                      href={hrefOf(version)}
                      aria-current={version.digest === shown.digest ? "page" : undefined}
                      className="hover:underline aria-[current]:font-semibold"
                    >
                      {versionName(version.version_index)}
                    </Link>
                    {version.is_latest === 1 && <Badge>latest</Badge>}
                    <LabelChips labels={version.labels} max={2} />
                  </span>
                </th>
                <Cell>
                  {count === 0 ? (
                    "0"
                  ) : (
                    <Link
                      href={versionCallsPath(version, period)}
                      prefetch={false}
                      aria-label={`${counted(count, "call")} of ${versionName(version.version_index)}`}
                      className="text-accent-ink hover:underline"
                    >
                      {formatCount(count)}
                    </Link>
                  )}
                </Cell>
                {shares.map(([word, measure]) => {
                  const value = count === 0 ? undefined : metricValue({ measure }, totals);
                  return <Cell key={word}>{value === undefined ? "—" : valueText({ measure }, value)}</Cell>;
                })}
                <Cell>{formatAmounts(totals?.total_cost, decimals)}</Cell>
                <Cell>{formatAmounts(traces.totals[0]?.total_cost, decimals)}</Cell>
                <Cell>{formatCount(feedback?.count ?? 0)}</Cell>
                <Cell>
                  {meanText(feedback)}
                  {feedback?.mean !== undefined && feedback.numbers < feedback.count && (
                    <span className="text-muted"> of {counted(feedback.numbers, "number")}</span>
                  )}
                </Cell>
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** `0.83`, or `83% true`; a dash if there are neither numbers nor booleans, or those of several types. */
function meanText({ mean, rate }: NonNullable<CallTotals["feedback"]> = { count: 0, numbers: 0 }): string {
  if (mean !== undefined) return valueText({ measure: "feedback_mean" }, mean);
  return rate === undefined ? "—" : `${formatPercent(rate)} true`;
}

function Heading({ children }: { children: ReactNode }) {
  return (
    <th scope="col" className="px-2 py-1 text-right font-normal whitespace-nowrap">
      {children}
    </th>
  );
}

function Cell({ children }: { children: ReactNode }) {
  return <td className="px-2 py-1 text-right whitespace-nowrap">{children}</td>;
}

"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";

import { ScrollRegion } from "@/components/ui/scroll-region";
import { COMPARED_CALLS, largestMove, type Move } from "@/lib/dashboard/day-numbers";
import { type CallGrouping, callGroupPath, callGroupWords } from "@/lib/filter/call-groups";
import { groupWord } from "@/lib/filter/group-field";
import { MEASURE_NAMES, valueText } from "@/lib/format/alert-words";
import { projectMoves } from "@/lib/queries/project-home";

import { HomeSection } from "./home-section";

const measures = ["calls", "error_rate", "latency_p95", "cost"] as const;
/** The calls of both days. */
const bothDays = { range: "2d" };

/** What changed most from the 24 hours before to the last 24 hours: by each measure, one op, model and version. */
export function ProjectMoves({ projectId }: { projectId: string }) {
  const query = useQuery(projectMoves(projectId));
  const { data = [] } = query;
  const rows = measures.map((measure) => ({
    measure,
    moves: data.map(({ by, ...days }) => ({ by, move: largestMove({ measure }, by, days) })),
  }));
  if (query.data && rows.every(({ moves }) => moves.every(({ move }) => !move))) return undefined;
  return (
    <HomeSection title="Changed most" query={query}>
      <ScrollRegion label="Largest changes" className="overflow-x-auto">
        <table aria-label="Largest changes" className="w-full min-w-140 table-fixed text-meta tabular-nums">
          <thead className="text-muted">
            <tr>
              <th scope="col" className="w-28 py-1 text-left font-normal">
                Metric
              </th>
              {data.map(({ by }) => (
                <th key={by} scope="col" className="py-1 text-left font-normal">
                  {capital(groupWord(by))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ measure, moves }) => (
              <tr key={measure} className="border-t border-line align-top">
                <th scope="row" className="py-1 pr-3 text-left font-normal">
                  {MEASURE_NAMES[measure]}
                </th>
                {moves.map(({ by, move }) => (
                  <td key={by} className="py-1 pr-3">
                    {move ? (
                      <>
                        <GroupLink projectId={projectId} move={move} by={by} />
                        <span className="text-muted">{valueText({ measure }, move.before)} → </span>
                        {valueText({ measure }, move.day)}
                      </>
                    ) : (
                      <span className="text-muted">—</span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <p className="text-label text-muted">
        From the 24 hours before to the last 24 hours, in absolute numbers; costs in USD. Error rates and latencies need{" "}
        {COMPARED_CALLS} calls on both days.
      </p>
    </HomeSection>
  );
}

/** The name of a group, which leads to its calls. */
function GroupLink({ projectId, move: { group }, by }: { projectId: string; move: Move; by: CallGrouping }) {
  const name = callGroupWords(group, by) || "(empty)";
  const href = callGroupPath(projectId, group, by, bothDays);
  const words = <bdi>{name}</bdi>;
  if (href === undefined) return words;
  return (
    <Link href={href} prefetch={false} title={name} className="block truncate hover:underline">
      {words}
    </Link>
  );
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

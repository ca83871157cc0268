import type { DataColumn, DataColumns } from "@/components/data-table/column";
import { cn } from "@/components/ui/cn";
import { Quantity } from "@/components/ui/quantity";
import { type ComparedExample, mean, type ScoreName, scoreOfExample, scoreProblems } from "@/lib/experiment/compare";
import type { Result } from "@/lib/experiment/result";
import { durationParts } from "@/lib/format/duration";
import { formatAmounts } from "@/lib/format/money";
import { sumRolled } from "@/lib/trace/cost";

import { letterOf } from "./letters";
import { differenceText, scoreText } from "@/lib/experiment/score-text";
import type { Compared } from "./use-compared";

const shownChars = 300;

/** The columns of the examples: of each experiment its output, score, latency and cost. */
export function exampleColumns(
  { rows, base, values, below }: Pick<Compared, "rows" | "base" | "values" | "below">,
  score: ScoreName | undefined,
): DataColumns<ComparedExample> {
  const isOne = rows.length === 1;
  return [
    {
      id: "example",
      header: "Example",
      cell: (row) => <bdi>{exampleText(row, values)}</bdi>,
      size: 260,
      enableHiding: false,
      meta: { primary: true, grow: true, phone: { line: 1, grow: true } },
    },
    ...rows.flatMap((row, place) => {
      const letter = isOne ? "" : ` ${letterOf(place)}`;
      const of = (example: ComparedExample) => example.results[place] ?? [];
      const columns: DataColumn<ComparedExample>[] = [
        {
          id: `output ${place}`,
          header: `Output${letter}`,
          cell: (example) => <Output results={of(example)} failures={below[place]?.failures} />,
          size: 220,
          meta: place === 0 ? { phone: { line: 2, grow: true } } : {},
        },
      ];
      if (score)
        columns.push({
          id: `score ${place}`,
          header: `${score.name}${letter}`,
          cell: (example) => (
            <ScoreValue
              score={score}
              value={scoreOfExample(of(example), score.name)}
              problem={scoreProblems(of(example), score.name)?.reason}
              before={place === base ? undefined : scoreOfExample(example.results[base] ?? [], score.name)}
            />
          ),
          size: 130,
          meta: { align: "end", phone: { line: 2 } },
        });
      columns.push(
        {
          id: `latency ${place}`,
          header: `Latency${letter}`,
          cell: (example) => (
            <Quantity parts={durationParts(mean(of(example).flatMap(({ latencyMs }) => latencyMs ?? [])))} />
          ),
          size: 90,
          meta: { align: "end" },
        },
        {
          id: `cost ${place}`,
          header: `Cost${letter}`,
          cell: (example) => {
            const cost = sumRolled(of(example).flatMap(({ callId }) => below[place]?.costs.get(callId) ?? []));
            return <span className="tabular-nums">{formatAmounts(cost?.amounts)}</span>;
          },
          size: 90,
          meta: { align: "end" },
        },
      );
      return columns;
    }),
  ];
}

function exampleText({ key, results }: ComparedExample, values: Compared["values"]): string {
  const first = results.flat()[0];
  const value = first?.exampleRef === undefined ? undefined : values.get(first.exampleRef);
  return (value?.text ?? first?.example ?? key).slice(0, shownChars);
}

interface OutputProps {
  results: readonly Result[];
  failures: ReadonlyMap<string, string> | undefined;
}

function Output({ results, failures }: OutputProps) {
  const [first, ...more] = results;
  if (!first) return <span className="text-muted">no result</span>;
  const failure = first.failure && (failures?.get(first.callId) ?? first.failure);
  const text = failure ?? first.output ?? "—";
  return (
    <>
      <bdi title={text} className={cn(failure !== undefined && "text-error")}>
        {text.slice(0, shownChars)}
      </bdi>
      {more.length > 0 && <span className="text-muted"> and {more.length} more</span>}
    </>
  );
}

interface ScoreValueProps {
  score: ScoreName;
  value: number | undefined;
  /** Why the scorer gave none. */
  problem: string | undefined;
  before: number | undefined;
}

function ScoreValue({ score, value, problem, before }: ScoreValueProps) {
  if (value === undefined && problem !== undefined)
    return (
      <span title={problem} className="text-error">
        No score
      </span>
    );
  const difference = value === undefined || before === undefined ? 0 : value - before;
  return (
    <span className="tabular-nums">
      {difference !== 0 && (
        <span className={difference > 0 ? "text-success" : "text-error"}>{differenceText(score, difference)} </span>
      )}
      {scoreText(score, value)}
    </span>
  );
}

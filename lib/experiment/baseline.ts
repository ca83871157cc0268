import type { CallRow } from "@/lib/contract/calls";
import type { ExperimentDefinition } from "@/lib/contract/experiments";
import { readAnyRef } from "@/lib/contract/refs";
import { JsonNode } from "@/lib/json/node";

type Compared = Pick<CallRow, "id" | "inputs">;

/** The evaluation that an experiment ran: its ref, or its JSON; undefined if its call names none. */
export function evaluationOf({ inputs }: Pick<CallRow, "inputs">): string | undefined {
  const value = inputs && JsonNode.parse(inputs).get("self");
  return value && (value.string() ?? value.raw);
}

/**
 * The dataset that an evaluation is over, by the name that all its versions have, whatever the scorers: the evaluation
 * is named after it by the service, `evaluation-cases`, and by W&B's SDKs, `cases-evaluation`, unless the program gives the
 * evaluation a name of its own, which counts instead.
 */
export function datasetOf(evaluation: string): string {
  const ref = readAnyRef(evaluation);
  const name = ref && "name" in ref ? ref.name : (JsonNode.read(evaluation)?.get("name")?.string() ?? evaluation);
  return /^evaluation-(.+)$/s.exec(name)?.[1] ?? /^(.+)-evaluation$/s.exec(name)?.[1] ?? name;
}

/** The dataset of an experiment that the service runs, after which its evaluation is named; a table has a name by its digest. */
export function datasetOfDefinition({
  dataset_ref: dataset,
  table_digest: table,
}: Pick<ExperimentDefinition, "dataset_ref" | "table_digest">): string {
  const ref = readAnyRef(dataset ?? "");
  return ref && "name" in ref ? ref.name : `table-${table.slice(0, 7)}`;
}

/** The experiments that are the baseline of one dataset, by score; `""` is that of every score that has none of its own. */
export type BaselineByScore = ReadonlyMap<string, string>;
/** The pinned baselines of a project, by dataset. */
export type PinnedBaselines = ReadonlyMap<string, BaselineByScore>;

const NONE: BaselineByScore = new Map();

/** What is pinned for the dataset of an experiment. */
export function pinnedFor(pinned: PinnedBaselines, row: Pick<CallRow, "inputs">): BaselineByScore {
  const evaluation = evaluationOf(row);
  return (evaluation === undefined ? undefined : pinned.get(datasetOf(evaluation))) ?? NONE;
}

/** The id of the experiment that is the baseline of a score; undefined if none is pinned. */
export function baselineOf(pinned: PinnedBaselines, row: Pick<CallRow, "inputs">, score: string): string | undefined {
  const byScore = pinnedFor(pinned, row);
  return byScore.get(score) ?? byScore.get("");
}

/** Whether an experiment is a pinned baseline of its dataset, for any score. */
export function isPinned(pinned: PinnedBaselines, row: Compared): boolean {
  return [...pinnedFor(pinned, row).values()].includes(row.id);
}

/** What is pinned for a dataset once an experiment with these scores is pinned, or is pinned no longer. */
export function changePinned(
  before: BaselineByScore,
  { id, scores, isPinned: isOn }: { id: string; scores: readonly string[]; isPinned: boolean },
): BaselineByScore {
  if (!isOn) return new Map([...before].filter(([, pinned]) => pinned !== id));
  return new Map([...before, ...(scores.length > 0 ? scores : [""]).map((score) => [score, id] as const)]);
}

/**
 * The place of the baseline among compared experiments: the chosen one, otherwise the first that is pinned for the score,
 * or for another one, or the first.
 */
export function baselinePlace(
  rows: readonly Compared[],
  chosen: string,
  pinned: PinnedBaselines,
  score: string,
): number {
  const places = [
    rows.findIndex(({ id }) => id === chosen),
    rows.findIndex((row) => baselineOf(pinned, row, score) === row.id),
    rows.findIndex((row) => isPinned(pinned, row)),
  ];
  return places.find((place) => place !== -1) ?? 0;
}

/** The baselines that are pinned for a score of compared experiments and that are not among them, by id. */
export function missingBaselines(rows: readonly Compared[], pinned: PinnedBaselines, score: string): string[] {
  const ids = rows.flatMap((row) => baselineOf(pinned, row, score) ?? []);
  return [...new Set(ids)].filter((id) => rows.every((row) => row.id !== id));
}

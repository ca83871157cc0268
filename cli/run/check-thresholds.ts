import type { Client } from "@/lib/client/client";
import type { ExperimentDefinition } from "@/lib/contract/experiments";
import { datasetOfDefinition } from "@/lib/experiment/baseline";
import { scoreNames } from "@/lib/experiment/compare";
import { exampleValues, experimentResults, experiments } from "@/lib/queries/experiments";
import { pinnedBaselines } from "@/lib/queries/baselines";
import { createQueryClient } from "@/lib/queries/query-client";
import { readScorer } from "@/lib/scorer/stored-scorer";
import { CommandError, usageError } from "../exit-status";
import type { Thresholds } from "./thresholds";

type Threshold = { option: string; score: string };

/**
 * Checks before anything is sent that every threshold can be reached: that a scorer of the experiment gives the score, and
 * for a loss that there is a baseline with it. Throws the error of the first that cannot.
 */
export async function checkThresholds(
  { client, projectId }: { client: Client; projectId: string },
  definition: ExperimentDefinition,
  { failUnder, failOver, maxLoss }: Thresholds,
  baselineId: string | undefined,
): Promise<void> {
  const cache = createQueryClient(false);
  const refs = definition.scorer_refs ?? [];
  const values = await cache.fetchQuery(exampleValues(refs, client));
  const scorers = refs.flatMap((ref) => {
    const value = values.get(ref);
    return (value && readScorer(value)?.name) ?? [];
  });
  const losses = [...maxLoss.keys()].map((score) => ({ option: "max-loss", score }));
  const all: Threshold[] = [
    ...[...failUnder.keys()].map((score) => ({ option: "fail-under", score })),
    ...[...failOver.keys()].map((score) => ({ option: "fail-over", score })),
    ...losses,
  ];
  for (const { option, score } of all)
    if (!scorers.some((name) => namesOf(name).includes(score)))
      throw usageError(
        `--${option} ${score}: no scorer of the experiment has this name; scorers: ${scorers.join(", ") || "none"}.`,
      );
  if (baselineId !== undefined) await requireBaseline(baselineId);
  if (losses.length === 0) return;
  const pinned = await cache.fetchQuery(pinnedBaselines(projectId, client));
  const byScore = pinned.get(datasetOfDefinition(definition));
  for (const { score } of losses) {
    const names = [score, ...namesOf(score)];
    const id =
      baselineId ?? names.map((name) => byScore?.get(name)).find((one) => one !== undefined) ?? byScore?.get("");
    if (id === undefined)
      throw new CommandError(
        `--max-loss ${score}: no baseline is pinned for this score of ${datasetOfDefinition(definition)}; pin one, or name one with --baseline.`,
      );
    await requireBaseline(id);
    const { results } = await cache.fetchQuery(experimentResults({ projectId, id, running: false }, client));
    const known = scoreNames([results]).map(({ name }) => name);
    if (!names.some((name) => known.includes(name)))
      throw new CommandError(
        `--max-loss ${score}: the baseline ${id} does not have this score; its scores: ${known.join(", ") || "none"}.`,
      );
  }

  async function requireBaseline(id: string): Promise<void> {
    const [found] = await cache.fetchQuery(experiments(projectId, [id], client));
    if (!found) throw new CommandError(`There is no experiment ${JSON.stringify(id)} in ${projectId} to compare with.`);
  }
}

/** What a threshold may call the score of a scorer. */
const namesOf = (scorer: string): string[] => [scorer, `${scorer}.score`];

import type { Client } from "@/lib/client/client";
import type { CallRow } from "@/lib/contract/calls";
import type { Experiment } from "@/lib/contract/experiments";
import { evaluationOf } from "@/lib/experiment/baseline";
import type { MeanDifference } from "@/lib/experiment/bootstrap";
import type { ScoreName, ScoreSummary } from "@/lib/experiment/compare";
import type { Result } from "@/lib/experiment/result";
import { alignment, experimentResults, experiments, scoreDifferences } from "@/lib/queries/experiments";
import { pinnedBaselines } from "@/lib/queries/baselines";
import { createQueryClient } from "@/lib/queries/query-client";
import { CommandError } from "../exit-status";

/** A score of the experiment, and of the baseline if there is one. */
export interface ScoreOutcome extends ScoreName, ScoreSummary {
  baseline?: ScoreSummary;
  difference?: MeanDifference;
}

/** An experiment with its results and scores, and how the scores differ from the baseline. */
export interface Outcome {
  experiment: Experiment;
  /** The id of the experiment that it is compared with. */
  baseline: string | undefined;
  scores: readonly ScoreOutcome[];
  results: readonly Result[];
}

interface OutcomeOptions {
  client: Client;
  projectId: string;
  experiment: Experiment;
  /** The id of the experiment to compare with; the pinned one if absent. */
  baselineId: string | undefined;
}

/** Reads the results of an experiment, and compares them with those of the baseline. */
export async function readOutcome({ client, projectId, experiment, baselineId }: OutcomeOptions): Promise<Outcome> {
  const cache = createQueryClient(false);
  const { id } = experiment;
  const [call] = await cache.fetchQuery(experiments(projectId, [id], client));
  // Nothing was sent.
  if (!call) return { experiment, baseline: undefined, scores: [], results: [] };
  const base = await baselineOf(call);
  const ids = base === undefined ? [id] : [id, base];
  const all = await Promise.all(
    ids.map(async (one) => {
      const params = { projectId, id: one, running: false };
      return (await cache.fetchQuery(experimentResults(params, client))).results;
    }),
  );
  const aligned = await cache.fetchQuery(alignment({ ids, stamp: id, all }));
  const differences = base === undefined ? undefined : await cache.fetchQuery(scoreDifferences(aligned, 1));
  const scores = aligned.scores.map(({ name, isRate, summaries: [own, other] }) => ({
    name,
    isRate,
    count: own?.count ?? 0,
    mean: own?.mean,
    ...(other && { baseline: other, difference: differences?.get(name)?.[0] }),
  }));
  return { experiment, baseline: base, scores, results: all[0] ?? [] };

  async function baselineOf(row: CallRow): Promise<string | undefined> {
    const pinned = await cache.fetchQuery(pinnedBaselines(projectId, client));
    const wanted = baselineId ?? pinned.get(evaluationOf(row) ?? "");
    if (wanted === undefined || wanted === id) return undefined;
    const [found] = await cache.fetchQuery(experiments(projectId, [wanted], client));
    if (found) return wanted;
    if (baselineId === undefined) return undefined;
    throw new CommandError(`There is no experiment ${JSON.stringify(baselineId)} in ${projectId} to compare with.`);
  }
}

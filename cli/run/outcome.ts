import type { Client } from "@/lib/client/client";
import type { Experiment } from "@/lib/contract/experiments";
import { baselineOf } from "@/lib/experiment/baseline";
import { type ScoreName, scoreNames, type ScoreProblems, type ScoreSummary } from "@/lib/experiment/compare";
import type { PairedDifference } from "@/lib/experiment/paired-difference";
import type { Result } from "@/lib/experiment/result";
import { alignment, experimentResults, experiments, scoreDifferences } from "@/lib/queries/experiments";
import { pinnedBaselines } from "@/lib/queries/baselines";
import { createQueryClient } from "@/lib/queries/query-client";
import { CommandError } from "../exit-status";

/** A score of the experiment, and of the baseline if there is one. */
export interface ScoreOutcome extends ScoreName, ScoreSummary {
  /** Of results that lack the score, since the scorer failed. */
  problems?: ScoreProblems | undefined;
  baseline?: ScoreSummary & { id: string };
  difference?: PairedDifference;
}

/** An experiment with its results and scores, and how the scores differ from the baseline. */
export interface Outcome {
  experiment: Experiment;
  /** The ids of the experiments that scores are compared with, each pinned for some of them. */
  baselines: readonly string[];
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
  if (!call) return { experiment, baselines: [], scores: [], results: [] };
  const own = await resultsOf(id);
  const pinned = await cache.fetchQuery(pinnedBaselines(projectId, client));
  const baselineFor = (score: string) => baselineId ?? baselineOf(pinned, call, score);
  const wanted =
    baselineId === undefined ? scoreNames([own]).flatMap(({ name }) => baselineFor(name) ?? []) : [baselineId];
  const others = [...new Set(wanted)].filter((one) => one !== id);
  const found = await cache.fetchQuery(experiments(projectId, others, client));
  const baselines = found.map((row) => row.id);
  if (baselineId !== undefined && baselineId !== id && !baselines.includes(baselineId))
    throw new CommandError(`There is no experiment ${JSON.stringify(baselineId)} in ${projectId} to compare with.`);
  const ids = [id, ...baselines];
  const all = [own, ...(await Promise.all(baselines.map(resultsOf)))];
  const aligned = await cache.fetchQuery(alignment({ ids, stamp: id, all }));
  const differences = await Promise.all(
    baselines.map((_id, place) => cache.fetchQuery(scoreDifferences(aligned, place + 1))),
  );
  const scores = aligned.scores.map(({ name, isRate, summaries, problems }): ScoreOutcome => {
    const base = ids.indexOf(baselineFor(name) ?? "");
    const [score, baseline, difference] = [summaries[0], summaries[base], differences[base - 1]?.get(name)?.[0]];
    return {
      name,
      isRate,
      count: score?.count ?? 0,
      mean: score?.mean,
      problems: problems[0],
      ...(base > 0 &&
        baseline && { baseline: { id: ids[base] ?? "", ...baseline }, ...(difference && { difference }) }),
    };
  });
  return { experiment, baselines, scores, results: own };

  async function resultsOf(one: string): Promise<Result[]> {
    return (await cache.fetchQuery(experimentResults({ projectId, id: one, running: false }, client))).results;
  }
}

import type { CallRow } from "@/lib/contract/calls";
import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";
import { evaluationOf } from "./baseline";
import type { ListedExperiment } from "./listed";
import { listedModel } from "./listed-model";
import { experimentNames } from "./result";
import { type SummaryScore, summaryScores } from "./summary-scores";

/** A model in a leaderboard: its newest experiment that has ended. */
export interface BoardRow {
  /** The call of that experiment. */
  id: string;
  call: CallRow;
  model: string;
  /** The experiments of the model that have ended, newest first. */
  experiments: readonly string[];
  /** By name. */
  scores: ReadonlyMap<string, SummaryScore>;
  /** Mean of the model's answers, milliseconds. */
  latencyMs: number | undefined;
}

/** The models that were run in one evaluation: over the same table, with the same scorers. */
export interface Board {
  /** The ref of the evaluation, or its JSON. */
  evaluation: string;
  name: string;
  /** The scores that any of its models has. */
  scores: readonly Pick<SummaryScore, "name" | "isRate">[];
  rows: readonly BoardRow[];
}

const MS = 1_000;

/**
 * The leaderboards of experiments that are listed newest first: one for each evaluation, the one with the newest
 * experiment first, and in each a row for each version of a model.
 */
export function leaderboards(experiments: readonly ListedExperiment[]): Board[] {
  const byEvaluation = new Map<string, Map<string, { row: BoardRow; name: string }>>();
  for (const experiment of experiments) {
    const read = readExperiment(experiment);
    if (!read) continue;
    const models = byEvaluation.get(read.evaluation) ?? new Map<string, { row: BoardRow; name: string }>();
    byEvaluation.set(read.evaluation, models);
    const known = models.get(read.model);
    if (known) known.row = { ...known.row, experiments: [...known.row.experiments, experiment.id] };
    else models.set(read.model, read);
  }
  return [...byEvaluation].map(([evaluation, models]) => {
    const found = [...models.values()];
    const scores = new Map(found.flatMap(({ row }) => [...row.scores]));
    return {
      evaluation,
      name: found[0]?.name ?? evaluation,
      scores: [...scores.values()].map(({ name, isRate }) => ({ name, isRate })),
      rows: found.map(({ row }) => row),
    };
  });
}

/** Undefined for an experiment that has not ended, or reports nothing. */
function readExperiment(experiment: ListedExperiment) {
  const { id, call } = experiment;
  const evaluation = call && evaluationOf(call);
  const model = modelOf(call?.inputs);
  if (!call?.ended_at || !call.output || evaluation === undefined || model === undefined) return undefined;
  const scores = new Map(summaryScores(call.output).map((score) => [score.name, score]));
  const seconds = JsonNode.parse(call.output).get("model_latency")?.get("mean")?.number();
  const row: BoardRow = {
    id,
    call,
    model: listedModelName(experiment) ?? model,
    experiments: [id],
    scores,
    latencyMs: seconds === undefined ? undefined : seconds * MS,
  };
  return { evaluation, model, name: experimentNames(call.inputs).evaluation ?? evaluation, row };
}

/** The version of the model, and what it asks if the service runs it. */
function listedModelName({ call, run }: ListedExperiment): string | undefined {
  const names = [experimentNames(call?.inputs).model, run && listedModel({ call, run })];
  const known = names.filter((name) => name !== undefined);
  return known.length === 0 ? undefined : known.join(", ");
}

function modelOf(inputs: JsonText | undefined): string | undefined {
  const value = inputs && JsonNode.parse(inputs).get("model");
  return value && (value.string() ?? value.raw);
}

/** The rows by a score, the highest first; those without it last, newest first. */
export function rankedBy(rows: readonly BoardRow[], score: string, direction: "asc" | "desc"): BoardRow[] {
  const valueOf = (row: BoardRow) => row.scores.get(score)?.value;
  return rows.toSorted((a, b) => {
    const [one, other] = [valueOf(a), valueOf(b)];
    if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
    return direction === "asc" ? one - other : other - one;
  });
}

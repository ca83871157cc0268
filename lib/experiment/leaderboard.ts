import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { CallRow } from "@/lib/contract/calls";
import type { ExperimentDefinition } from "@/lib/contract/experiments";
import { counted } from "@/lib/format/number";
import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";
import { evaluationOf } from "./baseline";
import type { ListedExperiment } from "./listed";
import { listedModel } from "./listed-model";
import { rowTotals } from "./progress";
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
  /** How many of the rows were answered; undefined for an experiment of a program. */
  answered: { count: number; of: number } | undefined;
}

/** The models that were run in one evaluation: over the same rows of the same table, with the same scorers. */
export interface Board {
  /** Tells it from the other leaderboards. */
  key: string;
  /** The ref of the evaluation, or its JSON. */
  evaluation: string;
  name: string;
  /** The scores that any of its models has. */
  scores: readonly Pick<SummaryScore, "name" | "isRate">[];
  rows: readonly BoardRow[];
}

const MS = 1_000;

/**
 * The leaderboards of experiments that are listed newest first: one for each evaluation, and one for each sample and choice
 * of its rows, the one with the newest experiment first, and in each a row for each version of a model.
 */
export function leaderboards(experiments: readonly ListedExperiment[]): Board[] {
  const byKey = new Map<string, Map<string, ReadExperiment>>();
  for (const experiment of experiments) {
    const read = readExperiment(experiment);
    if (!read) continue;
    const models = byKey.get(read.key) ?? new Map<string, ReadExperiment>();
    byKey.set(read.key, models);
    const known = models.get(read.model);
    if (known) known.row = { ...known.row, experiments: [...known.row.experiments, experiment.id] };
    else models.set(read.model, read);
  }
  return [...byKey].map(([key, models]) => {
    const found = [...models.values()];
    const scores = new Map(found.flatMap(({ row }) => [...row.scores]).toSorted(withValuesLast));
    return {
      key,
      evaluation: found[0]?.evaluation ?? key,
      name: found[0]?.name ?? key,
      scores: [...scores.values()].map(({ name, isRate }) => ({ name, isRate })),
      rows: found.map(({ row }) => row),
    };
  });
}

/** A score is what those that have a value say that it is. */
const withValuesLast = ([, a]: [string, SummaryScore], [, b]: [string, SummaryScore]) =>
  Number(a.value !== undefined) - Number(b.value !== undefined);

type ReadExperiment = { key: string; evaluation: string; model: string; name: string; row: BoardRow };

/** Undefined for an experiment that has not run all its rows, or reports nothing. */
function readExperiment(experiment: ListedExperiment): ReadExperiment | undefined {
  const { id, call, run } = experiment;
  const evaluation = call && evaluationOf(call);
  const model = modelOf(call?.inputs);
  if (!call?.ended_at || !call.output || evaluation === undefined || model === undefined) return undefined;
  if (run && run.status !== "completed") return undefined;
  const scores = new Map(summaryScores(call.output).map((score) => [score.name, score]));
  const seconds = JsonNode.parse(call.output).get("model_latency")?.get("mean")?.number();
  const row: BoardRow = {
    id,
    call,
    model: listedModelName(experiment) ?? model,
    experiments: [id],
    scores,
    latencyMs: seconds === undefined ? undefined : seconds * MS,
    answered: run && { count: run.rows.answered, of: rowTotals(run).all },
  };
  const part = run && partOfRows(run.definition);
  const name = experimentNames(call.inputs).evaluation ?? evaluation;
  return {
    key: part ? `${evaluation} ${part.key}` : evaluation,
    evaluation,
    model,
    name: part ? `${name}, ${part.name}` : name,
    row,
  };
}

const SHOWN_DIGITS = 7;

/** Which rows of its table an experiment runs; undefined for all. */
function partOfRows({ row_digests: chosen, sample }: ExperimentDefinition): { key: string; name: string } | undefined {
  if (!chosen) return sample == null ? undefined : { key: `sample ${sample}`, name: `sample of ${sample}` };
  const key = bytesToHex(sha256(utf8ToBytes(`${chosen.toSorted().join(" ")} ${sample ?? ""}`)));
  return { key, name: `${counted(sample ?? chosen.length, "chosen row")} (${key.slice(0, SHOWN_DIGITS)})` };
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

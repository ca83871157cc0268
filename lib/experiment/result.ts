import type { CallRow } from "@/lib/contract/calls";
import { versionOfRef } from "@/lib/contract/version-name";
import { readAnyRef } from "@/lib/contract/refs";
import { opName } from "@/lib/format/call-name";
import { scoresOf } from "@/lib/format/feedback-words";
import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";

/** The op of an experiment in W&B's SDKs, whose children are its results. */
export const EVALUATE_OP = "Evaluation.evaluate";
/** The op of a result: in Python, and in TypeScript. */
const RESULT_OPS: readonly string[] = ["Evaluation.predict_and_score", "Evaluation.predictAndScore"];
/** Characters of an example or output that are kept. */
const KEPT_CHARS = 2_000;
/** The deepest score inside a scorer's result. */
const SCORE_DEPTH = 4;

/** One score of a result. */
export interface Score {
  /** The number, true or false, or text. */
  text: string;
  /** The number, or 1 for true and 0 for false; undefined for a text. */
  number: number | undefined;
  isBoolean: boolean;
  /** Why the scorer gave no score. */
  problem?: string;
}

/** What an experiment did with one example: an output and its scores. */
export interface Result {
  callId: string;
  /** The same for the same example in every experiment of a dataset, also in another version of it. */
  key: string;
  /** The example, cut off; its ref if it is one. */
  example: string;
  exampleRef: string | undefined;
  /** The output, cut off; undefined if there is none. */
  output: string | undefined;
  /** Why there is no output. */
  failure: string | undefined;
  /** By name: the scorer, and the path of the value inside its result. */
  scores: ReadonlyMap<string, Score>;
  /** Milliseconds of the model's answer; of the whole result if the SDK does not report that. Undefined without an answer. */
  latencyMs: number | undefined;
}

/**
 * Reads a child of an experiment's call; undefined if it is not a result. Its scores are those that the SDK records in its
 * output, and feedback on it.
 */
export function readResult(call: CallRow): Result | undefined {
  if (!RESULT_OPS.includes(opName(call.op_name ?? "")) || !call.inputs) return undefined;
  const example = JsonNode.parse(call.inputs).get("example");
  if (!example) return undefined;
  const output = call.output && JsonNode.parse(call.output);
  const answer = output?.get("model_output") ?? output?.get("output");
  const ref = example.string();
  const seconds = output?.get("model_latency")?.number();
  const isFailed = call.exception !== undefined || output?.get("model_success")?.boolean() === false;
  return {
    callId: call.id,
    key: keyOf(example),
    example: cut(ref ?? example.raw),
    exampleRef: ref !== undefined && readAnyRef(ref) ? ref : undefined,
    output: answer && answer.kind !== "null" ? cut(answer.string() ?? answer.raw) : undefined,
    failure: isFailed ? cut(call.exception ?? "The model failed") : undefined,
    scores: new Map([...feedbackScores(call), ...scoresIn(output?.get("scores"))]),
    latencyMs: isFailed ? undefined : seconds === undefined ? call.overview?.latency_ms : seconds * 1_000,
  };
}

/** A row's ref contains its digest, which is the same in every version of the dataset. */
function keyOf(example: JsonNode): string {
  const path = readAnyRef(example.string() ?? "")?.path ?? [];
  const row = path.findLast(({ edge }) => edge === "id");
  return row ? `row ${row.value}` : example.raw;
}

function* feedbackScores({ feedback = [] }: CallRow): Generator<[string, Score]> {
  for (const { feedback_type: type, payload } of feedback)
    for (const { name, value } of scoresOf(type, payload)) {
      const score = scoreOf(value);
      if (score) yield [name, score];
    }
}

function scoresIn(scores: JsonNode | undefined): [string, Score][] {
  return [...(scores?.entries() ?? [])].flatMap(([name, value]) => valuesIn(name, value, SCORE_DEPTH));
}

function valuesIn(name: string, value: JsonNode, depth: number): [string, Score][] {
  const problem = problemIn(value);
  if (problem !== undefined)
    return [[`${name}.score`, { text: problem, number: undefined, isBoolean: false, problem }]];
  if (value.kind === "object" && depth > 0)
    return [...value.entries()].flatMap(([key, member]) => valuesIn(`${name}.${key}`, member, depth - 1));
  const score = scoreOf(value);
  return score ? [[name, score]] : [];
}

/** What the service records of a scorer that gave no score, in the place of its result. */
function problemIn(value: JsonNode): string | undefined {
  const [only, ...more] = value.kind === "object" ? value.entries() : [];
  if (only?.[0] !== "problem" || more.length > 0) return undefined;
  const text = only[1].string();
  return text && cut(text);
}

function scoreOf(value: JsonNode): Score | undefined {
  const [number, boolean] = [value.number(), value.boolean()];
  const text = value.string();
  if (boolean !== undefined) return { text: String(boolean), number: boolean ? 1 : 0, isBoolean: true };
  if (number !== undefined) return Number.isFinite(number) ? { text: value.raw, number, isBoolean: false } : undefined;
  return text === undefined ? undefined : { text: cut(text), number: undefined, isBoolean: false };
}

const cut = (text: string): string => (text.length > KEPT_CHARS ? `${text.slice(0, KEPT_CHARS)}…` : text);

/** What an experiment is of: the names of its evaluation and its model, by the refs in its inputs. */
export function experimentNames(inputs: JsonText | undefined): { evaluation?: string; model?: string } {
  const node = inputs && JsonNode.parse(inputs);
  const [evaluation, model] = ["self", "model"].map((member) => {
    const value = node?.get(member);
    const ref = readAnyRef(value?.string() ?? "");
    const named = ref && "name" in ref ? `${ref.name} ${versionOfRef(ref.digest).slice(0, 7)}` : undefined;
    return named ?? value?.get("name")?.string() ?? value?.string();
  });
  return { evaluation, model };
}

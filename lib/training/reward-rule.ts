import { valueFields } from "@/lib/contract/feedback-field";
import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";

/** How feedback is converted to a reward. */
export interface RewardRule {
  /** Type of the feedback. */
  type: string;
  /** Dotted path in its payload. */
  field: string;
  /**
   * The reward of a text, emoji, `true` or `false`; a value that is not listed gives no reward. Numbers are used
   * directly.
   */
  values: Readonly<Record<string, number>>;
  /** How several records on one call are combined. */
  combine: "mean" | "latest";
}

export interface RewardRecord {
  feedback_type: string;
  payload: JsonText;
}

/** Common values, best first; users can change their rewards. */
const USUAL: Readonly<Record<string, number>> = {
  "👍": 1,
  "👎": 0,
  true: 1,
  false: 0,
  good: 1,
  mixed: 0.5,
  bad: 0,
  correct: 1,
  incorrect: 0,
  pass: 1,
  fail: 0,
  yes: 1,
  no: 0,
};
/** A double has 15 significant decimal digits. */
const MEAN_DIGITS = 15;
const SKIN_OR_LOOK = /\p{Emoji_Modifier}|\uFE0F/gu;

/** The reward from the records on one call, oldest first; undefined, never 0, if there is none. */
export function rewardOf(records: readonly RewardRecord[], rule: RewardRule): number | undefined {
  const rewards = records.flatMap((record) => {
    const feedbackValue = record.feedback_type === rule.type ? valueAt(record.payload, rule.field) : undefined;
    const reward = typeof feedbackValue === "string" ? rewardOfText(feedbackValue, rule.values) : feedbackValue;
    return reward === undefined ? [] : [reward];
  });
  const latest = rewards.at(-1);
  if (latest === undefined || rule.combine === "latest" || rewards.every((reward) => reward === latest)) return latest;
  const mean = rewards.reduce((sum, reward) => sum + reward / rewards.length, 0);
  // Rounding errors would make equal rewards different.
  return Number(mean.toPrecision(MEAN_DIGITS));
}

/** The value at a path of a payload: a number, or a text, with booleans as `true` and `false`. */
function valueAt(payload: JsonText, field: string): number | string | undefined {
  let node: JsonNode | undefined = JsonNode.parse(payload);
  for (const step of field.split("."))
    node = node?.get(step) ?? (/^\d+$/.test(step) ? node?.item(Number(step)) : undefined);
  const number = node?.number();
  if (number !== undefined) return Number.isFinite(number) ? number : undefined;
  return node?.string() ?? (node?.kind === "boolean" ? node.raw : undefined);
}

/** An emoji has the same reward in every skin tone. */
function rewardOfText(feedbackValue: string, values: RewardRule["values"]): number | undefined {
  for (const spelling of [feedbackValue, feedbackValue.replace(SKIN_OR_LOOK, "")])
    if (Object.hasOwn(values, spelling)) return values[spelling];
  return undefined;
}

/** One value of a type of feedback, and how often it occurs; numbers are counted together. */
export interface FeedbackChoice {
  type: string;
  field: string;
  /** Number of records with a value there. */
  count: number;
  /** Values other than numbers, the most frequent first, with their counts. */
  values: readonly { value: string; count: number }[];
}

/** The types and fields of feedback that can be used as rewards, the most frequent first. */
export function feedbackChoices(records: readonly RewardRecord[]): FeedbackChoice[] {
  const found = new Map<string, { type: string; field: string; count: number; values: Map<string, number> }>();
  for (const { feedback_type: type, payload } of records)
    for (const field of leavesOf(type, payload)) {
      const feedbackValue = valueAt(payload, field);
      if (feedbackValue === undefined) continue;
      const key = JSON.stringify([type, field]);
      const choice = found.get(key) ?? { type, field, count: 0, values: new Map<string, number>() };
      found.set(key, choice);
      choice.count += 1;
      if (typeof feedbackValue === "number") continue;
      const value = feedbackValue.replace(SKIN_OR_LOOK, "");
      choice.values.set(value, (choice.values.get(value) ?? 0) + 1);
    }
  return [...found.values()]
    .map(({ values, ...choice }) => ({
      ...choice,
      values: [...values].map(([value, count]) => ({ value, count })).toSorted((a, b) => b.count - a.count),
    }))
    .toSorted((a, b) => b.count - a.count);
}

/** The default rule: values with a common meaning get a reward, all others none. */
export function proposedRule({ type, field, values }: FeedbackChoice): RewardRule {
  const known = values.flatMap(({ value }): [string, number][] => {
    const usual = Object.hasOwn(USUAL, value.toLowerCase()) ? USUAL[value.toLowerCase()] : undefined;
    return usual === undefined ? [] : [[value, usual]];
  });
  return { type, field, values: Object.fromEntries(known), combine: "mean" };
}

const DEEPEST = 3;

/** Paths of the numbers, texts and booleans in a payload; for reactions and annotations, only that of their value. */
function leavesOf(type: string, payload: JsonText): string[] {
  const [field, ...others] = valueFields(type);
  if (field !== undefined && others.length === 0 && JsonNode.parse(payload).get(field)?.kind !== "object")
    return [field];
  return leavesIn(JsonNode.parse(payload), []);
}

function leavesIn(node: JsonNode, path: readonly string[]): string[] {
  if (node.kind !== "object") return path.length > 0 && node.kind !== "array" ? [path.join(".")] : [];
  if (path.length >= DEEPEST) return [];
  return [...node.entries()].flatMap(([name, inner]) => (name.includes(".") ? [] : leavesIn(inner, [...path, name])));
}

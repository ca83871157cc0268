import type { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";

import { noteOf, reactionOf, scoresOf, typeWords } from "./feedback-words";
import { numberText } from "./number-text";

const NOTE_SIGN = "📝";
const MAX_VALUE_CHARS = 16;

/**
 * A summary of feedback: `👍 2 · helpfulness 0.47 · 📝 1 · review`; reactions first, the most frequent first, then scores,
 * notes, and the types of records without a score.
 */
export function feedbackGlance(records: readonly { feedback_type: string; payload: JsonText }[]): string {
  const reactions = new Map<string, number>();
  const scores = new Map<string, JsonNode[]>();
  const notes = new Map<string, number>();
  const others = new Map<string, number>();
  const count = (counts: Map<string, number>, sign: string) => counts.set(sign, (counts.get(sign) ?? 0) + 1);
  for (const { feedback_type: type, payload } of records) {
    const emoji = reactionOf(type, payload);
    const recordScores = scoresOf(type, payload);
    if (emoji !== undefined) count(reactions, emoji);
    else if (noteOf(type, payload) !== undefined) count(notes, NOTE_SIGN);
    else if (recordScores.length === 0) count(others, typeWords(type));
    for (const { name, value } of recordScores) scores.set(name, [...(scores.get(name) ?? []), value]);
  }
  return [
    countWords(byCount(reactions)),
    ...[...scores].map(([name, values]) => `${name} ${valueWords(values)}`),
    countWords([...notes]),
    ...[...others].map(([name, times]) => (times === 1 ? name : `${name} (${times})`)),
  ]
    .filter((part) => part !== "")
    .join(" · ");
}

function countWords(counts: readonly [string, number][]): string {
  return counts.map(([sign, times]) => `${sign} ${times}`).join(" ");
}

function byCount(counts: ReadonlyMap<string, number>): [string, number][] {
  return [...counts].toSorted(([, a], [, b]) => b - a);
}

/** One value unchanged, several numbers as their mean, several others as the most frequent one. */
function valueWords(values: readonly JsonNode[]): string {
  const numbers = values.filter(({ kind }) => kind === "number").map(({ raw }) => Number(raw));
  if (numbers.length === values.length) {
    const mean = numberText(numbers.reduce((sum, value) => sum + value, 0) / numbers.length);
    return numbers.length === 1 ? mean : `mean ${mean}`;
  }
  const counts = new Map<string, number>();
  for (const value of values) {
    const text = shortened(value.string() ?? value.raw);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const [most = "", times = 0] = byCount(counts)[0] ?? [];
  return values.length === 1 ? most : `${most} (${times} of ${values.length})`;
}

function shortened(text: string): string {
  return text.length > MAX_VALUE_CHARS ? `${text.slice(0, MAX_VALUE_CHARS).toWellFormed()}…` : text;
}

import type { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";

import { noteOf, reactionOf, scoresOf } from "./feedback-words";
import { numberText } from "./number-text";

interface Said {
  feedback_type: string;
  payload: JsonText;
}

const NOTE_SIGN = "📝";
/** A value that is neither a word nor a number. */
const DATA_SIGN = "{}";
const MAX_VALUE_CHARS = 16;

/** Feedback at a glance: `👍2 helpfulness 0.47 📝1 {}1`; reactions first, the most frequent first, then scores. */
export function feedbackGlance(records: readonly Said[]): string {
  const reactions = new Map<string, number>();
  const scores = new Map<string, JsonNode[]>();
  const rest = new Map<string, number>();
  const count = (counts: Map<string, number>, sign: string) => counts.set(sign, (counts.get(sign) ?? 0) + 1);
  for (const { feedback_type: type, payload } of records) {
    const emoji = reactionOf(type, payload);
    const said = scoresOf(type, payload);
    if (emoji !== undefined) count(reactions, emoji);
    else if (noteOf(type, payload) !== undefined) count(rest, NOTE_SIGN);
    else if (said.length === 0) count(rest, DATA_SIGN);
    for (const { name, value } of said) scores.set(name, [...(scores.get(name) ?? []), value]);
  }
  return [
    ...byCount(reactions).map(([emoji, times]) => `${emoji}${times}`),
    ...[...scores].map(([name, values]) => `${name} ${valueWords(values)}`),
    ...[NOTE_SIGN, DATA_SIGN].flatMap((sign) => (rest.has(sign) ? [`${sign}${rest.get(sign)}`] : [])),
  ].join(" ");
}

function byCount(counts: ReadonlyMap<string, number>): [string, number][] {
  return [...counts].toSorted(([, a], [, b]) => b - a);
}

/** One value as it is, several numbers by their mean, several others by the most frequent. */
function valueWords(values: readonly JsonNode[]): string {
  const numbers = values.filter(({ kind }) => kind === "number").map(({ raw }) => Number(raw));
  if (numbers.length === values.length) {
    const mean = numberText(numbers.reduce((sum, value) => sum + value, 0) / numbers.length);
    return numbers.length === 1 ? mean : `avg ${mean}`;
  }
  const counts = new Map<string, number>();
  for (const value of values) {
    const text = shortened(value.string() ?? value.raw);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const [most = "", times = 0] = byCount(counts)[0] ?? [];
  return values.length === 1 ? most : `${most} ${times} of ${values.length}`;
}

function shortened(text: string): string {
  return text.length > MAX_VALUE_CHARS ? `${text.slice(0, MAX_VALUE_CHARS).toWellFormed()}…` : text;
}

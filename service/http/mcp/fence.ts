import { randomBytes } from "node:crypto";
import { cutToTokens, estimateTokens } from "@/lib/trace-text/tokens";

/** The name of the marks around what was recorded; the id after it is new in every answer, so that no text can end them. */
export const FENCE = "untrusted-data";

const MARK = new RegExp(`<(?=\\s*/?\\s*${FENCE})`, "gi");
const ID_BYTES = 8;

/** What a tool answers. */
interface Answer {
  /** What programs and their users have recorded. */
  data: string;
  /** What the tool itself says about it, such as how to go on; without any recorded text. */
  notes?: readonly string[];
}

/** An answer that uses at most some tokens of recorded text. */
export type Page = (tokens: number) => Answer;

/** What is set aside for notes at first. */
const NOTES_TOKENS = 60;
const TRIES = 4;

/**
 * An answer as text, within a budget of tokens: the recorded text between marks with an id that is new each time, then
 * the notes. In the recorded text, whatever looks like such a mark is changed to `&lt;`.
 */
export function fencedAnswer(page: Page, budget: number): string {
  const id = randomBytes(ID_BYTES).toString("hex");
  let tokens = budget - estimateTokens(fenced("", undefined, id)) - NOTES_TOKENS;
  let answer: Answer = { data: "" };
  // Notes and changed marks may need more than was set aside for them.
  for (let tries = 0; tries < TRIES; tries += 1) {
    answer = page(Math.max(0, tokens));
    const text = fenced(answer.data, answer.notes, id);
    const over = estimateTokens(text) - budget;
    if (over <= 0) return text;
    tokens -= over + 1;
  }
  const around = estimateTokens(fenced("", answer.notes, id));
  return fenced(cutToTokens(answer.data, (budget - around) / 2), answer.notes, id);
}

function fenced(data: string, notes: readonly string[] | undefined, id: string): string {
  const marked = data === "" ? "(none)" : data.replaceAll(MARK, "&lt;");
  return [`<${FENCE}-${id}>`, marked, `</${FENCE}-${id}>`, ...(notes ?? [])].join("\n");
}

import { JUDGE_MESSAGES, SCORER_TEXT_CHARS } from "@/lib/contract/limits";
import { thumbVerdict } from "@/lib/feedback/thumbs";
import { counted, formatCount } from "@/lib/format/number";
import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";
import { VARIABLE } from "@/lib/playground/variable-names";
import type { JudgeMessage } from "./form";
import { isPossible, type JudgeDefinition, possibleScores } from "./judge";

/** A case with the score that it should have, for the messages of a judge. */
export interface JudgeExample {
  /** The judge's last user message, as it was sent for the case. */
  input: string;
  score: boolean | number;
  reasoning: string;
}

/** Two messages for each: the case, and its verdict. */
const MESSAGES_OF_EXAMPLE = 2;

/**
 * A person's value as a score of a judge: a thumb, `true` or `false` of one that says true or false, and a number in the
 * range of one that gives numbers. Undefined for any other value, whose score a person has to choose.
 */
export function scoreOfValue(asked: JudgeDefinition["score"], value: string): boolean | number | undefined {
  const node = JsonNode.read(value);
  const score = thumbVerdict(value) ?? node?.boolean() ?? node?.number();
  return score !== undefined && isPossible(asked, score) ? score : undefined;
}

/** The case that a judge was asked about, from the inputs of its call: its last user message. Undefined without one. */
export function judgedCase(inputs: JsonText): string | undefined {
  const messages = [...(JsonNode.parse(inputs).get("messages")?.items() ?? [])];
  return messages
    .findLast((message) => message.get("role")?.string() === "user")
    ?.get("content")
    ?.string();
}

/** Whether a case could be that of a message: whether it has the texts between its variables, in their order. */
export function isCaseOf({ content }: Pick<JudgeMessage, "content">, input: string): boolean {
  // Every second part is the name of a variable.
  const texts = content.split(VARIABLE).filter((_part, place) => place % 2 === 0);
  const [first = "", ...others] = texts;
  const last = others.pop();
  if (last === undefined) return input === first;
  let at = input.startsWith(first) ? first.length : -1;
  for (const text of others) {
    if (at === -1) return false;
    const found = input.indexOf(text, at);
    at = found === -1 ? -1 : found + text.length;
  }
  return at !== -1 && input.length - last.length >= at && input.endsWith(last);
}

/** The message that a judge's examples are inserted before and written like: its last one of a user. */
export function caseMessage(messages: readonly JudgeMessage[]): JudgeMessage | undefined {
  return messages.findLast(({ role, is_example: isExample }) => role === "user" && !isExample);
}

/** Why a judge can have no examples; undefined if it can. */
export function whyNoExamples(messages: readonly JudgeMessage[]): string | undefined {
  const message = caseMessage(messages);
  if (!message) return "The judge has no user message, so there is none to write an example like.";
  // `test` of an expression with the flag `g` goes on where it was.
  if (message.content.search(VARIABLE) === -1)
    return "The judge's last user message has no variable, so an example of it would not show its case.";
  return undefined;
}

/** How many more examples the messages have room for. */
export function roomForExamples(messages: readonly JudgeMessage[]): number {
  return Math.max(0, Math.floor((JUDGE_MESSAGES - messages.length) / MESSAGES_OF_EXAMPLE));
}

/** Whether the messages have an example of this case. */
export function hasExample(messages: readonly JudgeMessage[], input: string): boolean {
  return messages.some(({ role, content, is_example: isExample }) => isExample && role === "user" && content === input);
}

/** Why an example cannot be one of the judge's messages; undefined if it can. */
export function exampleProblem(asked: JudgeDefinition["score"], example: JudgeExample): string | undefined {
  if (!isPossible(asked, example.score)) return `The score must be ${possibleScores(asked)}`;
  const most = `a message of a judge has at most ${formatCount(SCORER_TEXT_CHARS)}`;
  if (example.input.length > SCORER_TEXT_CHARS)
    return `The case has ${counted(example.input.length, "character")}; ${most}`;
  const verdict = verdictText(example);
  return verdict.length > SCORER_TEXT_CHARS
    ? `The verdict has ${counted(verdict.length, "character")}; ${most}`
    : undefined;
}

/** The messages of a judge with examples before its last user message, or why they cannot be added. */
export function addExamples(
  { messages, score }: { messages: readonly JudgeMessage[]; score: JudgeDefinition["score"] },
  examples: readonly JudgeExample[],
): { messages: JudgeMessage[] } | { problem: string } {
  const message = caseMessage(messages);
  const problem =
    whyNoExamples(messages) ??
    examples.map((example) => exampleProblem(score, example)).find((found) => found !== undefined);
  if (!message || problem !== undefined) return { problem: problem ?? "" };
  const room = roomForExamples(messages);
  if (examples.length > room)
    return {
      problem: `A judge has at most ${JUDGE_MESSAGES} messages, and an example needs ${MESSAGES_OF_EXAMPLE}. This one has ${messages.length}, so it has room for ${counted(room, "more example")}; ${examples.length} are selected.`,
    };
  const added = examples.flatMap((example): JudgeMessage[] => [
    { role: "user", content: example.input, is_example: true },
    { role: "assistant", content: verdictText(example), is_example: true },
  ]);
  const place = messages.lastIndexOf(message);
  return { messages: [...messages.slice(0, place), ...added, ...messages.slice(place)] };
}

/** The place of the first example among messages that `before` does not have; undefined if there is none. */
export function firstNewExample(
  messages: readonly JudgeMessage[],
  before: readonly JudgeMessage[],
): number | undefined {
  const known = new Set(before.map(({ role, content }) => `${role} ${content}`));
  const place = messages.findIndex(
    ({ role, content, is_example: isExample }) => isExample && !known.has(`${role} ${content}`),
  );
  return place === -1 ? undefined : place;
}

/** The answer that a judge is asked for, with its members in the order in which it writes them. */
function verdictText({ reasoning, score }: JudgeExample): string {
  return JSON.stringify({ reasoning, score });
}

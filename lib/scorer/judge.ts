import type { ScorerDefinition } from "@/lib/contract/scorers";
import { JsonNode } from "@/lib/json/node";
import { type JsonText, toJsonText } from "@/lib/json/text";
import { cellOfVariable, columnsOfRow, type TableRow } from "@/lib/playground/table-row";
import { variableNames } from "@/lib/playground/variable-names";
import { fillVariables } from "@/lib/playground/variables";
import type { ScoreValue } from "./score";

export type JudgeDefinition = Extract<ScorerDefinition, { type: "judge" }>;

/** Characters of an answer that are quoted when it has no score. */
const QUOTED_CHARS = 200;

/** What the messages of a judge may name. */
export interface JudgedAnswer {
  /** The row of the table. */
  row: JsonText;
  output: string;
  /** Undefined if the row has no expected answer. */
  expected: string | undefined;
}

/**
 * The variables of a judge's messages: the columns of the row by their dotted paths, as in the playground, and `output`
 * and `expected`, which columns of the same names do not replace.
 */
export function judgeVariables({ row, output, expected }: JudgedAnswer): Record<string, string> {
  const cells: TableRow = { table: "", index: 0, val: row.text, columns: {} };
  const values = columnsOfRow(cells).flatMap((column): [string, string][] => {
    const value = cellOfVariable(cells, column);
    return value === undefined ? [] : [[column, value]];
  });
  if (expected !== undefined) values.push(["expected", expected]);
  return Object.fromEntries([...values, ["output", output]]);
}

/** The variables that a judge's messages name. */
export function variablesOfJudge({ messages }: JudgeDefinition): string[] {
  return variableNames(messages);
}

/** The body of the request for a judge's verdict, a chat completion. Variables without a value stay as written. */
export function judgeRequest(definition: JudgeDefinition, variables: Readonly<Record<string, string>>): JsonText {
  return toJsonText({
    model: definition.model,
    messages: definition.messages.map(({ role, content }) => ({ role, content: fillVariables(content, variables) })),
    temperature: definition.temperature ?? 0,
    response_format: {
      type: "json_schema",
      json_schema: {
        name: "verdict",
        strict: true,
        schema: {
          type: "object",
          // Tokens are generated in this order, so that the score follows from the reasoning.
          properties: { reasoning: { type: "string" }, score: scoreSchema(definition) },
          required: ["reasoning", "score"],
          additionalProperties: false,
        },
      },
    },
  });
}

function scoreSchema({ score }: JudgeDefinition): Record<string, unknown> {
  if (score.type === "boolean") return { type: "boolean" };
  return { type: "number", minimum: score.lowest, maximum: score.highest };
}

/**
 * The verdict in a judge's answer, a JSON object with `score` and `reasoning`. Models that do not follow the format may
 * put the object into a code block or between sentences.
 */
export function readVerdict({ score: asked }: JudgeDefinition, text: string): ScoreValue {
  const verdict = findObject(text);
  if (!verdict) return { problem: `The judge's answer has no JSON object: ${quoted(text)}` };
  const score = verdict.get("score");
  if (!score) return { problem: `The judge's answer has no score: ${quoted(verdict.raw)}` };
  const value = asked.type === "boolean" ? score.boolean() : score.number();
  const isInRange = typeof value !== "number" || asked.type === "boolean" || isBetween(value, asked);
  if (value === undefined || !isInRange) {
    const range = asked.type === "boolean" ? "true or false" : `a number from ${asked.lowest} to ${asked.highest}`;
    return { problem: `The judge's score is not ${range}: ${quoted(score.raw)}` };
  }
  const reasoning = verdict.get("reasoning")?.string();
  return { score: value, ...(reasoning === undefined ? {} : { reasoning }) };
}

const isBetween = (value: number, { lowest, highest }: { lowest: number; highest: number }): boolean =>
  value >= lowest && value <= highest;

/** What a reasoning model writes before its answer. */
const THOUGHT = /^\s*<think>[^]*?<\/think>/;

/** The object that a text is, or the only one in it. */
function findObject(answer: string): JsonNode | undefined {
  const text = answer.replace(THOUGHT, "");
  const [start, end] = [text.indexOf("{"), text.lastIndexOf("}")];
  return start === -1 ? undefined : JsonNode.read(text.slice(start, end + 1));
}

function quoted(text: string): string {
  const line = text.trim();
  if (line === "") return "it is empty";
  return line.length > QUOTED_CHARS ? `${line.slice(0, QUOTED_CHARS).toWellFormed()}…` : line;
}

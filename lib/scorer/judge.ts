import type { ScorerDefinition } from "@/lib/contract/scorers";
import { JsonNode } from "@/lib/json/node";
import { type JsonText, toJsonText } from "@/lib/json/text";
import { cellOfVariable, columnsOfRow, type TableRow } from "@/lib/playground/table-row";
import { FilledRequest, filledGrowth, fillVariables, type FilledValues } from "@/lib/playground/fill-variables";
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

/**
 * The request for a judge's verdict, a chat completion. Variables without a value, and all in examples, stay as written.
 */
export function judgeRequest(definition: JudgeDefinition, variables: FilledValues): FilledRequest {
  const filled = definition.messages.filter(({ is_example: isExample }) => !isExample);
  const growth = filled.reduce((sum, { content }) => sum + filledGrowth(content, variables), 0);
  return new FilledRequest(bodyOf(definition, (content) => content).text.length + growth, () =>
    bodyOf(definition, (content) => fillVariables(content, variables)),
  );
}

function bodyOf(definition: JudgeDefinition, fill: (content: string) => string): JsonText {
  return toJsonText({
    model: definition.model,
    messages: definition.messages.map(({ role, content, is_example: isExample }) => ({
      role,
      content: isExample ? content : fill(content),
    })),
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
  if (value === undefined || !isPossible(asked, value))
    return { problem: `The judge's score is not ${possibleScores(asked)}: ${quoted(score.raw)}` };
  const reasoning = verdict.get("reasoning")?.string();
  return { score: value, ...(reasoning === undefined ? {} : { reasoning }) };
}

/** Whether a judge may give this score. */
export function isPossible(asked: JudgeDefinition["score"], score: boolean | number): boolean {
  if (asked.type === "boolean") return typeof score === "boolean";
  return typeof score === "number" && score >= asked.lowest && score <= asked.highest;
}

/** The scores that a judge may give, in words. */
export function possibleScores(asked: JudgeDefinition["score"]): string {
  return asked.type === "boolean" ? "true or false" : `a number from ${asked.lowest} to ${asked.highest}`;
}

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

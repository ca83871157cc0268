import { type ScorerDefinition, scorerDefinition, type ScorerType } from "@/lib/contract/scorers";
import { check } from "@/lib/contract/validate";
import { JsonNode } from "@/lib/json/node";
import { prettyJson } from "@/lib/json/pretty";
import { JsonText, writeJson } from "@/lib/json/text";
import type { StoredScorer } from "./stored-scorer";

/** The types of scorers, as a form offers them. */
export const SCORER_TYPES: readonly { type: ScorerType; label: string; meaning: string }[] = [
  { type: "exact", label: "Exact match", meaning: "Whether the output is the expected answer" },
  { type: "contains", label: "Contains", meaning: "Whether the output contains a text, or the expected answer" },
  { type: "regex", label: "Regular expression", meaning: "Whether a pattern matches somewhere in the output" },
  { type: "json_schema", label: "JSON Schema", meaning: "Whether the output is JSON that a schema accepts" },
  { type: "number", label: "Number", meaning: "How far the output is from the expected number" },
  { type: "latency", label: "Latency", meaning: "How long the model took to answer" },
  { type: "cost", label: "Cost", meaning: "How much the answer cost" },
  { type: "judge", label: "Judge", meaning: "A model's verdict on the output" },
];

/** The texts of a scorer's form; those of other types are kept while one is shown. */
export const NEW_SCORER = {
  name: "",
  type: "exact",
  ignore_case: "",
  text: "",
  pattern: "",
  schema: "",
  tolerance: "",
  most_ms: "",
  most_usd: "",
  model: "",
  /** As JSON. */
  messages: JSON.stringify([
    {
      role: "user",
      content: "Is this answer right?\n\nAnswer: {{output}}\n\nExpected answer: {{expected}}",
    },
  ]),
  score: "boolean",
  lowest: "1",
  highest: "5",
  temperature: "",
  message: "",
  /** What the scorer is tried on. */
  output: "",
  expected: "",
  row: "",
  amount: "",
};
export type ScorerField = keyof typeof NEW_SCORER;
export type ScorerFields = Readonly<Record<ScorerField, string>>;
export type FieldProblems = Partial<Record<ScorerField, string>>;

/** A message of a judge in the form. */
export interface JudgeMessage {
  role: "system" | "user" | "assistant";
  content: string;
  /** Whether it is sent as it is written, without variables. */
  is_example?: true;
}

/** The form of a scorer, with an empty message for its next version. */
export function fieldsOf({ name, definition }: StoredScorer): ScorerFields {
  const fields: Record<ScorerField, string> = { ...NEW_SCORER, name, type: definition.type };
  const number = (value: number | null | undefined) => (value === undefined || value === null ? "" : String(value));
  if ("ignore_case" in definition) fields.ignore_case = definition.ignore_case ? "yes" : "";
  switch (definition.type) {
    case "contains":
      fields.text = definition.text ?? "";
      break;
    case "regex":
      fields.pattern = definition.pattern;
      break;
    case "json_schema":
      fields.schema = prettyJson(JsonNode.parse(definition.schema));
      break;
    case "number":
      fields.tolerance = number(definition.tolerance);
      break;
    case "latency":
      fields.most_ms = number(definition.most_ms);
      break;
    case "cost":
      fields.most_usd = number(definition.most_usd);
      break;
    case "judge":
      fields.model = definition.model;
      fields.messages = JSON.stringify(definition.messages);
      fields.score = definition.score.type;
      fields.temperature = number(definition.temperature);
      if (definition.score.type === "number") {
        fields.lowest = String(definition.score.lowest);
        fields.highest = String(definition.score.highest);
      }
  }
  return fields;
}

/** The messages of a judge in the form. */
export function messagesOf({ messages }: Pick<ScorerFields, "messages">): JudgeMessage[] {
  return [...(JsonNode.read(messages)?.items() ?? [])].map((node) => {
    const role = node.get("role")?.string();
    const content = node.get("content")?.string() ?? "";
    const isExample = node.get("is_example")?.boolean() === true;
    return {
      role: role === "system" || role === "assistant" ? role : "user",
      content,
      ...(isExample && { is_example: true }),
    };
  });
}

/**
 * The definition that a form has, or what is wrong with its fields. A schema that was read from `before` and has the same
 * values keeps its text.
 */
export function readForm(
  fields: ScorerFields,
  before?: ScorerDefinition,
): { definition: ScorerDefinition } | { problems: FieldProblems } {
  const problems: FieldProblems = {};
  const checked = check(scorerDefinition, valueOf(fields, before, problems));
  if ("data" in checked && Object.keys(problems).length === 0) return { definition: checked.data };
  for (const { path, message } of "errors" in checked ? checked.errors : []) {
    const field = fieldAt(path);
    problems[field] ??= message.slice(0, 1).toUpperCase() + message.slice(1);
  }
  return { problems };
}

/** The definition of a form that began with `before`: that one itself, with settings that mean nothing, if it is the same. */
export function changedDefinition(definition: ScorerDefinition, before: ScorerDefinition): ScorerDefinition {
  const begun = readForm(fieldsOf({ name: "", definition: before }), before);
  const isSame = "definition" in begun && writeJson(begun.definition) === writeJson(definition);
  return isSame ? before : definition;
}

function fieldAt(path: string): ScorerField {
  const [, first = "", inner = ""] = /^(\w+)(?:\.(\w+))?/.exec(path) ?? [];
  const fields = Object.keys(NEW_SCORER).filter((field): field is ScorerField => Object.hasOwn(NEW_SCORER, field));
  return fields.find((field) => field === inner) ?? fields.find((field) => field === first) ?? "type";
}

function valueOf(fields: ScorerFields, before: ScorerDefinition | undefined, problems: FieldProblems): unknown {
  const number = (field: ScorerField): number | undefined => {
    const text = fields[field].trim();
    if (text === "") return undefined;
    const value = Number(text);
    if (!Number.isFinite(value)) problems[field] = "Must be a number";
    return Number.isFinite(value) ? value : undefined;
  };
  const type = fields.type;
  const ignore_case = fields.ignore_case === "yes" ? true : undefined;
  switch (type) {
    case "exact":
      return { type, ignore_case };
    case "contains":
      return { type, text: fields.text === "" ? undefined : fields.text, ignore_case };
    case "regex":
      return { type, pattern: fields.pattern, ignore_case };
    case "json_schema": {
      const node = JsonNode.read(fields.schema);
      if (!node) problems.schema = fields.schema.trim() === "" ? "Enter a JSON Schema" : "Must be valid JSON";
      return { type, schema: schemaText(node, before) };
    }
    case "number":
      return { type, tolerance: number("tolerance") };
    case "latency":
      return { type, most_ms: number("most_ms") };
    case "cost":
      return { type, most_usd: number("most_usd") };
    case "judge":
      if (fields.model === "") problems.model = "Choose a model";
      return {
        type,
        model: fields.model,
        messages: messagesOf(fields),
        score:
          fields.score === "number"
            ? { type: "number", lowest: number("lowest"), highest: number("highest") }
            : { type: "boolean" },
        temperature: number("temperature"),
      };
    default:
      return { type };
  }
}

function schemaText(node: JsonNode | undefined, before: ScorerDefinition | undefined): JsonText | undefined {
  if (!node) return undefined;
  const isSame = before?.type === "json_schema" && prettyJson(JsonNode.parse(before.schema)) === prettyJson(node);
  return isSame ? before.schema : new JsonText(node.raw);
}

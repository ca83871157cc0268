import type { AnnotationSpec } from "./annotation-spec";
import type { FormField } from "./form-field";
import { JsonNode } from "@/lib/json/node";
import { JsonSyntaxError } from "@/lib/json/scan";
import { JsonText, writeJson } from "@/lib/json/text";

export const specKinds = ["number", "choice", "choices", "boolean", "text", "schema"] as const;
export type SpecKind = (typeof specKinds)[number];

/** A draft of an annotation, as typed. */
export interface SpecDraft {
  name: string;
  description: string;
  kind: SpecKind;
  min: string;
  max: string;
  isInteger: boolean;
  /** One answer per line. */
  options: string;
  maxLength: string;
  /** The JSON Schema of the kind `schema`. */
  schema: string;
}

export const emptySpec: SpecDraft = {
  name: "",
  description: "",
  kind: "choice",
  min: "1",
  max: "5",
  isInteger: true,
  options: "",
  maxLength: "",
  schema: "",
};

/** A draft as strings, as the browser stores it. */
export function textsOf({ isInteger, ...texts }: SpecDraft): Record<keyof SpecDraft, string> {
  return { ...texts, isInteger: isInteger ? "yes" : "" };
}

export function draftOfTexts({ kind, isInteger, ...texts }: Readonly<Record<keyof SpecDraft, string>>): SpecDraft {
  return {
    ...texts,
    kind: specKinds.find((known) => known === kind) ?? emptySpec.kind,
    isInteger: isInteger === "yes",
  };
}

/**
 * The draft of an existing annotation: the form that its schema was made with, or the schema itself if no form would
 * make the same one.
 */
export function draftOf(
  { name, description, field }: Pick<AnnotationSpec, "name" | "description" | "field">,
  schema: JsonText,
): SpecDraft {
  const own = { ...emptySpec, name, description: description ?? "" };
  const made = { ...own, ...formOf(field) };
  const again = schemaOf({ ...made, name: "any" });
  return "schema" in again && again.schema.text === schema.text
    ? made
    : { ...own, kind: "schema", schema: schema.text };
}

function formOf(field: FormField): Partial<SpecDraft> {
  switch (field.kind) {
    case "number":
      return { kind: "number", isInteger: field.isInteger, min: String(field.min ?? ""), max: String(field.max ?? "") };
    case "choice":
    case "choices":
      return { kind: field.kind, options: field.options.map(({ label }) => label).join("\n") };
    case "text":
      return { kind: "text", maxLength: String(field.maxLength ?? "") };
    case "boolean":
      return { kind: "boolean" };
    default:
      return { kind: "schema" };
  }
}

/** The errors of a draft, by field. */
export type SpecProblems = Partial<Record<keyof SpecDraft, string>>;

const WORDS: Record<string, string> = {
  array: "an array",
  string: "a string",
  number: "a number",
  boolean: "true or false",
  null: "null",
};

/** The JSON Schema of a draft, or its errors; the name is validated too. */
export function schemaOf(draft: SpecDraft): { schema: JsonText } | { problems: SpecProblems } {
  const problems: SpecProblems = draft.name.trim() === "" ? { name: "Enter a name" } : {};
  const schema = build(draft, problems);
  return schema && Object.keys(problems).length === 0 ? { schema } : { problems };
}

function build(draft: SpecDraft, problems: SpecProblems): JsonText | undefined {
  switch (draft.kind) {
    case "boolean":
      return written({ type: "boolean" });
    case "number":
      return numberSchema(draft, problems);
    case "text": {
      const maxLength = numberIn(draft.maxLength);
      if (maxLength === null || (maxLength ?? 1) < 1 || !Number.isInteger(maxLength ?? 1))
        problems.maxLength = "Must be a whole number above 0, or empty";
      return written({ type: "string", maxLength: maxLength ?? undefined });
    }
    case "choice":
    case "choices":
      return choiceSchema(draft, problems);
    case "schema":
      return ownSchema(draft, problems);
  }
}

function numberSchema({ min, max, isInteger }: SpecDraft, problems: SpecProblems): JsonText {
  const [minimum, maximum] = [numberIn(min), numberIn(max)];
  if (minimum === null) problems.min = "Must be a number, or empty";
  if (maximum === null) problems.max = "Must be a number, or empty";
  if (typeof minimum === "number" && typeof maximum === "number" && minimum >= maximum)
    problems.max = "Must be greater than the minimum";
  return written({
    type: isInteger ? "integer" : "number",
    minimum: minimum ?? undefined,
    maximum: maximum ?? undefined,
  });
}

function choiceSchema({ options, kind }: SpecDraft, problems: SpecProblems): JsonText {
  const lines = options.split("\n").map((line) => line.trim());
  const listed = lines.filter((line) => line !== "");
  if (listed.length < 2) problems.options = "Enter at least two choices, one per line";
  else if (new Set(listed).size < listed.length) problems.options = "Each choice must be different";
  const choice = { type: "string", enum: listed };
  return written(kind === "choice" ? choice : { type: "array", items: choice, uniqueItems: true });
}

function ownSchema({ schema }: SpecDraft, problems: SpecProblems): JsonText | undefined {
  if (schema.trim() === "") {
    problems.schema = 'Enter a JSON Schema, such as {"type": "number"}';
    return undefined;
  }
  try {
    const node = JsonNode.parse(schema);
    if (node.kind === "object") return new JsonText(node.raw);
    problems.schema = `Must be a JSON object, not ${WORDS[node.kind] ?? node.kind}`;
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    problems.schema = error.message;
  }
  return undefined;
}

function written(schema: object): JsonText {
  return new JsonText(writeJson(schema));
}

/** Undefined when nothing was typed, null when it is not a number. */
function numberIn(typed: string): number | undefined | null {
  if (typed.trim() === "") return undefined;
  const value = Number(typed);
  return Number.isFinite(value) ? value : null;
}

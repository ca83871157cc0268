import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";

/** Levels of a schema that a form shows; deeper values are typed as JSON. */
const MAX_DEPTH = 6;

/** One option: its exact JSON and its label. */
export interface Option {
  raw: string;
  label: string;
}

interface Described {
  title?: string;
  description?: string;
}

export interface Member {
  name: string;
  isRequired: boolean;
  field: FormField;
}

/** The fields of a form, derived from a JSON Schema; `json` if the schema has no form. */
export type FormField = Described &
  (
    | { kind: "number"; isInteger: boolean; min?: number; max?: number }
    | { kind: "choice"; options: readonly Option[] }
    | { kind: "choices"; options: readonly Option[]; min?: number; max?: number }
    | { kind: "boolean" }
    | { kind: "text"; minLength?: number; maxLength?: number }
    | { kind: "list"; item: FormField; min?: number; max?: number }
    | { kind: "group"; members: readonly Member[] }
    | { kind: "json" }
  );

/** The form of a JSON Schema (draft 2020-12), as far as it can be shown as one; never throws. */
export function fieldOf(schema: JsonText | JsonNode, depth = 0): FormField {
  const node = schema instanceof JsonNode ? schema : JsonNode.parse(schema);
  const described = { title: node.get("title")?.string(), description: node.get("description")?.string() };
  return { ...described, ...shapeOf(node, depth) };
}

function shapeOf(node: JsonNode, depth: number): FormField {
  if (depth > MAX_DEPTH) return { kind: "json" };
  const options = optionsOf(node);
  if (options) return { kind: "choice", options };
  const only = withoutNull(node);
  if (only) return fieldOf(only, depth + 1);
  switch (typeOf(node)) {
    case "number":
    case "integer": {
      const [min, max] = [numberAt(node, "minimum"), numberAt(node, "maximum")];
      return { kind: "number", isInteger: typeOf(node) === "integer", min, max };
    }
    case "boolean":
      return { kind: "boolean" };
    case "string":
      return { kind: "text", minLength: numberAt(node, "minLength"), maxLength: numberAt(node, "maxLength") };
    case "array":
      return listOf(node, depth);
    case "object":
      return groupOf(node, depth);
    default:
      return { kind: "json" };
  }
}

function listOf(node: JsonNode, depth: number): FormField {
  const items = node.get("items");
  if (items?.kind !== "object") return { kind: "json" };
  const item = fieldOf(items, depth + 1);
  const bounds = { min: numberAt(node, "minItems"), max: numberAt(node, "maxItems") };
  return item.kind === "choice"
    ? { kind: "choices", options: item.options, ...bounds }
    : { kind: "list", item, ...bounds };
}

function groupOf(node: JsonNode, depth: number): FormField {
  const properties = node.get("properties");
  if (properties?.kind !== "object" || properties.size === 0) return { kind: "json" };
  const required = new Set([...(node.get("required")?.items() ?? [])].map((name) => name.string()));
  const members = [...properties.entries()].map(([name, member]) => ({
    name,
    isRequired: required.has(name),
    field: fieldOf(member, depth + 1),
  }));
  return { kind: "group", members };
}

/** The options of an `enum`, or of a list of constants with titles. */
function optionsOf(node: JsonNode): Option[] | undefined {
  const listed = [...(node.get("enum")?.items() ?? [])];
  if (listed.length > 0) return listed.map((one) => ({ raw: one.raw, label: labelOf(one) }));
  const cases = [...(node.get("oneOf")?.items() ?? [])];
  const constants = cases.flatMap((one) => {
    const value = one.get("const");
    return value ? [{ raw: value.raw, label: one.get("title")?.string() ?? labelOf(value) }] : [];
  });
  return constants.length > 0 && constants.length === cases.length ? constants : undefined;
}

function labelOf(node: JsonNode): string {
  return node.string() ?? node.raw;
}

/** The schema X of `anyOf: [X, null]`, Pydantic's form of an optional value. */
function withoutNull(node: JsonNode): JsonNode | undefined {
  const cases = [...(node.get("anyOf")?.items() ?? [])];
  const others = cases.filter((one) => typeOf(one) !== "null");
  return cases.length === 2 && others.length === 1 ? others[0] : undefined;
}

function typeOf(node: JsonNode): string | undefined {
  const type = node.get("type");
  if (type?.kind !== "array") return type?.string();
  const others = [...type.items()].map((one) => one.string()).filter((one) => one !== "null");
  return others.length === 1 ? others[0] : undefined;
}

function numberAt(node: JsonNode, name: string): number | undefined {
  const value = node.get(name)?.toValue();
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

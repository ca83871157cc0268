import type { Expression } from "@/lib/contract/expression";
import { JsonNode } from "@/lib/json/node";
import { writeJson } from "@/lib/json/text";

const LINE_CHARS = 76;
const INDENT = "  ";

/** A query expression as JSON for reading and editing: parts that fit are on one line, and literals are unchanged. */
export function expressionText(expression: Expression): string {
  return linesOf(JsonNode.parse(writeJson(expression)), "");
}

function linesOf(node: JsonNode, indent: string): string {
  const whole = oneLine(node);
  if (whole.length + indent.length <= LINE_CHARS || node.size === 0) return whole;
  const inner = indent + INDENT;
  if (node.kind === "array")
    return `[\n${[...node.items()].map((item) => inner + linesOf(item, inner)).join(",\n")}\n${indent}]`;
  const members = [...node.entries()];
  const [only] = members;
  // A single operator does not need a separate line.
  if (only && members.length === 1) return `{${JSON.stringify(only[0])}: ${linesOf(only[1], indent)}}`;
  const lines = members.map(([key, value]) => `${inner}${JSON.stringify(key)}: ${linesOf(value, inner)}`);
  return `{\n${lines.join(",\n")}\n${indent}}`;
}

function oneLine(node: JsonNode): string {
  if (node.kind === "array") return `[${[...node.items()].map(oneLine).join(", ")}]`;
  if (node.kind !== "object") return node.raw;
  return `{${[...node.entries()].map(([key, value]) => `${JSON.stringify(key)}: ${oneLine(value)}`).join(", ")}}`;
}

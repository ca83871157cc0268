import { JsonNode } from "./node";

const INDENT = "  ";

/** JSON with line breaks and indentation between its tokens; every value as it was sent, such as `1.0`. */
export function prettyJson(node: JsonNode, indent = ""): string {
  const inner = indent + INDENT;
  if (node.kind === "array") {
    const items = [...node.items()].map((item) => inner + prettyJson(item, inner));
    return items.length === 0 ? "[]" : `[\n${items.join(",\n")}\n${indent}]`;
  }
  if (node.kind === "object") {
    const members = [...node.entries()].map(
      ([key, value]) => `${inner}${JSON.stringify(key)}: ${prettyJson(value, inner)}`,
    );
    return members.length === 0 ? "{}" : `{\n${members.join(",\n")}\n${indent}}`;
  }
  return node.raw;
}

/** Pretty JSON of a text that may be JSON; undefined if it is not, as models may write invalid arguments. */
export function prettyText(text: string): string | undefined {
  try {
    return prettyJson(JsonNode.parse(text));
  } catch {
    return undefined;
  }
}

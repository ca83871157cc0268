import { JsonNode } from "@/lib/json/node";
import { JsonSyntaxError } from "@/lib/json/scan";

const TOKEN = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\b(?:None|True|False)\b|[^'"\w]+|\w+/gs;
const WORDS = new Map([
  ["None", "null"],
  ["True", "true"],
  ["False", "false"],
]);

/**
 * A dict or list as Python prints it (`{'tokens': 8, 'cached': None}`), as JSON. Undefined for anything else, such as an
 * object of a class.
 */
export function readPythonLiteral(text: string): JsonNode | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  const json = text.replaceAll(TOKEN, (token) => {
    if (token.startsWith("'")) return quoted(token.slice(1, -1));
    return WORDS.get(token) ?? token;
  });
  try {
    return JsonNode.parse(json);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}

/** The text between single quotes in double ones: Python escapes the one, JSON the other. */
function quoted(text: string): string {
  return `"${text.replaceAll(/\\.|"/gs, (part) => (part === "\\'" ? "'" : part === '"' ? '\\"' : part))}"`;
}

import { canonicalJson } from "@/lib/json/canonical";
import { JsonNode } from "@/lib/json/node";
import { JsonText } from "@/lib/json/text";
import type { FormField } from "./form-field";

/**
 * An answer as text that is the same for equal answers: 4 and 4.0, a string with and without escapes, the same
 * selection in another order. Undefined for what is no answer to the question: null, and what is no number where one is
 * asked for.
 */
export function comparableAnswer(raw: string, kind: FormField["kind"]): string | undefined {
  const node = JsonNode.parse(new JsonText(raw));
  if (node.raw === "null") return undefined;
  const text = node.string();
  if (kind === "number") return text === undefined && Number.isFinite(Number(raw)) ? String(Number(raw)) : undefined;
  if (text !== undefined) return JSON.stringify(text);
  const items = [...node.items()];
  if (kind !== "choices" || items.length === 0) return canonicalJson(new JsonText(raw));
  return `[${items
    .map((item) => comparableAnswer(item.raw, "choice") ?? "null")
    .toSorted()
    .join(",")}]`;
}

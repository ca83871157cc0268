import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";

/** Who gave an answer, and how it was asked. */
export interface AnswerSource {
  /** As it was asked for. */
  model: string;
  /** Name of the model server; absent where the service does not say. */
  server?: string;
  /** What was sent in addition to model and messages: by name, exact JSON text. */
  parameters: Readonly<Record<string, string>>;
}

const OTHERS = new Set(["model", "messages"]);

/** The source of an answer to this request. */
export function sourceOf(body: JsonText, server?: string): AnswerSource {
  const root = JsonNode.parse(body);
  const parameters = [...root.entries()].filter(([name]) => !OTHERS.has(name)).map(([name, { raw }]) => [name, raw]);
  return {
    model: root.get("model")?.string() ?? "",
    ...(server === undefined ? {} : { server }),
    parameters: Object.fromEntries(parameters),
  };
}

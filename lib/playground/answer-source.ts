import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";

/** The origin of an answer: model, server and parameters. */
export interface AnswerSource {
  model: string;
  /** Name of the model server; absent if the service does not report it. */
  server?: string;
  /** The request without model and messages: by name, exact JSON text. */
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

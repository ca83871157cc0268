import { JsonNode } from "@/lib/json/node";
import { JsonText, toJsonText } from "@/lib/json/text";

/** What a model answered: its text, or the whole message as JSON if that has tool calls or no text. */
export type ModelAnswer = { value: JsonText; text: string };

/** The answer in a completion; undefined if it has none. */
export function modelAnswer(completion: JsonText): ModelAnswer | undefined {
  const message = JsonNode.parse(completion).at(["choices", 0, "message"]);
  if (message?.kind !== "object") return undefined;
  const text = message.get("content")?.string();
  const hasMore = (message.get("tool_calls")?.size ?? 0) > 0 || message.get("function_call")?.kind === "object";
  if (text !== undefined && !hasMore) return { value: toJsonText(text), text };
  return { value: new JsonText(message.raw), text: message.raw };
}

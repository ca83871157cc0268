import { JsonNode } from "@/lib/json/node";
import { prettyJson } from "@/lib/json/pretty";
import { JsonText } from "@/lib/json/text";
import { readConversation } from "@/lib/trace/conversation";

/** An output as text that can be edited. */
export interface OutputText {
  text: string;
  /** Whether the text is JSON rather than the words of an answer. */
  isJson: boolean;
}

/** The words of an output that is a text, or an answer of one text; any other output as indented JSON. */
export function outputText(output: JsonText | JsonNode): OutputText {
  const node = output instanceof JsonNode ? output : JsonNode.parse(output);
  const words = node.string() ?? answerText(node);
  return words === undefined ? { text: prettyJson(node), isJson: true } : { text: words, isJson: false };
}

/** The only text of the only message; undefined if there is anything else, such as a tool call. */
function answerText(node: JsonNode): string | undefined {
  if (node.kind !== "object" && node.kind !== "array") return undefined;
  const { output: [message, ...others] = [] } = readConversation(undefined, new JsonText(node.raw)) ?? {};
  const [part, ...more] = message?.parts ?? [];
  return part?.type === "text" && more.length === 0 && others.length === 0 ? part.text : undefined;
}

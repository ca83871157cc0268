import { JsonNode } from "@/lib/json/node";
import { JsonText, writeJson, writeKey } from "@/lib/json/text";
import { type ChatMessage, readConversation } from "@/lib/trace/conversation";
import { messageBlocks } from "@/lib/trace/log-blocks";
import { newMessages } from "@/lib/trace/turns";

/** The payloads of a recorded call. */
export interface CallPayloads {
  inputs: JsonText | undefined;
  output: JsonText | undefined;
}

/** What scorers read of a recorded call; each undefined if there is none. */
export interface CallTexts {
  /** Of a chat the messages since the last answer; else the only text of the inputs, or all of them as JSON. */
  input: string | undefined;
  /** Of a chat the text of the first answer, or its tool calls; else the output as a text or as JSON. */
  output: string | undefined;
}

/** The texts of a call that scorers read. */
export function textsOfCall({ inputs, output }: CallPayloads): CallTexts {
  const chat = readConversation(inputs, output);
  if (!chat) return { input: plainText(inputs), output: plainText(output) };
  const [answer] = chat.output;
  return {
    input: joined(newMessages(chat.input).latest.map(textOfMessage)),
    output: answer && joined([textOfMessage(answer)]),
  };
}

/** The turns of a conversation as one text. */
export function conversationText(turns: readonly CallTexts[]): string {
  return turns
    .flatMap(({ input, output }) => [
      ...(input === undefined ? [] : [`User: ${input}`]),
      ...(output === undefined ? [] : [`Assistant: ${output}`]),
    ])
    .join("\n\n");
}

/**
 * What the messages of a judge may name of a call besides its output: the fields of its inputs, and where they have no
 * fields of these names its `input` as a text, and the `conversation`.
 */
export function scoredRow(
  inputs: JsonText | undefined,
  { input, conversation }: { input: string | undefined; conversation?: string | undefined },
): JsonText {
  const texts = { input, conversation };
  const node = inputs && JsonNode.parse(inputs);
  const fields = new Map<string, string>();
  for (const [name, text] of Object.entries(texts)) if (text !== undefined) fields.set(name, writeJson(text));
  if (node?.kind === "object") for (const [name, value] of node.entries()) fields.set(name, value.raw);
  return new JsonText(`{${[...fields].map(([name, raw]) => writeKey(name) + raw).join(",")}}`);
}

/** Thoughts are not part of an answer. */
function textOfMessage(message: ChatMessage): string {
  const parts = message.parts.filter(({ type }) => type !== "reasoning");
  if (parts.length === 0) return "";
  return messageBlocks({ role: message.role, parts })
    .map(({ label, name, text }) =>
      label === message.role ? text : `${[label, name].filter(Boolean).join(" ")}: ${text}`,
    )
    .join("\n");
}

const joined = (texts: readonly string[]) => texts.filter((text) => text !== "").join("\n\n") || undefined;

function plainText(json: JsonText | undefined): string | undefined {
  const node = json && JsonNode.parse(json);
  if (!node || node.kind === "null") return undefined;
  if (node.kind === "object") {
    const [first, ...more] = [...node.entries()];
    if (!first) return undefined;
    const only = more.length === 0 ? first[1].string() : undefined;
    return only ?? node.raw;
  }
  return node.string() ?? node.raw;
}

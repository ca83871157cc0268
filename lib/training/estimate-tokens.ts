/** Scripts in which a character is about one token. */
const DENSE = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]|[\ud840-\ud87f][\udc00-\udfff]/g;
const CHARS_PER_TOKEN = 4;
/** Tokens that chat templates add around a message. */
const TOKENS_PER_MESSAGE = 4;
/** Fields that are not part of the prompt: log-probabilities repeat every token of the answer. */
const NOT_SAID = new Set(["logprobs", "role", "type", "id", "tool_call_id", "finish_reason"]);

/**
 * The approximate number of tokens of a text: one per four characters, but one per Chinese, Japanese or Korean
 * character. Tokenizers differ by a third or more, so it is shown as an estimate.
 */
export function estimateTokens(text: string): number {
  const dense = text.match(DENSE)?.length ?? 0;
  const others = dense === 0 ? text.length : text.replace(DENSE, "").length;
  return dense + Math.ceil(others / CHARS_PER_TOKEN);
}

/** The estimate for messages and tools: all texts in them, and a few tokens around each message. Media do not count. */
export function estimateMessageTokens(messages: readonly unknown[], tools: unknown): number {
  return messages.length * TOKENS_PER_MESSAGE + textTokens(messages) + textTokens(tools);
}

function textTokens(value: unknown): number {
  if (typeof value === "string") return value.startsWith("data:") ? 0 : estimateTokens(value);
  if (typeof value !== "object" || value === null) return 0;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + textTokens(item), 0);
  return Object.entries(value).reduce((sum, [name, item]) => (NOT_SAID.has(name) ? sum : sum + textTokens(item)), 0);
}

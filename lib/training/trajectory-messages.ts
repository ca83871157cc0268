import { JsonNode } from "@/lib/json/node";
import { JsonText } from "@/lib/json/text";
import { type ChatMessage, readConversation } from "@/lib/trace/conversation";
import { readTools, type ToolDefinition } from "@/lib/trace/tool-definitions";

/** The messages of a trajectory, for a conversation view. */
export interface TrajectoryMessages {
  messages: ChatMessage[];
  tools: ReadonlyMap<string, ToolDefinition>;
  /** Tokens with log-probabilities from the choices among the messages. */
  logprobs: number;
}

/**
 * The messages of a trajectory in order, including those in choices, and the tools that were offered. Undefined if they
 * cannot be read as a conversation.
 */
export function readTrajectoryMessages(trajectory: JsonNode): TrajectoryMessages | undefined {
  const items = [...(trajectory.get("messages_and_choices")?.items() ?? lastExchange(trajectory))];
  const list = items.map((item) => (messageOf(item) ?? item).raw).join(",");
  const input = readConversation(new JsonText(`[${list}]`), undefined)?.input;
  if (!input) return undefined;
  const tools = trajectory.get("tools");
  return {
    messages: input.map((message, index) =>
      withFinish(message, items.length === input.length ? items[index] : undefined),
    ),
    tools: readTools(tools?.kind === "array" ? new JsonText(`{"tools":${tools.raw}}`) : undefined),
    logprobs: items.reduce((sum, item) => sum + (item.at(["logprobs", "content"])?.size ?? 0), 0),
  };
}

/** The messages of the last request, which usually has those before it, and the choice of its response. */
function lastExchange(trajectory: JsonNode): JsonNode[] {
  const last = [...(trajectory.at(["exchanges", "chat_completions"])?.items() ?? [])].at(-1);
  const choice = last?.at(["response", "choices", 0]);
  return [...(last?.at(["request", "messages"])?.items() ?? []), ...(choice ? [choice] : [])];
}

/** The message of a choice of a completion; undefined if it is not a choice. */
export function messageOf(item: JsonNode): JsonNode | undefined {
  const message = item.get("message");
  return item.get("role") === undefined && message?.kind === "object" ? message : undefined;
}

function withFinish(message: ChatMessage, item: JsonNode | undefined): ChatMessage {
  const finishReason = item && messageOf(item) ? item.get("finish_reason")?.string() : undefined;
  return finishReason === undefined ? message : { ...message, finishReason };
}

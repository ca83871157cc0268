import type { CallRow } from "@/lib/contract/calls";
import type { ChatMessage, Conversation } from "./conversation";
import { MessageHistory } from "./message-history";
import type { SpanNode, SpanTree } from "./span-tree";

/**
 * The model call before another in the same trace: the last one of the same agent that started earlier, or of the whole
 * trace if no agent is above it. Undefined if there is none, or if the call is not one of a model.
 */
export function previousModelCall({ byId }: SpanTree, id: string): CallRow | undefined {
  const node = byId.get(id);
  const startedAt = node?.row?.started_at;
  if (!node || startedAt === undefined || node.row?.overview?.kind !== "llm") return undefined;
  const agent = agentOf(node);
  let latest: CallRow | undefined;
  let latestAt = "";
  for (const other of byId.values()) {
    const otherAt = other.row?.started_at;
    if (otherAt === undefined || other.row?.overview?.kind !== "llm") continue;
    if (otherAt >= startedAt || otherAt < latestAt || agentOf(other) !== agent) continue;
    latest = other.row;
    latestAt = otherAt;
  }
  return latest;
}

/** How many messages at the beginning of a prompt are those of an earlier call, including its answer. */
export function repeatedMessages(input: readonly ChatMessage[], earlier: Conversation): number {
  const history = new MessageHistory();
  history.add(earlier.input);
  for (const answer of earlier.output) history.add([...earlier.input, answer]);
  return history.shared(input);
}

function agentOf(node: SpanNode): SpanNode | undefined {
  for (let above = node.parent; above; above = above.parent) if (above.row?.overview?.kind === "agent") return above;
  return undefined;
}

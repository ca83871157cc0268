import type { ChatRequest } from "@/lib/contract/chat";
import type { UpstreamConfig } from "./upstream-config";

/**
 * The text that is sent to a server: the caller's own, byte for byte, with at most two members added at its end: a
 * request id if it has none, and `add_generation_prompt: false` if the last message is to be continued.
 */
export function bodyFor(config: UpstreamConfig, request: ChatRequest, text: string, requestId: string): string {
  const added: Record<string, unknown> = {};
  if (request.request_id === undefined && config.request_id === "body") added["request_id"] = requestId;
  // Servers reject both as true, and use true if the second is missing.
  if (request.continue_final_message === true && request.add_generation_prompt === undefined)
    added["add_generation_prompt"] = false;
  const members = JSON.stringify(added).slice(1, -1);
  if (members === "") return text;
  // A validated body is an object with members, so its last character other than white space closes it.
  const end = text.lastIndexOf("}");
  return `${text.slice(0, end)},${members}${text.slice(end)}`;
}

import type { ChatRequest } from "@/lib/contract/chat";
import type { UpstreamConfig } from "./upstream-config";

/**
 * The text that is sent to a server: the caller's own, byte for byte, with at most two members added at its end:
 * a request id where it has none, and `add_generation_prompt: false` where the last message is to be continued.
 */
export function bodyFor(config: UpstreamConfig, request: ChatRequest, text: string, requestId: string): string {
  const added: Record<string, unknown> = {};
  if (request.request_id === undefined && config.request_id === "body") added["request_id"] = requestId;
  // Servers refuse both as true, and take the one that is missing as true.
  if (request.continue_final_message === true && request.add_generation_prompt === undefined)
    added["add_generation_prompt"] = false;
  const members = JSON.stringify(added).slice(1, -1);
  if (members === "") return text;
  // A checked body is an object with members: its last character other than white space closes it.
  const end = text.lastIndexOf("}");
  return `${text.slice(0, end)},${members}${text.slice(end)}`;
}

import { AppError } from "@/lib/contract/app-error";
import { invalidField } from "@/lib/contract/validate";
import type { ChatRequest } from "@/lib/contract/chat";
import type { UpstreamConfig } from "./upstream-config";

/** Why a request must not be sent to a server; undefined when it may. */
export function refusalBy(config: UpstreamConfig, request: ChatRequest): AppError | undefined {
  if ((request.priority ?? 0) !== 0 && !config.supports_priority)
    return invalidField(
      "priority",
      `must be 0: the model server that serves ${request.model} does not schedule by priority`,
    );
  const denied = config.deny_params.length === 0 ? undefined : deniedPath(config.deny_params, request);
  return denied === undefined
    ? undefined
    : invalidField(denied, `is not accepted by the model server that serves ${request.model}`);
}

function deniedPath(denied: readonly string[], request: ChatRequest): string | undefined {
  const field = Object.entries(request).find(([name, value]) => denied.includes(name) && isGiven(value));
  if (field) return field[0];
  for (const [index, { content }] of request.messages.entries()) {
    if (typeof content !== "object" || content === null) continue;
    // Some servers read the members of a part, whatever its type is.
    const part = content.findIndex(({ type, ...members }) =>
      [type, ...Object.keys(members)].some((one) => denied.includes(one)),
    );
    if (part !== -1) return `messages[${index}].content[${part}]`;
  }
  return undefined;
}

const isGiven = (value: unknown) => value !== undefined && value !== null;

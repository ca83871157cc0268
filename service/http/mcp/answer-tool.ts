import type { z } from "zod";
import type { Logger } from "pino";
import { AppError } from "@/lib/contract/app-error";
import { check, invalid } from "@/lib/contract/validate";
import { ApiError } from "@/lib/client/api-error";
import { PathError } from "@/lib/trace-text/payload-path";
import { describe } from "@/service/telemetry/describe-error";
import { fencedAnswer } from "./fence";
import { BUDGET, type Caller, type Tool } from "./tool";

/** The result of a tool call in the protocol. */
type ToolResult = { content: { type: "text"; text: string }[]; isError?: true };

/** Calls a tool and writes its answer. A failure is an answer too, which says what to do about it. */
export async function answerTool(
  tool: Tool,
  args: unknown,
  caller: Caller,
  log: { logger: Logger; requestId: string },
): Promise<ToolResult> {
  const budget = budgetOf(args);
  try {
    const page = await tool.run(argumentsOf(tool, args), caller);
    return { content: [{ type: "text", text: fencedAnswer(page, budget) }] };
  } catch (error) {
    // Names the fields of recorded values.
    if (error instanceof PathError) return failed(fencedAnswer(() => ({ data: `path: ${error.message}` }), budget));
    if (error instanceof AppError) return failed(error.message);
    if (error instanceof ApiError) return failed(fencedAnswer(() => ({ data: wordsOf(error) }), budget));
    caller.signal.throwIfAborted();
    log.logger.error({ request_id: log.requestId, tool: tool.name, error: describe(error) }, "a tool failed");
    return failed(`Internal error. To find the cause, search the service log for request ID ${log.requestId}.`);
  }
}

function argumentsOf({ input }: Tool, args: unknown): z.output<z.ZodObject> {
  const checked = check(input, args ?? {});
  if ("errors" in checked) throw invalid(checked.errors);
  return checked.data;
}

/** The budget of a call, also of one whose other arguments are wrong. */
function budgetOf(args: unknown): number {
  const { budget } = Object(args ?? {});
  const asked = typeof budget === "number" && budget >= BUDGET.least ? budget : BUDGET.normal;
  return Math.min(asked, BUDGET.most);
}

/** The error of an endpoint, with its invalid fields. */
function wordsOf({ message, errors, retryAfterSeconds }: ApiError): string {
  const fields = errors
    .filter(({ path }) => !message.includes(path))
    .map(({ path, message: what }) => `${path}: ${what}`);
  const later = retryAfterSeconds === undefined ? [] : [`try again in ${retryAfterSeconds} s`];
  return [message, ...fields, ...later].join("; ");
}

function failed(text: string): ToolResult {
  return { content: [{ type: "text", text }], isError: true };
}

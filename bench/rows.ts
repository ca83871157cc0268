import type { z } from "zod";
import type { callBatchItem } from "@/lib/contract/calls";
import { JsonText } from "@/lib/json/text";
import type { PlainCall } from "./bare-statements";

export const PROJECT = "local/bench";
export const CALLS_PER_TRACE = 10;
const OPS = 20;
const MODELS = ["gpt-4o", "claude-sonnet", "llama-3.3-70b"];
const FIRST_START_MS = Date.UTC(2026, 0, 1);
const START_EVERY_MS = 250;
const FAILED_EVERY = 17;
/** Occurs in one output of a thousand. */
export const NEEDLE = "a-needle-in-it";
const NEEDLE_EVERY = 1000;
/** Occurs in none, although its beginning is in each. */
export const ABSENT = "sent from the warehouse in nantes";

const words = "the order was sent from the warehouse in lyon and should arrive within two days ".repeat(20);

/** The call with this number, with about 2 KB of payload, always the same. */
function benchCall(number: number): PlainCall {
  const trace = Math.floor(number / CALLS_PER_TRACE);
  const isRoot = number % CALLS_PER_TRACE === 0;
  const start = FIRST_START_MS + number * START_EVERY_MS;
  const model = MODELS[number % MODELS.length] ?? "";
  const question = `Question ${number}: ${words.slice(number % 80, 900 + (number % 80))}`;
  const answer = `Answer ${number}: ${words.slice(number % 60, 700 + (number % 60))}`;
  const found = number % NEEDLE_EVERY === 0 ? ` ${NEEDLE}` : "";
  return {
    id: callId(number),
    trace_id: traceId(trace),
    parent_id: isRoot ? undefined : callId(trace * CALLS_PER_TRACE),
    op_name: isRoot ? "agent.run" : `step-${number % OPS}`,
    started_at: new Date(start).toISOString(),
    ended_at: new Date(start + 20 + (number % 3000)).toISOString(),
    exception: number % FAILED_EVERY === 0 ? "RateLimitError: slow down" : undefined,
    attributes: JSON.stringify({ kind: isRoot ? "agent" : "llm", region: "eu-west-1", attempt: number % 3 }),
    inputs: JSON.stringify({ model, messages: [{ role: "user", content: question }] }),
    output: JSON.stringify({ choices: [{ message: { role: "assistant", content: answer + found } }] }),
    summary: JSON.stringify({ usage: { [model]: { requests: 1, prompt_tokens: 220, completion_tokens: 170 } } }),
  };
}

export const callId = (number: number) => `call-${String(number).padStart(12, "0")}`;
export const traceId = (number: number) => `trace-${String(number).padStart(12, "0")}`;

/** When the first of a number of calls starts, and when the last has. */
export function rangeOf(calls: number): [start: string, end: string] {
  return [new Date(FIRST_START_MS).toISOString(), new Date(FIRST_START_MS + calls * START_EVERY_MS).toISOString()];
}

/** The calls numbered `from` inclusive to `to` exclusive. */
export function benchCalls(from: number, to: number): PlainCall[] {
  return Array.from({ length: to - from }, (_, index) => benchCall(from + index));
}

/** Start and end of a call as items of `/call/upsert_batch`. */
export function batchItems(call: PlainCall): z.input<typeof callBatchItem>[] {
  const { id, trace_id, parent_id, op_name, started_at, ended_at, exception } = call;
  const inputs = new JsonText(call.inputs);
  const attributes = new JsonText(call.attributes);
  const [output, summary] = [new JsonText(call.output), new JsonText(call.summary)];
  return [
    {
      mode: "start",
      req: { start: { project_id: PROJECT, id, trace_id, parent_id, op_name, started_at, inputs, attributes } },
    },
    { mode: "end", req: { end: { project_id: PROJECT, id, ended_at, exception, output, summary } } },
  ];
}

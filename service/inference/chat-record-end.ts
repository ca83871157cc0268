import { JsonNode } from "@/lib/json/node";
import { JsonText, toJsonText } from "@/lib/json/text";
import { NAME_CHARS } from "@/lib/contract/limits";
import { toTimestamp } from "@/lib/contract/time";
import { endWrite } from "@/service/ingest/call-writes";
import type { CallWrite } from "@/service/store/calls/call-write";
import type { AnswerTape } from "./answer-tape";

/** How a completion ended, and the recorded part of its answer. */
export type Ending = {
  project: string;
  id: string;
  /** The requested model. */
  model: string;
  keepsOutput: boolean;
  /** Milliseconds since 1970. */
  startedAt: number;
  latencyMs: number;
  tape: AnswerTape;
  isEvents?: boolean;
  /** The server that answered. */
  upstream?: string;
  exception?: string;
};

/**
 * The end of a completion as a write to the store: its answer as one value, its tokens, and the time to its first
 * token.
 */
export function endOfCompletion(ending: Ending): CallWrite {
  const { project, id, tape, keepsOutput, startedAt, latencyMs, upstream } = ending;
  const { text, firstTokenMs, error, isWhole } = answerOf(ending);
  const node = parsed(text);
  const model = node?.get("model")?.string()?.slice(0, NAME_CHARS) || ending.model;
  const counts = countsOf(node?.get("usage"));
  const service_tier = node?.get("service_tier")?.string();
  // A client that disconnects after the last event has received all of it.
  const exception = (isWhole ? undefined : ending.exception) ?? error;
  // A request that failed before it used any tokens is not counted.
  const isUsage = exception === undefined || Object.keys(counts).length > 0;
  const summary = {
    ...(isUsage && { usage: { [model]: { requests: 1, ...counts, ...(service_tier && { service_tier }) } } }),
    ...(firstTokenMs !== undefined && { time_to_first_token_ms: Math.round(firstTokenMs * 1000) / 1000 }),
    upstream,
    ...(tape.isCut && { recorded_bytes: tape.bytes }),
  };
  const end = endWrite({
    project_id: project,
    id,
    ended_at: timestampAfter(startedAt, latencyMs),
    exception,
    output: keepsOutput && text !== "" ? (node ? new JsonText(node.raw) : toJsonText(text)) : undefined,
    summary: toJsonText(summary),
  });
  return { ...end, model };
}

type TapedAnswer = { text: string; firstTokenMs?: number; error?: string; isWhole?: boolean };

function answerOf({ tape, isEvents }: Ending): TapedAnswer {
  if (!isEvents) return { text: tape.text() };
  const { answer, firstTokenMs } = tape.events();
  return { text: answer.raw, firstTokenMs, error: answer.view.error?.message, isWhole: answer.isDone };
}

function parsed(text: string): JsonNode | undefined {
  try {
    const node = JsonNode.parse(text);
    return node.kind === "object" ? node : undefined;
  } catch {
    return undefined;
  }
}

function countsOf(usage: JsonNode | undefined): Record<string, JsonText> {
  return Object.fromEntries([...(usage?.entries() ?? [])].map(([name, count]) => [name, new JsonText(count.raw)]));
}

function timestampAfter(startMs: number, elapsedMs: number): string {
  const microseconds = Math.round(elapsedMs * 1000);
  const whole = toTimestamp(startMs + Math.floor(microseconds / 1000));
  return `${whole.slice(0, -"000Z".length)}${String(microseconds % 1000).padStart(3, "0")}Z`;
}

import { v7 as uuidV7 } from "uuid";
import * as z from "zod";
import { JsonNode } from "@/lib/json/node";
import { JsonText, writeJson } from "@/lib/json/text";
import { NAME_CHARS, TRAINING_CHECKPOINTS, TRAINING_EVENTS_BYTES, TRAINING_LOG_BYTES } from "@/lib/contract/limits";
import type { RunCheckpoint, RunWrite } from "@/service/store/training/runs-store";
import { END_EVENTS, forClients } from "./client-events";
import { logEvent } from "./read-line";
import type { RunnerEvent } from "./runner";

/** Bytes that an event counts in addition to its type and data. */
const EVENT_BYTES = 100;
const REASON_CHARS = 4096;
/** What the events of a job have reported so far. */
export const progressSchema = z.object({
  logBytes: z.number().default(0),
  eventBytes: z.number().default(0),
  checkpoints: z.number().default(0),
  step: z.number().optional(),
  /** Whether the event that clients expect first was stored. */
  hasStarted: z.boolean().default(false),
  /** Whether an event reported the end of the job or a failure, and the message of the failure. */
  ended: z.enum(["ended", "failed"]).optional(),
  message: z.string().optional(),
});
export type Progress = z.infer<typeof progressSchema>;

type Recorded = {
  progress: Progress;
  write: Pick<RunWrite, "events" | "checkpoints" | "step" | "total_steps" | "trained_model">;
};

const STARTS: ReadonlySet<string> = new Set(["training_started", "gradient_step"]);

/** Selects the events to be stored, and derives the job's progress from them. */
export function recordEvents(before: Progress, events: readonly RunnerEvent[]): Recorded {
  const progress = { ...before };
  const stored: RunnerEvent[] = [];
  const checkpoints: RunCheckpoint[] = [];
  const write: Recorded["write"] = {};
  for (const event of events) {
    for (const one of forClients(event, progress.hasStarted)) if (hasRoom(progress, one, stored)) stored.push(one);
    progress.hasStarted ||= STARTS.has(event.type);
    if (event.type === "log") continue;
    const data = JsonNode.parse(event.data);
    if (event.type === "checkpoint" && progress.checkpoints < TRAINING_CHECKPOINTS) {
      progress.checkpoints += 1;
      checkpoints.push(checkpointOf(data, progress.step));
    }
    recordEnd(progress, event.type, data);
    if (event.type === "training_ended") write.trained_model = nameAt(data, "model") ?? write.trained_model;
    const step = event.type === "checkpoint" ? undefined : countAt(data, "step");
    if (step !== undefined) write.step = progress.step = step;
    write.total_steps = countAt(data, "total_steps") ?? write.total_steps;
  }
  return { progress, write: { ...write, events: stored, checkpoints } };
}

/** The last event of the log, and of the other events, within the limit is a message that reports this. */
function hasRoom(progress: Progress, { type, data }: RunnerEvent, stored: RunnerEvent[]): boolean {
  const [field, most] =
    type === "log" ? (["logBytes", TRAINING_LOG_BYTES] as const) : (["eventBytes", TRAINING_EVENTS_BYTES] as const);
  // Clients wait for the end of a job, whatever came before.
  if (END_EVENTS.has(type)) return true;
  const before = progress[field];
  if (before > most) return false;
  progress[field] += EVENT_BYTES + Buffer.byteLength(type) + Buffer.byteLength(data.text);
  if (progress[field] <= most) return true;
  const what = type === "log" ? "log output" : "event data";
  stored.push(
    logEvent(
      `This job has reached the limit of ${most / 2 ** 20} MiB of ${what}; further ${what} is not stored`,
      "stderr",
    ),
  );
  return false;
}

function recordEnd(progress: Progress, type: string, data: JsonNode): void {
  if (type === "training_ended") progress.ended ??= "ended";
  if (type !== "training_failed") return;
  progress.ended = "failed";
  progress.message =
    (data.get("message") ?? data.get("error_message") ?? data.get("error"))?.string()?.slice(0, REASON_CHARS) ??
    progress.message;
}

function checkpointOf(data: JsonNode, lastStep: number | undefined): RunCheckpoint {
  const metrics = data.get("metrics");
  return {
    id: uuidV7(),
    step: countAt(data, "step") ?? lastStep ?? 0,
    metrics: metrics?.kind === "object" ? new JsonText(metrics.raw) : numbersOf(data),
    model: nameAt(data, "model"),
  };
}

function numbersOf(data: JsonNode): JsonText {
  const numbers = [...data.entries()].filter(([name, { kind }]) => kind === "number" && name !== "step");
  return new JsonText(`{${numbers.map(([name, { raw }]) => `${writeJson(name)}:${raw}`).join(",")}}`);
}

function countAt(data: JsonNode, name: string): number | undefined {
  const value = data.get(name)?.number();
  return value !== undefined && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

function nameAt(data: JsonNode, name: string): string | undefined {
  const value = data.get(name)?.string();
  return value !== undefined && value !== "" && value.length <= NAME_CHARS ? value : undefined;
}

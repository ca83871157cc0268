import { v7 as uuidV7 } from "uuid";
import * as z from "zod";
import { JsonNode } from "@/lib/json/node";
import { JsonText, writeJson } from "@/lib/json/text";
import { NAME_CHARS, TRAINING_CHECKPOINTS, TRAINING_EVENTS_BYTES, TRAINING_LOG_BYTES } from "@/lib/contract/limits";
import type { RunCheckpoint, RunWrite } from "@/service/store/training/runs-store";
import { logEvent } from "./read-line";
import type { RunnerEvent } from "./runner";

/** What an event costs beside what it says. */
const EVENT_BYTES = 100;
const REASON_CHARS = 4096;
/** What has been heard of a job so far. */
export const heardSchema = z.object({
  logBytes: z.number().default(0),
  eventBytes: z.number().default(0),
  checkpoints: z.number().default(0),
  step: z.number().optional(),
  /** That it has done what it should, or that it could not, in its own words. */
  ended: z.enum(["ended", "failed"]).optional(),
  message: z.string().optional(),
});
export type Heard = z.infer<typeof heardSchema>;

type Kept = {
  heard: Heard;
  write: Pick<RunWrite, "events" | "checkpoints" | "step" | "total_steps" | "trained_model">;
};

/** What is to be stored of events, and what they tell of the job. */
export function hear(before: Heard, events: readonly RunnerEvent[]): Kept {
  const heard = { ...before };
  const kept: RunnerEvent[] = [];
  const checkpoints: RunCheckpoint[] = [];
  const write: Kept["write"] = {};
  for (const event of events) {
    if (hasRoom(heard, event, kept)) kept.push(event);
    if (event.type === "log") continue;
    const data = JsonNode.parse(event.data);
    if (event.type === "checkpoint" && heard.checkpoints < TRAINING_CHECKPOINTS) {
      heard.checkpoints += 1;
      checkpoints.push(checkpointOf(data, heard.step));
    }
    noteEnd(heard, event.type, data);
    if (event.type === "training_ended") write.trained_model = nameAt(data, "model") ?? write.trained_model;
    const step = event.type === "checkpoint" ? undefined : countAt(data, "step");
    if (step !== undefined) write.step = heard.step = step;
    write.total_steps = countAt(data, "total_steps") ?? write.total_steps;
  }
  return { heard, write: { ...write, events: kept, checkpoints } };
}

/** The last of the log, and of the others, that there is room for says so. */
function hasRoom(heard: Heard, { type, data }: RunnerEvent, kept: RunnerEvent[]): boolean {
  const [field, most] =
    type === "log" ? (["logBytes", TRAINING_LOG_BYTES] as const) : (["eventBytes", TRAINING_EVENTS_BYTES] as const);
  const before = heard[field];
  if (before > most) return false;
  heard[field] += EVENT_BYTES + Buffer.byteLength(type) + Buffer.byteLength(data.text);
  if (heard[field] <= most) return true;
  const what = type === "log" ? "log" : "events";
  kept.push(logEvent(`The rest of the ${what} is not kept: a job may say ${most / 2 ** 20} MiB`, "stderr"));
  return false;
}

function noteEnd(heard: Heard, type: string, data: JsonNode): void {
  if (type === "training_ended") heard.ended ??= "ended";
  if (type !== "training_failed") return;
  heard.ended = "failed";
  heard.message = (data.get("message") ?? data.get("error"))?.string()?.slice(0, REASON_CHARS) ?? heard.message;
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

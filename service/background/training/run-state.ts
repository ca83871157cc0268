import * as z from "zod";
import { JsonText, writeJson } from "@/lib/json/text";
import { progressSchema } from "./record-events";
import type { RunnerEnd } from "./runner";

/** Why a job is stopped early: it was cancelled, or reported nothing for too long. */
export type StopReason = "cancel" | "silence";

const runState = z.object({
  /** State of its runner; absent until the job is known to have started. */
  at: z.record(z.string(), z.unknown()).optional(),
  /** Machine on which a start was attempted. */
  triedOn: z.string().optional(),
  progress: progressSchema.prefault({}),
  stop: z.object({ reason: z.enum(["cancel", "silence"]), askedAt: z.number() }).optional(),
});
/** In the state of jobs started by an older version, the progress has the key `heard`. */
const olderState = z.looseObject({ heard: z.unknown() });
const storedState = z.preprocess((stored) => {
  const { success, data } = olderState.safeParse(stored);
  return success ? { progress: data.heard, ...data } : stored;
}, runState);

/** Everything that is needed to follow a job, stored with the job so that another process can take over. */
export type RunState = z.infer<typeof runState>;

/** An invalid state is treated as empty: the job is started again, and its runner finds what was started before. */
export function readRunState(json: JsonText | undefined): RunState {
  const read = json && storedState.safeParse(JSON.parse(json.text));
  return read?.success ? read.data : runState.parse({});
}

export const writeRunState = (state: RunState): JsonText => new JsonText(writeJson(state));

/** How a job ended, from what its runner reports, its own events, and whether a stop was requested. */
export function outcome(end: RunnerEnd, { progress, stop }: RunState, silenceLimitSeconds: number): RunnerEnd {
  if (stop && progress.ended === "ended") return { status: "succeeded" };
  if (stop?.reason === "silence") {
    const reason = `Stopped after ${silenceLimitSeconds} s without events or log output`;
    return { status: "failed", failure: { ...end.failure, reason } };
  }
  if (stop) return { status: "cancelled", failure: end.failure };
  if (progress.ended === "failed" && end.status !== "cancelled") {
    const reason = progress.message ?? end.failure?.reason ?? "The job reported a failure without a reason";
    return { status: "failed", failure: { ...end.failure, reason } };
  }
  return end;
}

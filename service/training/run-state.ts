import * as z from "zod";
import { JsonText, writeJson } from "@/lib/json/text";
import { heardSchema } from "./hear";
import type { RunnerEnd } from "./runner";

/** Why a job is stopped before its end: it was cancelled, or has been silent for too long. */
export type StopReason = "cancel" | "silence";

const runState = z.object({
  /** Where its runner stands; absent until it is known to have begun. */
  at: z.record(z.string(), z.unknown()).optional(),
  /** Machine on which a beginning was tried. */
  triedOn: z.string().optional(),
  heard: heardSchema.prefault({}),
  stop: z.object({ reason: z.enum(["cancel", "silence"]), askedAt: z.number() }).optional(),
});
/** All that whoever follows a job must know: kept with the job, so that another process can go on. */
export type RunState = z.infer<typeof runState>;

/** Where nothing can be made of it, the job is begun again, which finds it where it was begun. */
export function readRunState(json: JsonText | undefined): RunState {
  const read = json && runState.safeParse(JSON.parse(json.text));
  return read?.success ? read.data : runState.parse({});
}

export const writeRunState = (state: RunState): JsonText => new JsonText(writeJson(state));

/** How a job ended, once its runner says that it has: what it said itself, and what was asked of it, count too. */
export function outcome(end: RunnerEnd, { heard, stop }: RunState, silenceLimitSeconds: number): RunnerEnd {
  if (stop && heard.ended === "ended") return { status: "succeeded" };
  if (stop?.reason === "silence") {
    const reason = `It was silent for ${silenceLimitSeconds} s and was stopped`;
    return { status: "failed", failure: { ...end.failure, reason } };
  }
  if (stop) return { status: "cancelled", failure: end.failure };
  if (heard.ended === "failed" && end.status !== "cancelled") {
    const reason = heard.message ?? end.failure?.reason ?? "It said that it had failed, and not why";
    return { status: "failed", failure: { ...end.failure, reason } };
  }
  return end;
}

import * as z from "zod";
import { secondsVariable } from "@/service/secrets/variables";

/** How long a stop takes beyond the requests: work in the background, open statements, the log. */
const REST_MS = 6_000;
const SECOND_MS = 1_000;

/** The variables that say how long a process that is asked to stop goes on. */
export const stopVariables = {
  LOUPE_DRAIN_SECONDS: secondsVariable.default(0),
  LOUPE_FINISH_SECONDS: secondsVariable.default(5),
};

/** Milliseconds of the parts of a stop. */
export interface StopTimes {
  /** In which it answers requests as before, so that those who send them can notice that it is not ready any more. */
  drainMs: number;
  /** In which requests in flight may finish, while it accepts no others. */
  finishMs: number;
  /** The most that all takes; a process that has not ended then is killed. */
  mostMs: number;
}

/** The times of a process's environment. */
export function stopTimes(values: z.output<z.ZodObject<typeof stopVariables>>): StopTimes {
  const drainMs = values.LOUPE_DRAIN_SECONDS * SECOND_MS;
  const finishMs = values.LOUPE_FINISH_SECONDS * SECOND_MS;
  return { drainMs, finishMs, mostMs: drainMs + finishMs + REST_MS };
}

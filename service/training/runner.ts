import type { JsonText } from "@/lib/json/text";
import type { TrainingJob } from "@/lib/contract/training";

/** What a caller may know of the runner; `concurrency` is of one replica of the service. */
export type RunnerFacts = { kind: "command" | "ray" | "service"; concurrency: number; silenceLimitSeconds: number };

/** A job as its runner sees it. */
export type RunnableJob = {
  /** A UUID: whatever the runner begins is begun under it, so that a repeat finds what is there. */
  id: string;
  project_id: string;
  model: { id: string; name: string; base_model: string };
  body_bytes: number;
  /** The request as it was sent, byte for byte, in parts. */
  body(): AsyncIterable<Uint8Array>;
};

/** Where a runner stands with a job, as JSON of its own: kept with the events it comes with, so that none is lost or told twice. */
export type RunnerState = Readonly<Record<string, unknown>>;

export type RunnerEvent = { type: string; data: JsonText };

export type RunnerEnd = {
  status: "succeeded" | "failed" | "cancelled";
  /** Why it failed. */
  failure?: TrainingJob["failure"];
};

export type RunnerReport = {
  /** What was said since the state that was asked from, oldest first. */
  events: readonly RunnerEvent[];
  state: RunnerState;
  /** More of it is there already. */
  hasMore?: boolean;
  /** It is in a queue of the runner's own, where there is nothing to say. */
  isWaiting?: boolean;
  /** Set when the job has ended and everything that it said is told. */
  end?: RunnerEnd;
  resources?: TrainingJob["resources"];
};

/** It will never work, however often it is tried; the message tells a person why. */
export class JobRefused extends Error {}

/** What runs training jobs. Nothing is kept in it: another process may go on from the state. */
export type Runner = {
  readonly kind: RunnerFacts["kind"];
  /**
   * Begins the job, or finds it where it was begun under its id before: to repeat it is harmless. Rejects with
   * `JobRefused` where it can never begin, with anything else where it is worth trying again.
   */
  start(job: RunnableJob, signal: AbortSignal): Promise<RunnerState>;
  /** What has happened since `state`. Rejects where that cannot be asked now: it is asked again, for a while. */
  follow(job: RunnableJob, state: RunnerState): Promise<RunnerReport>;
  /**
   * Asks the job to stop, harder the longer it takes to; its end comes by `follow`. Without a state it is not known
   * whether the job was begun. To repeat it is harmless.
   */
  stop(job: RunnableJob, state: RunnerState | undefined): Promise<void>;
  /** Frees what an ended job left behind. To repeat it is harmless. */
  forget(job: RunnableJob, state: RunnerState | undefined): Promise<void>;
};

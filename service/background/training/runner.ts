import type { JsonText } from "@/lib/json/text";
import type { TrainingJob } from "@/lib/contract/training";

/** The interface's description of the runner; `concurrency` is that of one replica of the service. */
export type RunnerFacts = { kind: "command" | "ray" | "service"; concurrency: number; silenceLimitSeconds: number };

/** A job as it is passed to its runner. */
export type RunnableJob = {
  /** A UUID under which the runner starts everything, so that a repeated start finds it. */
  id: string;
  project_id: string;
  model: { id: string; name: string; base_model: string };
  body_bytes: number;
  /** The request body as it was sent, byte for byte, in parts. */
  body(): AsyncIterable<Uint8Array>;
};

/**
 * How far a runner has followed a job, as runner-specific JSON. It is stored together with the events that lead to it,
 * so that none is lost or repeated.
 */
export type RunnerState = Readonly<Record<string, unknown>>;

export type RunnerEvent = { type: string; data: JsonText };

export type RunnerEnd = {
  status: "succeeded" | "failed" | "cancelled";
  /** Why it failed. */
  failure?: TrainingJob["failure"];
};

export type RunnerReport = {
  /** Events since the given state, oldest first. */
  events: readonly RunnerEvent[];
  state: RunnerState;
  /** Whether more events can be read at once. */
  hasMore?: boolean;
  /** Whether the job waits in the runner's own queue, where it produces no events. */
  isWaiting?: boolean;
  /** Set when the job has ended and all its events have been reported. */
  end?: RunnerEnd;
  resources?: TrainingJob["resources"];
};

/** The job can never start, however often it is tried; the message gives the reason to the user. */
export class JobRefused extends Error {}

/** Runs training jobs. It keeps no state in memory: another process can continue from the stored one. */
export type Runner = {
  readonly kind: RunnerFacts["kind"];
  /**
   * Starts the job, or finds the one that was started under its id before. Idempotent. Rejects with `JobRefused` if the
   * job can never start, with any other error if a retry may succeed.
   */
  start(job: RunnableJob, signal: AbortSignal): Promise<RunnerState>;
  /** What has happened since `state`. Rejects if that cannot be read now; it is retried for a while. */
  follow(job: RunnableJob, state: RunnerState): Promise<RunnerReport>;
  /**
   * Tells the job to stop, more forcefully the longer it takes; `follow` reports its end. Without a state it is unknown
   * whether the job was started. Idempotent.
   */
  stop(job: RunnableJob, state: RunnerState | undefined): Promise<void>;
  /** Removes what an ended job left behind. Idempotent. */
  forget(job: RunnableJob, state: RunnerState | undefined): Promise<void>;
};

/** What a runner at an address says of itself. */
export type RunnerCheck = { version?: string; baseModels?: readonly string[] };

/** A runner responds, but not as one should; `field`: what probably causes that. */
export class CheckFailed extends Error {
  readonly field: "address" | "key" | undefined;

  constructor(message: string, field?: "address" | "key") {
    super(message);
    this.field = field;
  }
}

/** A runner at an address. */
export type RemoteRunner = Runner & {
  /**
   * Asks whether it responds, without starting anything. Rejects with `CheckFailed`, or with the error of `Remote` if there
   * is no response.
   */
  check(timeoutMs: number): Promise<RunnerCheck>;
  /** The base models that it names itself, if it can. */
  baseModels(timeoutMs: number): Promise<readonly string[]>;
};

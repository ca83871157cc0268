import type { JsonText } from "@/lib/json/text";
import type { TrainingStatus } from "@/lib/contract/training";
import type { Database } from "@/service/store/connections/database";
import { countRuns, delayRun, hasRun, releaseRun, renewRun, settleRun, takeRun, writeRun } from "./runs";

/** Who is at a job: a process of the service, and where what it begins is to be found, which outlives it. */
export type RunHolder = { machine: string; process: string };

export type RunKey = { project_id: string; id: string };

/** A job that a process has taken: nobody else is at it until the process lets go, or is not heard of for a while. */
export type TrainingRun = RunKey & {
  model: { id: string; name: string; base_model: string };
  status: TrainingStatus;
  body_bytes: number;
  /** What was to run it, where somebody was at it before; and on which machine. */
  before?: { runner: string; machine: string };
  /** Where that stood, JSON; absent where nothing is known to have begun. */
  state?: JsonText;
  /** How many events are stored. */
  told: number;
};

/** How a job that this process is at stands by the database's clock. */
export type RunWatch = { cancelAsked: boolean; silentSeconds: number };

export type RunEvent = { type: string; data: JsonText };
export type RunCheckpoint = { id: string; step: number; metrics: JsonText; model?: string };

/** What is to be known of a job from now on; absent fields stay as they are. */
export type RunWrite = {
  /** How many events are stored already, for all that the writer knows. */
  told: number;
  status?: Exclude<TrainingStatus, "queued">;
  state: JsonText;
  events?: readonly RunEvent[];
  /** That it is not silent, though nothing was said. */
  isHeard?: boolean;
  checkpoints?: readonly RunCheckpoint[];
  step?: number;
  total_steps?: number;
  trained_model?: string;
  failure?: JsonText;
  resources?: JsonText;
};

export type RunCounts = {
  queued: number;
  running: number;
  /** Held by other processes of the holder's machine. */
  beside: number;
};

/** The part of the store that whoever runs training jobs works with. What a holder writes counts only while it is one. */
export type RunsStore = {
  /**
   * Takes a job that nobody is at: one that has begun, or is to stop, or has ended and left something with its runner,
   * else the oldest that waits if `waiting` ones are wanted. One that another kind of runner or another machine has begun
   * is taken only after `GONE_SECONDS`. Undefined when there is none.
   */
  takeRun(holder: RunHolder, runner: string, waiting: boolean): Promise<TrainingRun | undefined>;
  /** Stays at a job; undefined when it is somebody else's now, and never comes back. */
  renewRun(holder: RunHolder, key: RunKey): Promise<RunWatch | undefined>;
  /** Says why a job does not begin yet. */
  delayRun(holder: RunHolder, key: RunKey, reason: string): Promise<void>;
  /**
   * All of it, in one transaction; false when the job is somebody else's now, has ended, or has told more than the writer
   * knows: an earlier write was stored, and its answer lost.
   */
  writeRun(holder: RunHolder, key: RunKey, write: RunWrite): Promise<boolean>;
  /** Notes that nothing is left of an ended job but what is stored. */
  settleRun(holder: RunHolder, key: RunKey): Promise<void>;
  /** Leaves a job to whoever comes. */
  releaseRun(holder: RunHolder, key: RunKey): Promise<void>;
  countRuns(holder: RunHolder): Promise<RunCounts>;
  /** False once its project was erased. */
  hasRun(key: RunKey): Promise<boolean>;
};

export function runsStore(database: Database): RunsStore {
  return {
    takeRun: takeRun.bind(undefined, database),
    renewRun: renewRun.bind(undefined, database),
    delayRun: delayRun.bind(undefined, database),
    writeRun: writeRun.bind(undefined, database),
    settleRun: settleRun.bind(undefined, database),
    releaseRun: releaseRun.bind(undefined, database),
    countRuns: countRuns.bind(undefined, database),
    hasRun: hasRun.bind(undefined, database),
  };
}

import type { JsonText } from "@/lib/json/text";
import type { TrainingStatus } from "@/lib/contract/training";
import type { Database } from "@/service/store/connections/database";
import { countRuns, delayRun, hasRun, releaseRun, renewRun, settleRun, takeRun, writeRun } from "./runs";

/** Who holds a job: a process of the service, and its machine, on which a started program outlives the process. */
export type RunHolder = { machine: string; process: string };

export type RunKey = { project_id: string; id: string };

/** A job that a process holds. No other process takes it until this one releases it, or fails to renew its lease. */
export type TrainingRun = RunKey & {
  model: { id: string; name: string; base_model: string };
  status: TrainingStatus;
  body_bytes: number;
  /** The runner and machine of the process that held it before. */
  before?: { runner: string; machine: string };
  /** The state that it stored, JSON; absent where the job is not known to have started. */
  state?: JsonText;
  /** How many events are stored. */
  eventCount: number;
};

/** What changed about a held job, by the database's clock. */
export type RunWatch = { cancelAsked: boolean; silentSeconds: number };

export type RunEvent = { type: string; data: JsonText };
export type RunCheckpoint = { id: string; step: number; metrics: JsonText; model?: string };

/** Changes of a held job; absent fields stay as they are. */
export type RunWrite = {
  /** How many events the writer believes are stored. */
  eventCount: number;
  status?: Exclude<TrainingStatus, "queued">;
  state: JsonText;
  events?: readonly RunEvent[];
  /** Counts as activity, though there are no events. */
  isActive?: boolean;
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

/** Training jobs as the processes that run them see them. Writes are accepted only from the process that holds the job. */
export type RunsStore = {
  /**
   * Takes a job that no process holds: one that has started, or is to stop, or has ended and left something with its
   * runner; else, with `waiting`, the oldest in the queue. One that another kind of runner or another machine has started
   * is taken only after `GONE_SECONDS`. Undefined when there is none.
   */
  takeRun(holder: RunHolder, runner: string, waiting: boolean): Promise<TrainingRun | undefined>;
  /** Renews the hold on a job; undefined when another process has it, which is final. */
  renewRun(holder: RunHolder, key: RunKey): Promise<RunWatch | undefined>;
  /** Stores why a job has not started yet. */
  delayRun(holder: RunHolder, key: RunKey, reason: string): Promise<void>;
  /**
   * All of it, in one transaction; false when another process holds the job, the job has ended, or it has more events than
   * the writer knows of: an earlier write was stored, and its answer lost.
   */
  writeRun(holder: RunHolder, key: RunKey, write: RunWrite): Promise<boolean>;
  /** Marks an ended job as cleaned up: its runner has nothing left of it. */
  settleRun(holder: RunHolder, key: RunKey): Promise<void>;
  /** Lets another process take the job at once. */
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

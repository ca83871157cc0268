import type { JsonText } from "@/lib/json/text";
import type { TrainingStatus } from "@/lib/contract/training";
import { countRuns, delayRun, hasRun, releaseRun, renewRun, settleRun, takeRun, writeRun } from "./runs";

/** The holder of a job: a process of the service, and its machine, on which a started program outlives the process. */
export type RunHolder = { machine: string; process: string };

export type RunKey = { project_id: string; id: string };

/** A job that a process holds. No other process claims it until this one releases it or fails to renew its lease. */
export type TrainingRun = RunKey & {
  model: { id: string; name: string; base_model: string };
  status: TrainingStatus;
  body_bytes: number;
  /** The stored runner that has started it, or is to start it; absent for one of `LOUPE_TRAINING_RUNNER`. */
  runnerId?: string;
  /** The runner and machine of the process that held it before. */
  before?: { runner: string; machine: string };
  /** The state that it stored, JSON; absent if the job is not known to have started. */
  state?: JsonText;
  /** Number of stored events. */
  eventCount: number;
  /** A claim on it has ended without a release: it may have ended its process, and may do so again. */
  isSuspect?: boolean;
};

/** Changes of a held job since the last write, by the database's clock. */
export type RunWatch = { cancelAsked: boolean; silentSeconds: number };

export type RunEvent = { type: string; data: JsonText };
export type RunCheckpoint = { id: string; step: number; metrics: JsonText; model?: string };

/** Updates of a held job; absent fields are unchanged. */
export type RunWrite = {
  /** The number of stored events that the writer expects. */
  eventCount: number;
  status?: Exclude<TrainingStatus, "queued">;
  state: JsonText;
  events?: readonly RunEvent[];
  /** Counts as activity, although there are no events. */
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
export const runsStore = { takeRun, renewRun, delayRun, writeRun, settleRun, releaseRun, countRuns, hasRun };

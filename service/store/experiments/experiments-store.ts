import type { ExperimentDefinition } from "@/lib/contract/experiments";
import { createExperiment } from "./create-experiment";
import {
  goOnWithExperiment,
  releaseExperiment,
  renewExperiment,
  settleExperiment,
  stopExperiment,
  takeExperiment,
} from "./follow-experiment";
import { listExperiments, readExperiment } from "./read-experiments";
import { finishExperimentRow, sendExperimentRow, sentExperimentRows } from "./send-rows";
import { updateExperiment } from "./update-experiment";

export type ExperimentKey = { project_id: string; id: string };

/** An experiment to be run, with the digests of its rows in the order in which they are sent. */
export type NewExperiment = ExperimentKey & {
  definition: ExperimentDefinition;
  /** The versions of the objects of which it is a run. */
  evaluation_ref: string;
  model_ref: string;
  created_by: string;
  row_digests: readonly string[];
};

/** An experiment that a process holds. No other claims it until this one releases it or fails to renew its lease. */
export type FollowedExperiment = Omit<NewExperiment, "row_digests">;

/** A row of an experiment that was sent, or is about to be. */
export type SentRow = {
  place: number;
  /** Digest of the row of the table. */
  digest: string;
  /** The number of this attempt, from 1. */
  attempt: number;
  /** The call of its result. */
  callId: string;
  /** That of the attempt before, which failed. */
  previousCallId?: string;
  /** Whether it has been answered, and only the scorers that failed are asked again. */
  keepsAnswer: boolean;
};

/** What became of a row; without a failure it was answered. */
export type RowOutcome = {
  failure?: string;
  /** Whether a scorer failed. */
  isUnscored: boolean;
  /** Cost of its completions that have a price, and the number of those that have none. */
  costUsd: number;
  unpriced: number;
};

/** Experiments that the service runs, as people and as the processes that run them see them. */
export const experimentsStore = {
  createExperiment,
  readExperiment,
  listExperiments,
  updateExperiment,
  takeExperiment,
  goOnWithExperiment,
  renewExperiment,
  releaseExperiment,
  stopExperiment,
  settleExperiment,
  sendExperimentRow,
  sentExperimentRows,
  finishExperimentRow,
};

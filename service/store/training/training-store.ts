import type { TrainedModel, TrainingGroupRow, TrainingJob, TrainingJobsQuery } from "@/lib/contract/training";
import {
  moveTrainingParts,
  readTrainingBody,
  removeTrainingParts,
  sweepTrainingParts,
  writeTrainingPart,
} from "./body";
import { createTrainingJob } from "./create-job";
import { listTrainingEvents, listTrainingGroups, readTrainingGroup } from "./events";
import { cancelTrainingJob, listTrainingJobs, readTrainingJob, setTestTable } from "./jobs";
import {
  createTrainedModel,
  deleteCheckpoints,
  deleteTrainedModel,
  findCheckpoint,
  findModelByName,
  findTrainedModel,
  listCheckpoints,
  listTrainedModels,
  readCheckpointSteps,
} from "./models";

/** A model to be stored; without a name it gets an unused one. */
export type NewTrainedModel = Pick<TrainedModel, "id" | "project_id" | "base_model" | "created_by"> & { name?: string };

/** A mebibyte of a job's body, or less at its end. */
export type TrainingPart = { project_id: string; job_id: string; part: number; content: Uint8Array };

export type NewTrainingJob = Pick<
  TrainingJob,
  | "id"
  | "project_id"
  | "model_id"
  | "created_by"
  | "experimental_config"
  | "trajectories"
  | "flat_groups"
  | "body_bytes"
> & {
  idempotency_key?: string;
  /** SHA-256 of the body. */
  body_digest: Uint8Array;
  groups: readonly TrainingGroupRow[];
  /** Ids of the project's calls that its trajectories were taken from. */
  calls: readonly string[];
  /** The parts of the body that have not been written yet. */
  parts: readonly TrainingPart[];
};

export type TrainingJobsPage = TrainingJobsQuery & { project_id: string; limit: number };

export type TrainingEventsPage = {
  after?: string;
  limit: number;
  order: "asc" | "desc";
  logs?: "only" | "none";
};

/** A page of a list, and whether there are more items after it. */
export type Page<Item> = { data: Item[]; has_more: boolean };

export type JobKey = { project_id: string; id: string };

/** Trained models and their jobs as users see them. `within` are the project patterns to search. */
export const trainingStore = {
  createTrainedModel,
  findTrainedModel,
  findModelByName,
  listTrainedModels,
  deleteTrainedModel,
  listCheckpoints,
  findCheckpoint,
  deleteCheckpoints,
  readCheckpointSteps,
  writeTrainingPart,
  moveTrainingParts,
  removeTrainingParts,
  sweepTrainingParts,
  readTrainingBody,
  createTrainingJob,
  listTrainingJobs,
  readTrainingJob,
  cancelTrainingJob,
  setTestTable,
  listTrainingEvents,
  listTrainingGroups,
  readTrainingGroup,
};

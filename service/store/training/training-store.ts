import type {
  Checkpoint,
  TrainedModel,
  TrainingEvent,
  TrainingGroupRow,
  TrainingJob,
  TrainingJobsQuery,
} from "@/lib/contract/training";
import type { Database } from "@/service/store/connections/database";
import {
  moveTrainingParts,
  readTrainingBody,
  removeTrainingParts,
  sweepTrainingParts,
  writeTrainingPart,
} from "./body";
import { createTrainingJob } from "./create-job";
import { listTrainingEvents, listTrainingGroups, readTrainingGroup } from "./events";
import { cancelTrainingJob, listTrainingJobs, readTrainingJob } from "./jobs";
import { createTrainedModel, findTrainedModel, listCheckpoints, listTrainedModels } from "./models";

/** A model to be stored; without a name it gets one that is not used in its project. */
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
  /** The parts of the body that are not written yet. */
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
export type TrainingStore = {
  /** Returns the project's model of that name where there is one, else the new one. Creates the project on first write. */
  createTrainedModel(model: NewTrainedModel): Promise<TrainedModel>;
  /** Of models with this id in several projects, the one whose project comes first by name. */
  findTrainedModel(id: string, within: readonly string[]): Promise<TrainedModel | undefined>;
  /** Newest first. */
  listTrainedModels(page: { project_id: string; after?: string; limit: number }): Promise<Page<TrainedModel>>;
  /** By step, of a step the latest first. */
  listCheckpoints(
    model: JobKey,
    page: { after?: string; limit: number; order: "asc" | "desc" },
  ): Promise<Page<Omit<Checkpoint, "is_served">>>;

  /** Stores a part of a body that is still arriving; it has no effect until its job is created. */
  writeTrainingPart(part: TrainingPart): Promise<void>;
  /** Moves the parts of a body to another project. */
  moveTrainingParts(job: JobKey, projectId: string, parts: number): Promise<void>;
  removeTrainingParts(job: JobKey): Promise<void>;
  /** Removes parts whose job was not created within a day; returns the number of bodies. */
  sweepTrainingParts(): Promise<number>;
  /** The body of a job, or a range of its bytes, as it was sent. */
  readTrainingBody(job: JobKey, range?: { start: number; end: number }): AsyncIterable<Uint8Array>;

  /**
   * Stores the job with its parts, groups and calls, synced to disk when it resolves. Where a job of the project has the
   * same idempotency key, its id is returned if the bodies are equal, and `conflict` thrown if not.
   */
  createTrainingJob(job: NewTrainingJob): Promise<string>;
  /** Newest first. */
  listTrainingJobs(page: TrainingJobsPage): Promise<Page<TrainingJob>>;
  readTrainingJob(id: string, within: readonly string[]): Promise<TrainingJob | undefined>;
  /** Ends a job that no process holds yet, and asks any other that has not ended to stop. */
  cancelTrainingJob(job: JobKey): Promise<void>;
  listTrainingEvents(job: JobKey, page: TrainingEventsPage): Promise<Page<TrainingEvent>>;
  /** In the order of the body. */
  listTrainingGroups(job: JobKey, page: { after?: number; limit: number }): Promise<Page<TrainingGroupRow>>;
  readTrainingGroup(job: JobKey, index: number): Promise<TrainingGroupRow | undefined>;
};

export function trainingStore(database: Database): TrainingStore {
  return {
    createTrainedModel: createTrainedModel.bind(undefined, database),
    findTrainedModel: findTrainedModel.bind(undefined, database),
    listTrainedModels: listTrainedModels.bind(undefined, database),
    listCheckpoints: listCheckpoints.bind(undefined, database),
    writeTrainingPart: writeTrainingPart.bind(undefined, database),
    moveTrainingParts: moveTrainingParts.bind(undefined, database),
    removeTrainingParts: removeTrainingParts.bind(undefined, database),
    sweepTrainingParts: sweepTrainingParts.bind(undefined, database),
    readTrainingBody: readTrainingBody.bind(undefined, database),
    createTrainingJob: createTrainingJob.bind(undefined, database),
    listTrainingJobs: listTrainingJobs.bind(undefined, database),
    readTrainingJob: readTrainingJob.bind(undefined, database),
    cancelTrainingJob: cancelTrainingJob.bind(undefined, database),
    listTrainingEvents: listTrainingEvents.bind(undefined, database),
    listTrainingGroups: listTrainingGroups.bind(undefined, database),
    readTrainingGroup: readTrainingGroup.bind(undefined, database),
  };
}

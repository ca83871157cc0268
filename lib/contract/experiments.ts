import * as z from "zod";
import { jsonObject } from "@/lib/json/payload";
import { digest } from "./digest";
import {
  EXPERIMENT_PARALLEL,
  EXPERIMENT_REPETITIONS,
  EXPERIMENT_ROWS,
  EXPERIMENT_SCORERS,
  EXPERIMENTS_PER_PAGE,
} from "./limits";
import { list } from "./list";
import { name, projectId, refSchema, rowCount, shownName, timeOrderedId, timestamp } from "./primitives";
import { needsOwner } from "./work";

const count = (least: number, most: number) =>
  z.int("must be a whole number").min(least, `must be at least ${least}`).max(most, `must be at most ${most}`);
const budget = z.number().positive("must be above 0");

/** What an experiment runs, over which rows, and how it scores the answers. */
const definitionFields = {
  name: shownName.refine((text) => text !== "", "must not be empty"),
  /** The table, and the version of the dataset that has it. */
  table_digest: digest,
  dataset_ref: refSchema.nullish(),
  /** The rows to run, in this order; absent for all. */
  row_digests: list(digest)
    .min(1, "must have at least one item")
    .max(EXPERIMENT_ROWS, `must have at most ${EXPERIMENT_ROWS} items`)
    .nullish(),
  /** Runs only so many of them: those with the first digests, so that it is the same sample in every experiment. */
  sample: count(1, EXPERIMENT_ROWS).nullish(),
  /**
   * A request for a completion; texts in its `messages` may have `{{variables}}`. A row without a value for one of them
   * fails. It is not streamed.
   */
  request: jsonObject,
  /** The version of a prompt that the messages are from. */
  prompt_ref: refSchema.nullish(),
  /** The training job whose model, or base model, it measures. */
  training_job_id: name.nullish(),
  /** The column of each variable, as a dotted path; a variable that is not named has the column of its own name. */
  variables: z.record(name, name).nullish(),
  /** The column of the expected answer. */
  expected: name.nullish(),
  /** Versions of scorers. */
  scorer_refs: list(refSchema).max(EXPERIMENT_SCORERS, `must have at most ${EXPERIMENT_SCORERS} items`).nullish(),
  /** How often each row is run. Defaults to 1. */
  repetitions: count(1, EXPERIMENT_REPETITIONS).nullish(),
  /** Requests to models at once. Defaults to 4. */
  parallel: count(1, EXPERIMENT_PARALLEL).nullish(),
  /** Pauses once its completions cost so many USD. Requests that are under way then are finished. */
  budget_usd: budget.nullish(),
};

/** What is stored of an experiment that people define. */
export const experimentDefinition = z.strictObject(definitionFields);
export type ExperimentDefinition = z.infer<typeof experimentDefinition>;

/** Repeating a request with the same `id` creates nothing more. */
export const experimentCreateRequest = z.strictObject({
  project_id: projectId,
  id: timeOrderedId.nullish(),
  ...definitionFields,
});

/** `paused`: for the `reason` given, or by a person. `completed`: every row was answered or has failed. */
export const EXPERIMENT_STATUSES = ["queued", "running", "paused", "completed", "cancelled"] as const;
export type ExperimentStatus = (typeof EXPERIMENT_STATUSES)[number];

export const experiment = z.object({
  project_id: z.string(),
  /** Also the ID of its call `Evaluation.evaluate` and of the trace of that. */
  id: z.string(),
  definition: experimentDefinition,
  status: z.enum(EXPERIMENT_STATUSES),
  reason: z.string().optional(),
  created_by: z.string(),
  needs_owner: needsOwner,
  created_at: timestamp,
  /** When its first row was sent, and when it ended. */
  started_at: timestamp.optional(),
  ended_at: timestamp.optional(),
  /** Rows by what became of them; a row counts once for each repetition. */
  rows: z.object({
    waiting: z.int(),
    /** Sent to the model, and not answered yet. */
    sent: z.int(),
    answered: z.int(),
    failed: z.int(),
  }),
  /** How many of the answered rows lack a score, since a scorer failed. */
  unscored: z.int(),
  /**
   * For how many milliseconds rows have been under way, without the time while it was paused or the service was stopped;
   * absent for experiments of earlier versions.
   */
  duration_ms: z.number().optional(),
  /** Cost of its completions that have a price so far, those of judges included, in USD. */
  cost_usd: z.number(),
  /** How many completions have no price. */
  unpriced: z.int(),
});
export type Experiment = z.infer<typeof experiment>;

export const experimentResponse = z.object({ experiment });

const experimentKey = { project_id: projectId, id: timeOrderedId };
export const experimentReadRequest = z.strictObject(experimentKey);

/** Experiments that the service runs, newest first; those of programs are traces only. */
export const experimentsQueryRequest = z.strictObject({
  project_id: projectId,
  ids: list(timeOrderedId).max(EXPERIMENTS_PER_PAGE, `must have at most ${EXPERIMENTS_PER_PAGE} items`).nullish(),
  limit: rowCount,
  offset: rowCount,
});
export type ExperimentsQuery = z.infer<typeof experimentsQueryRequest>;
export const experimentsQueryResponse = z.object({ experiments: z.array(experiment) });

/**
 * `pause`: sends no more rows; `resume`: goes on; `cancel`: ends it permanently, keeping what it has; `retry_failed`: runs the
 * rows that failed again, also after it has completed; `retry_scores`: scores the answers again for which a scorer failed,
 * with the judges that failed and without asking the model. With `budget_usd` the budget is changed; null removes it.
 */
export const experimentUpdateRequest = z.strictObject({
  ...experimentKey,
  action: z.enum(["pause", "resume", "cancel", "retry_failed", "retry_scores"]).nullish(),
  budget_usd: budget.nullable().optional(),
});
export type ExperimentUpdate = z.infer<typeof experimentUpdateRequest>;

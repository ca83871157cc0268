import * as z from "zod";
import { CHAT_PARAMETERS } from "./chat-parameters";
import { chatMessage, choiceLogprobs } from "./chat";
import { jsonObject } from "@/lib/json/payload";
import { list } from "./list";
import { EVENTS_PER_PAGE, JOBS_PER_PAGE } from "./limits";
import { name, projectId, refSchema, timestamp } from "./primitives";
import { needsOwner } from "./work";

/** From submitted to ended: the last three are final, and every job reaches one of them. */
export const TRAINING_STATUSES = ["queued", "running", "succeeded", "failed", "cancelled"] as const;
export type TrainingStatus = (typeof TRAINING_STATUSES)[number];

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const uuid = z.string().toLowerCase().regex(UUID, "must be a UUID").meta({ format: "uuid" });

/**
 * A message of a trajectory, or the sampled output of the trained model: a choice of a chat completion, with
 * its log-probabilities.
 */
const messageOrChoice = z
  .looseObject({
    ...chatMessage.partial({ role: true }).shape,
    message: chatMessage.nullish(),
    finish_reason: z.string().nullish(),
    index: z.int().nullish(),
    logprobs: choiceLogprobs.nullish(),
  })
  .refine(({ role, message }) => (role ?? message ?? null) !== null, {
    path: ["role"],
    error: "is required (only a choice with a message may omit it)",
    when: ({ value }) => typeof value === "object" && value !== null,
  });

const anyObject = z.record(z.string(), z.unknown());
const nonEmpty = <Item extends z.ZodType>(item: Item) => list(item).min(1, "must not be empty");

/** One conversation with its reward. */
export const trajectory = z.looseObject({
  messages_and_choices: nonEmpty(messageOrChoice),
  reward: z.number().meta({ description: "How good the trajectory is, compared with others in its group." }),
  tools: CHAT_PARAMETERS.tools.schema,
  additional_histories: z.array(z.unknown()).nullish(),
  metrics: anyObject.nullish(),
  metadata: anyObject.nullish().meta({
    description:
      "`call_refs`: refs of the calls that the trajectory was taken from, as an array or in a string. Those calls then link to the job.",
  }),
  logs: z.array(z.unknown()).nullish(),
  start_time: timestamp.nullish(),
});

/** A request with its response, as newer clients record them instead of messages. */
const exchange = z.looseObject({ request: anyObject, response: anyObject });

/** A trajectory of a job: its messages, or the exchanges that they are in. */
export const sentTrajectory = z
  .looseObject({
    ...trajectory.shape,
    messages_and_choices: trajectory.shape.messages_and_choices.nullish(),
    exchanges: z
      .looseObject({ chat_completions: list(exchange).nullish() })
      .nullish()
      .meta({
        description: "Requests with their responses, by interface, instead of `messages_and_choices`.",
      }),
  })
  .refine(({ messages_and_choices: messages, exchanges }) => (messages ?? exchanges ?? null) !== null, {
    path: ["messages_and_choices"],
    error: "is required (only a trajectory with exchanges may omit it)",
    when: ({ value }) => typeof value === "object" && value !== null,
  });

/** A group may be empty: the attempts of a client may all have failed. */
const trajectoryGroup = z.looseObject({ trajectories: list(sentTrajectory) });

/** The trainer's parameters; unknown ones are also passed on. */
const experimentalConfig = z.looseObject({
  learning_rate: z.number().positive("must be greater than 0").nullish(),
  precalculate_logprobs: z.boolean().nullish(),
});

const jobOf = <Group extends z.ZodType>(group: Group) =>
  z.looseObject({
    model_id: uuid.meta({ description: "ID of the trainable model." }),
    trajectory_groups: nonEmpty(group),
    experimental_config: experimentalConfig.nullish(),
  });

/** The body of `/v1/preview/training-jobs`; the runner gets it byte for byte. */
export const trainingJobRequest = jobOf(trajectoryGroup);

/** The part of a body that remains when the trajectories are cut out and validated one by one. */
export const trainingJobFrame = jobOf(z.looseObject({ trajectories: list(z.unknown()) }));
export const trainingJobResponse = z.object({ id: z.string() });

const count = z.int().min(0);
const page = z.object({ has_more: z.boolean() });

export const trainingJob = z.object({
  id: z.string(),
  project_id: z.string(),
  model_id: z.string(),
  model_name: z.string(),
  base_model: z.string(),
  status: z.enum(TRAINING_STATUSES),
  created_at: timestamp,
  /** Owner of the key that submitted it. */
  created_by: z.string(),
  needs_owner: needsOwner,
  /** Why it does not go on, until somebody takes it over or resumes it. */
  stopped_for: z.string().optional(),
  started_at: timestamp.optional(),
  ended_at: timestamp.optional(),
  /** Time of the runner's last event. */
  last_event_at: timestamp.optional(),
  /** When a stop was requested. */
  cancel_asked_at: timestamp.optional(),
  /** The type of its runner: `command`, `ray` or `service`; absent until it runs. */
  runner: z.string().optional(),
  /** Why a queued job does not run yet, other than jobs before it. */
  waits_for: z.string().optional(),
  experimental_config: jsonObject.optional(),
  /** The table that its base model and its trained model are measured on: of a version of a dataset, or without a name. */
  test_table_ref: z.string().optional(),
  groups: count,
  trajectories: count,
  /** Groups whose rewards are all equal. */
  flat_groups: count,
  body_bytes: count,
  /** Completed steps, and the total if the runner reports it. */
  step: count.optional(),
  total_steps: count.optional(),
  /** Model id of the result, if the runner reports it. */
  trained_model: z.string().optional(),
  failure: z
    .object({
      reason: z.string(),
      exit_code: z.int().optional(),
      signal: z.string().optional(),
      /** Last lines of the program's standard error, or of its log. */
      log: z.string().optional(),
    })
    .optional(),
  /** Resources used by a runner on this machine. */
  resources: z.object({ cpu_seconds: z.number().optional(), peak_memory_bytes: count.optional() }).optional(),
});
export type TrainingJob = z.infer<typeof trainingJob>;

const limitUpTo = (most: number) =>
  z.coerce
    .number<number | string>()
    .pipe(z.int("must be a whole number").min(1, "must be at least 1").max(most, `must be at most ${most}`))
    .optional();

/** Newest first. */
export const trainingJobsRequest = z.strictObject({
  project_id: projectId.optional().meta({ description: "Defaults to the key's project." }),
  model_id: uuid.optional(),
  status: z.enum(TRAINING_STATUSES).optional(),
  call_id: name.optional().meta({ description: "Only jobs trained on this call." }),
  after: uuid.optional().meta({ description: "ID of the last job of the previous page." }),
  limit: limitUpTo(JOBS_PER_PAGE),
});
export type TrainingJobsQuery = z.infer<typeof trainingJobsRequest>;
export const trainingJobsResponse = page.extend({ data: z.array(trainingJob) });

export const trainingJobReadRequest = z.strictObject({ id: uuid });

export const trainingJobTestTableRequest = z.strictObject({
  id: uuid,
  test_table_ref: refSchema.nullable().meta({
    description: "Ref of a stored table, or of a version of a dataset, in the job's project; null for none.",
  }),
});

/** An event of a runner: `type` is free; `gradient_step` has metrics, `log` has `{text, stream}`. */
const trainingEvent = z.object({
  id: z.string(),
  type: z.string(),
  data: jsonObject,
  created_at: timestamp,
});
export type TrainingEvent = z.infer<typeof trainingEvent>;

/** Oldest first by default; see `order`. */
export const trainingEventsRequest = z.strictObject({
  id: uuid,
  after: z
    .string()
    .regex(/^\d{1,15}$/, "must be the ID of an event")
    .optional()
    .meta({ description: "ID of the last event of the previous page, in either order." }),
  limit: limitUpTo(EVENTS_PER_PAGE),
  order: z.enum(["asc", "desc"]).optional(),
  logs: z.enum(["only", "none"]).optional().meta({
    description: "`only` returns events of type `log` alone, `none` all others.",
  }),
});
export const trainingEventsResponse = page.extend({ data: z.array(trainingEvent) });

/** A group that a job was trained on, without its messages. */
export const trainingGroupRow = z.object({
  index: count,
  rewards: z.array(z.number()),
  /** Its byte range in the body; `end` is exclusive. */
  start: count,
  end: count,
});
export type TrainingGroupRow = z.infer<typeof trainingGroupRow>;

const groupIndex = z.coerce
  .number<number | string>()
  .pipe(z.int("must be a whole number").min(0, "must not be negative"));

/** In the order of the body. */
export const trainingGroupsRequest = z.strictObject({
  id: uuid,
  /** Index of the last group of the previous page. */
  after: groupIndex.optional(),
  limit: limitUpTo(JOBS_PER_PAGE),
});
export const trainingGroupsResponse = page.extend({ data: z.array(trainingGroupRow) });

export const trainingGroupRequest = z.strictObject({ id: uuid, index: groupIndex });
/** As it was sent. */
export const trainingGroupResponse = z.object({ index: count, group: jsonObject });

/** A trainable model: its own weights on top of those of a base model. */
export const trainedModel = z.object({
  id: z.string(),
  entity: z.string(),
  /** The project's name without its entity. */
  project: z.string(),
  project_id: z.string(),
  name: z.string(),
  base_model: z.string(),
  /** Not stored by this service; clients expect the field. */
  run_id: z.null(),
  created_at: timestamp,
  created_by: z.string(),
});
export type TrainedModel = z.infer<typeof trainedModel>;

/** The project is `project_id`, or `entity` and `project`, or the key's own. */
export const trainedModelCreateRequest = z.looseObject({
  project_id: projectId.nullish(),
  entity: name.nullish(),
  project: name.nullish(),
  name: name.nullish().meta({ description: "Derived from the base model if absent." }),
  base_model: name,
  return_existing: z.boolean().nullish().meta({
    description: "Returns the project's existing model of that name instead of a conflict.",
  }),
});
export type TrainedModelCreate = z.infer<typeof trainedModelCreateRequest>;

export const trainedModelsRequest = z.strictObject({
  project_id: projectId.optional().meta({ description: "Defaults to the key's project." }),
  after: uuid.optional(),
  limit: limitUpTo(JOBS_PER_PAGE),
});
export const trainedModelsResponse = page.extend({ data: z.array(trainedModel) });

/** The weights that a job stored. */
const checkpoint = z.object({
  id: z.string(),
  step: count,
  metrics: jsonObject,
  job_id: z.string(),
  created_at: timestamp,
  /** Its model id for requests, if the runner reports it. */
  model: z.string().optional(),
  /** Whether a model server has it now, so that /v1/models lists it. */
  is_served: z.boolean(),
});
export type Checkpoint = z.infer<typeof checkpoint>;

/** By step; of several with the same step, the latest first. */
export const checkpointsRequest = z.strictObject({
  id: uuid,
  after: uuid.optional(),
  limit: limitUpTo(JOBS_PER_PAGE),
  order: z.enum(["asc", "desc"]).optional(),
});
export const checkpointsResponse = page.extend({ data: z.array(checkpoint) });

const DELETED_STEPS = 1000;

/** Deletes weights; the numbers of their steps are not used again. */
export const checkpointsDeleteRequest = z.strictObject({
  id: uuid,
  steps: list(count).min(1, "must not be empty").max(DELETED_STEPS, `must have at most ${DELETED_STEPS} steps`),
});
export const checkpointsDeleteResponse = z.object({ deleted_count: count, not_found_steps: z.array(count) });

export const checkpointFilesRequest = z.strictObject({
  id: uuid,
  step: z.coerce.number<number | string>().pipe(z.int("must be a whole number").min(0, "must not be negative")),
});

export const trainedModelDeleteRequest = z.strictObject({ id: uuid });
export const trainedModelDeleteResponse = z.object({ id: z.string() });

export const trainingRunnerRequest = z.strictObject({});
export const trainingRunnerResponse = z.object({
  /** `command`, `ray` or `service`; absent if none is configured and jobs wait. */
  runner: z.string().optional(),
  /** Jobs that run at once. */
  concurrency: count.optional(),
  /** Seconds without events or log after which a job is stopped and fails. */
  silence_limit_seconds: count.optional(),
});

import * as z from "zod";
import { callsFilter } from "./calls";
import { SCORING_QUIET_MINUTES, SCORING_RULES_PER_PAGE } from "./limits";
import { list } from "./list";
import { projectId, refSchema, rowCount, shownName, timeOrderedId, timestamp } from "./primitives";
import { querySchema } from "./query-schema";
import { needsOwner } from "./work";

/**
 * What a rule scores. `traces`: the root of each trace; `calls`: every call; `threads`: the last turn of each thread once
 * nothing has come to the thread for a while, again after each further turn.
 */
export const SCORED_UNITS = ["traces", "calls", "threads"] as const;
export type ScoredUnit = (typeof SCORED_UNITS)[number];

/** Which calls a scorer scores. */
const selectionFields = {
  /**
   * The version of a scorer, which must not need an expected answer. The messages of a judge may name `{{input}}`,
   * `{{output}}`, the fields of the call's inputs, and of threads the `{{conversation}}`.
   */
  scorer_ref: refSchema,
  unit: z.enum(SCORED_UNITS),
  /** Calls are scored once they have ended; evaluations of SDKs, experiments and judges are not. */
  filter: callsFilter.nullish(),
  query: querySchema.nullish(),
  /** The share of the matching calls that is scored. Defaults to 1. Which ones depends on their ids alone. */
  sampling_rate: z.number().positive("must be above 0").max(1, "must be at most 1").nullish(),
};

const definitionFields = {
  name: shownName.refine((text) => text !== "", "must not be empty"),
  ...selectionFields,
  /** For threads: for how many minutes nothing must have come to one. Defaults to 10. */
  quiet_minutes: z
    .int("must be a whole number")
    .min(1, "must be at least 1")
    .max(SCORING_QUIET_MINUTES, `must be at most ${SCORING_QUIET_MINUTES}`)
    .nullish(),
  /** Pauses once its judge costs so many USD. Requests that are under way then are finished. */
  budget_usd: z.number().positive("must be above 0").nullish(),
};

/** What is stored of a scoring rule that people define. */
export const scoringDefinition = z.strictObject(definitionFields);
export type ScoringDefinition = z.infer<typeof scoringDefinition>;

/** Repeating a request with the same `id` creates nothing more. */
export const scoringCreateRequest = z.strictObject({
  project_id: projectId,
  id: timeOrderedId.nullish(),
  ...definitionFields,
});

/** `paused`: for the `reason` given, or by a person. */
export const SCORING_STATUSES = ["active", "paused"] as const;
export type ScoringStatus = (typeof SCORING_STATUSES)[number];

/** Calls that start at `start` or later, and before `end`. */
const range = { start: timestamp, end: timestamp };

export const scoringRule = z.object({
  project_id: z.string(),
  id: z.string(),
  definition: scoringDefinition,
  status: z.enum(SCORING_STATUSES),
  /** Why it is paused, or what keeps an active one from scoring at present. */
  reason: z.string().optional(),
  created_by: z.string(),
  needs_owner: needsOwner,
  created_at: timestamp,
  /** Its calls by what became of them. */
  calls: z.object({ waiting: z.int(), sent: z.int(), scored: z.int(), failed: z.int() }),
  /**
   * How many calls have failed since one was last scored, and why the last one did; absent unless these are its last five
   * calls, or all so far.
   */
  failing: z.object({ calls: z.int(), reason: z.string().optional() }).optional(),
  /** What its judge has cost so far where that has a price, in USD. */
  cost_usd: z.number(),
  /** How many verdicts have no price. */
  unpriced: z.int(),
  /** Earlier calls that are still to be collected. */
  backfill: z.object(range).optional(),
});
export type ScoringRule = z.infer<typeof scoringRule>;

export const scoringResponse = z.object({ rule: scoringRule });

const ruleKey = { project_id: projectId, id: timeOrderedId };

/** Newest first. */
export const scoringQueryRequest = z.strictObject({
  project_id: projectId,
  ids: list(timeOrderedId).max(SCORING_RULES_PER_PAGE, `must have at most ${SCORING_RULES_PER_PAGE} items`).nullish(),
  limit: rowCount,
  offset: rowCount,
});
export type ScoringQuery = z.infer<typeof scoringQueryRequest>;
export const scoringQueryResponse = z.object({ rules: z.array(scoringRule) });

/**
 * `pause`: collects and scores no more calls; `resume`: goes on with those that wait and with new ones, where calls that
 * came meanwhile are for a backfill; `retry_failed`: scores those that failed again. A `definition` replaces the whole
 * one, and applies to calls that are collected from then on.
 */
export const scoringUpdateRequest = z.strictObject({
  ...ruleKey,
  action: z.enum(["pause", "resume", "retry_failed"]).nullish(),
  definition: scoringDefinition.nullish(),
});
export type ScoringUpdate = z.infer<typeof scoringUpdateRequest>;

/** Calls that wait are not scored; scores remain. `deleted` is false if there was no such rule. */
export const scoringDeleteRequest = z.strictObject(ruleKey);
export const scoringDeleteResponse = z.object({ deleted: z.boolean() });

/** Calls that could not be scored, latest first. */
export const scoringFailuresRequest = z.strictObject({ ...ruleKey, limit: rowCount, offset: rowCount });
export type ScoringFailuresQuery = z.infer<typeof scoringFailuresRequest>;
const scoringFailure = z.object({
  call_id: z.string(),
  scorer_ref: z.string(),
  failure: z.string(),
  failed_at: timestamp,
});
export type ScoringFailure = z.infer<typeof scoringFailure>;
export const scoringFailuresResponse = z.object({ failures: z.array(scoringFailure) });

/** Scores calls that the rule has missed, such as those before it was created, once per scorer version. */
export const scoringBackfillRequest = z.strictObject({ ...ruleKey, ...range });

/** What a backfill would score, and cost. */
export const scoringEstimateRequest = z.strictObject({ project_id: projectId, ...selectionFields, ...range });
export type ScoringEstimateQuery = z.infer<typeof scoringEstimateRequest>;
export const scoringEstimateResponse = z.object({
  /** Calls that the filter selects, and the sample of them that would be scored. */
  matching: z.int(),
  sampled: z.int(),
  /** How many of the sample this version of the scorer has scored, or is to score, already. */
  known: z.int(),
  /**
   * What scoring the others may cost in USD: 0 without a judge; absent if the judge's model has no price. From what
   * verdicts of this version have cost on average, else from the lengths of some of its requests.
   */
  cost_usd: z.number().optional(),
  basis: z.enum(["no_judge", "verdicts", "lengths"]).optional(),
});
export type ScoringEstimate = z.infer<typeof scoringEstimateResponse>;

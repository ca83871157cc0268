import * as z from "zod";
import { callTotals } from "./call-stats";
import { currency } from "./costs";
import { MAIN_CURRENCY } from "./currencies";
import { label } from "./labels";
import { LABELS_PER_OBJECT, PROJECTS_COUNTED } from "./limits";
import { list } from "./list";
import { projectId, rowCount, timestamp } from "./primitives";

export const project = z.object({
  project_id: z.string(),
  created_at: timestamp,
  /** Calls whose start was received. */
  calls: z.int(),
  /** Start of the newest call. */
  last_call_at: timestamp.optional(),
});
export type Project = z.infer<typeof project>;

/** Projects the key may read, by name. */
export const projectsQueryRequest = z.strictObject({ limit: rowCount, offset: rowCount });
export const projectsQueryResponse = z.object({ projects: z.array(project) });

/** Counts the calls of some projects that started within `[start, end)`; `end` defaults to now. */
export const projectsStatsRequest = z
  .strictObject({
    project_ids: list(projectId)
      .min(1, "must not be empty")
      .max(PROJECTS_COUNTED, `must have at most ${PROJECTS_COUNTED} items`),
    start: timestamp,
    end: timestamp.nullish(),
  })
  .check(({ value: { start, end }, issues }) => {
    if (end && end <= start)
      issues.push({ code: "custom", input: end, path: ["end"], message: "must be later than start" });
  });

/** What `/calls/stats` counts in a range: of the traces, the cost of all calls, and the feedback that was given. */
const projectStats = z.object({
  project_id: z.string(),
  traces: z.int(),
  /** Traces whose root failed, and those in which at least one call did. */
  failed_traces: z.int(),
  failing_traces: z.int().optional(),
  ...callTotals.pick({ latency_p95_ms: true, total_cost: true, unpriced: true }).shape,
  /** Records on calls, whenever those started, of every type; types have scales of their own, so there is no mean. */
  feedback: z.object({ count: z.int() }).optional(),
});
export type ProjectStats = z.infer<typeof projectStats>;

/** In the order of the request. */
export const projectsStatsResponse = z.object({ projects: z.array(projectStats) });

/**
 * Which costs of a project count: those that clients state, and prices where they state none; or prices alone.
 */
export const costBasis = z.enum(["stated", "prices"]);
export type CostBasis = z.infer<typeof costBasis>;

export const projectSettings = z.object({
  cost_basis: costBasis,
  /** The currency by which calls are sorted and compared by cost; those without a cost in it come after the others. */
  main_currency: currency.default(MAIN_CURRENCY),
  /** Labels of object versions that only admins may move. */
  protected_labels: z.array(z.string()).default([]),
});
export type ProjectSettings = z.infer<typeof projectSettings>;

export const settingsReadRequest = z.strictObject({ project_id: projectId });

const someLabels = list(label).max(LABELS_PER_OBJECT, `must have at most ${LABELS_PER_OBJECT} items`).nullish();

/** Settings that are left out, and labels that are not named, stay as they are; the response has all of them. */
export const settingsUpdateRequest = z
  .strictObject({
    project_id: projectId,
    cost_basis: costBasis.nullish(),
    main_currency: currency.nullish(),
    /** Labels to protect, beside those that are; a project has at most `LABELS_PER_OBJECT`. */
    protect_labels: someLabels,
    /** Labels to protect no longer. */
    unprotect_labels: someLabels,
  })
  .check(({ value: { protect_labels: added, unprotect_labels: removed }, issues }) => {
    const place = removed?.findIndex((one) => added?.includes(one)) ?? -1;
    if (place !== -1)
      issues.push({
        code: "custom",
        input: removed,
        path: ["unprotect_labels", place],
        message: "must not be in protect_labels too",
      });
  });
export type SettingsChange = Omit<z.infer<typeof settingsUpdateRequest>, "project_id">;

/** An item of a trace batch that was rejected, with the reason. */
export const refusal = z.object({
  id: z.string(),
  received_at: timestamp,
  source: z.enum(["call", "otlp"]),
  /** The call's id, if it could be read. */
  call_id: z.string().optional(),
  reason: z.string(),
});
export type Refusal = z.infer<typeof refusal>;

/** Newest first; the newest 1,000 of a project are stored, `count` includes older ones. */
export const refusalsQueryRequest = z.strictObject({ project_id: projectId, limit: rowCount });
export const refusalsQueryResponse = z.object({ count: z.int(), refusals: z.array(refusal) });

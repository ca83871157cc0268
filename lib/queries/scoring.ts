import { infiniteQueryOptions, keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type {
  scoringBackfillRequest,
  scoringCreateRequest,
  ScoringEstimateQuery,
  ScoringRule,
  ScoringUpdate,
} from "@/lib/contract/scoring";
import { byOffset } from "./offset-pages";
import { pollInterval } from "./polling";

export type NewScoringRule = z.input<typeof scoringCreateRequest>;
export type ScoringBackfill = z.input<typeof scoringBackfillRequest>;
type RuleKey = { project_id: string; id: string };

/** Failures of one page. */
const FAILURES_PAGE_ROWS = 50;
/** Milliseconds between two readings while nothing is being scored. */
const IDLE_MS = 10_000;

/** Whether calls of a rule wait or are being scored, or earlier ones are still to be collected. */
export function isAtWork({ status, calls, backfill }: Pick<ScoringRule, "status" | "calls" | "backfill">): boolean {
  return calls.sent > 0 || (status === "active" && (calls.waiting > 0 || backfill !== undefined));
}

/** The scoring rules of a project with their counts, newest first; read again while the page is visible. */
export function scoringRules(projectId: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["scoring", "list", { projectId }] as const,
    queryFn: async ({ signal }) => (await client.request("scoringQuery", { project_id: projectId }, { signal })).rules,
    refetchInterval: (query) => {
      const interval = pollInterval(query);
      return interval && (query.state.data?.some(isAtWork) ? interval : Math.max(interval, IDLE_MS));
    },
  });
}

/** The calls that a rule could not score, latest first, page by page; read anew when their number changes. */
export function scoringFailures(
  { project_id, id, calls: { failed } }: Pick<ScoringRule, "project_id" | "id" | "calls">,
  client: Client = browserClient,
) {
  return infiniteQueryOptions({
    queryKey: ["scoring", "failures", { project_id, id, failed }] as const,
    queryFn: async ({ pageParam, signal }) => {
      const request = { project_id, id, limit: FAILURES_PAGE_ROWS, offset: pageParam };
      const { failures } = await client.request("scoringFailures", request, { signal });
      return { rows: failures, isLast: failures.length < FAILURES_PAGE_ROWS };
    },
    placeholderData: keepPreviousData,
    ...byOffset(FAILURES_PAGE_ROWS),
  });
}

/** How many calls a backfill would score, and about what that would cost. */
export function scoringEstimate(request: ScoringEstimateQuery, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["scoring", "estimate", request] as const,
    queryFn: ({ signal }) => client.request("scoringEstimate", request, { signal }),
  });
}

/** Creates a scoring rule; the same request with the same id creates nothing more. */
export function createScoringRule(client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["scoring", "create"] as const,
    mutationFn: async (rule: NewScoringRule) => (await client.request("scoringCreate", rule)).rule,
    onSuccess: (_made, _rule, _result, { client: cache }) => cache.invalidateQueries({ queryKey: ["scoring"] }),
  });
}

/** Changes the definition of a scoring rule, pauses or resumes it, or scores its failed calls again. */
export function updateScoringRule(client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["scoring", "update"] as const,
    mutationFn: async (update: ScoringUpdate) => (await client.request("scoringUpdate", update)).rule,
    onSuccess: (_changed, _update, _result, { client: cache }) => cache.invalidateQueries({ queryKey: ["scoring"] }),
  });
}

/** Deletes a scoring rule. */
export function deleteScoringRule(client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["scoring", "delete"] as const,
    mutationFn: (rule: RuleKey) => client.request("scoringDelete", rule),
    onSuccess: (_deleted, _rule, _result, { client: cache }) => cache.invalidateQueries({ queryKey: ["scoring"] }),
  });
}

/** Scores the calls of a time range that a rule has missed. */
export function backfillScoringRule(client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["scoring", "backfill"] as const,
    mutationFn: async (backfill: ScoringBackfill) => (await client.request("scoringBackfill", backfill)).rule,
    onSuccess: (_rule, _backfill, _result, { client: cache }) => cache.invalidateQueries({ queryKey: ["scoring"] }),
  });
}

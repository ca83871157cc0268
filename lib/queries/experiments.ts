import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { isMissingEndpoint } from "@/lib/client/api-error";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import { nextTurn, yieldToMain } from "@/lib/client/yield-to-main";
import type { CallRow } from "@/lib/contract/calls";
import type { Experiment } from "@/lib/contract/experiments";
import { REFS_PER_BATCH } from "@/lib/contract/limits";
import { versionRef } from "@/lib/contract/refs";
import {
  alignResults,
  type ComparedExample,
  type ScoreName,
  scoreNames,
  scorePairs,
  type ScoreProblems,
  scoreProblems,
  type ScoreSummary,
  type ScoreValues,
  scoreValues,
  summarize,
} from "@/lib/experiment/compare";
import { isTimeOrderedId, type ListedExperiment, listExperiments } from "@/lib/experiment/listed";
import { type PairedDifference, pairedDifference } from "@/lib/experiment/paired-difference";
import { isUnended } from "@/lib/experiment/progress";
import { EVALUATE_OP, readResult, type Result } from "@/lib/experiment/result";
import type { JsonText } from "@/lib/json/text";
import type { ListPage } from "@/lib/live/list-pages";
import { type RolledCost, rollUpCosts } from "@/lib/trace/cost";
import { nativeRefOf } from "@/lib/trace/payload-refs";
import { buildSpanTree } from "@/lib/trace/span-tree";
import { readRows, streamRows } from "./call-rows";
import { pollInterval } from "./polling";
import { traceCosts } from "./trace";

/** Experiments of one page of the list. */
const EXPERIMENTS_PAGE_ROWS = 100;
/** Results of an experiment that are read. */
export const EXPERIMENT_RESULTS = 10_000;
/** Milliseconds between two readings of a running experiment. */
export const RUNNING_MS = 5_000;
const NEWEST = [{ field: "started_at", direction: "desc" as const }];
const OLDEST = [{ field: "started_at", direction: "asc" as const }];
/** Payloads of an experiment's own call. */
const COLUMNS = ["inputs", "output"] as const;

/** Milliseconds between two readings of the list: while one is running, and for new ones. */
const RUNNING_LIST_MS = 2_000;
const IDLE_LIST_MS = 10_000;

/**
 * The experiments of a project, newest first: those that the service runs, and the evaluations of W&B's SDKs. Read again
 * while the page is visible, often while one is running.
 */
export function experimentsList(projectId: string, client: Client = browserClient) {
  const anyVersion = versionRef(projectId, { kind: "op", name: EVALUATE_OP, digest: "*" });
  return infiniteQueryOptions({
    queryKey: ["calls", "experiments", { projectId }] as const,
    queryFn: async ({ pageParam: afterId, signal }): Promise<ListPage<ListedExperiment>> => {
      const readAt = Date.now();
      const query = {
        projectId,
        filter: { op_names: [anyVersion, EVALUATE_OP] },
        sort_by: NEWEST,
        limit: EXPERIMENTS_PAGE_ROWS,
        columns: COLUMNS,
        extras: true,
        ...(afterId === "" ? {} : { afterId }),
      };
      const calls = await readRows(query, client, signal);
      const hasMore = calls.length === EXPERIMENTS_PAGE_ROWS;
      const run = await runsOf(projectId, { calls, isFirst: afterId === "" }, client, signal);
      return { rows: listExperiments(calls, run, { isFirst: afterId === "", hasMore }), readAt, hasMore };
    },
    initialPageParam: "",
    getNextPageParam: ({ rows, hasMore }) => (hasMore ? rows.findLast(({ call }) => call)?.id : undefined),
    refetchInterval: (query) => {
      const interval = pollInterval(query);
      const rows = query.state.data?.pages.flatMap((page) => page.rows) ?? [];
      return interval && Math.max(interval, rows.some(isChanging) ? RUNNING_LIST_MS : IDLE_LIST_MS);
    },
  });
}

/** The experiments that the service runs, of some calls; for the first page also the newest ones. */
async function runsOf(
  projectId: string,
  { calls, isFirst }: { calls: readonly CallRow[]; isFirst: boolean },
  client: Client,
  signal: AbortSignal,
): Promise<Experiment[]> {
  const ids = calls.map(({ id }) => id).filter((id) => isTimeOrderedId(id));
  const read = async (request: { ids?: string[]; limit?: number }) =>
    (await client.request("experimentsQuery", { project_id: projectId, ...request }, { signal })).experiments;
  try {
    const [newest, ofCalls] = await Promise.all([
      isFirst ? read({ limit: EXPERIMENTS_PAGE_ROWS }) : [],
      ids.length > 0 ? read({ ids }) : [],
    ]);
    return [...newest, ...ofCalls];
  } catch (error) {
    if (isMissingEndpoint(error)) return [];
    throw error;
  }
}

/** Experiments by id, in this order; those that do not exist are left out. */
export function experiments(projectId: string, ids: readonly string[], client: Client = browserClient) {
  return queryOptions({
    queryKey: ["calls", "experiments-by-id", { projectId, ids }] as const,
    queryFn: async ({ signal }): Promise<CallRow[]> => {
      const query = { projectId, filter: { call_ids: [...ids] }, columns: COLUMNS, extras: true };
      const rows = await readRows(query, client, signal);
      return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
    },
    enabled: ids.length > 0,
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? RUNNING_MS : false),
  });
}

/** Whether it is going on, in the service or in a program. */
function isChanging({ run, call }: ListedExperiment): boolean {
  return run ? isUnended(run) : call !== undefined && isRunning(call);
}

export function isRunning({ ended_at: endedAt, overview }: CallRow): boolean {
  return endedAt === undefined && !overview?.stale;
}

export interface ExperimentResults {
  results: Result[];
  /** Whether there are more than `EXPERIMENT_RESULTS`. */
  isCut: boolean;
}

/** The results of an experiment, in the order in which they started. */
export function experimentResults(
  { projectId, id, running }: { projectId: string; id: string; running: boolean },
  client: Client = browserClient,
) {
  return queryOptions({
    queryKey: ["calls", "experiment-results", { projectId, id }] as const,
    queryFn: async ({ signal }): Promise<ExperimentResults> => {
      const results: Result[] = [];
      let isCut = false;
      const query = {
        projectId,
        filter: { parent_ids: [id] },
        sort_by: OLDEST,
        columns: COLUMNS,
        extras: true,
        limit: EXPERIMENT_RESULTS + 2,
      };
      for await (const row of yieldToMain(streamRows(query, client, signal))) {
        const result = readResult(row);
        if (!result) continue;
        if (results.length < EXPERIMENT_RESULTS) results.push(result);
        else isCut = true;
      }
      return { results, isCut };
    },
    refetchInterval: running && RUNNING_MS,
  });
}

/** What the calls below the results of an experiment say of them, by the ids of the results' calls. */
export interface BelowResults {
  /** With all calls below it. */
  costs: ReadonlyMap<string, RolledCost>;
  /** What the model said when it failed, which the SDK does not record with the result. */
  failures: ReadonlyMap<string, string>;
}

/** The costs and failures of an experiment's results. */
export function belowResults(
  { projectId, traceId, ended }: { projectId: string; traceId: string; ended: boolean },
  client: Client = browserClient,
) {
  return queryOptions({
    queryKey: ["calls", "below-results", { projectId, traceId }] as const,
    queryFn: async ({ signal, client: cache }): Promise<BelowResults> => {
      const [rows, costs] = await Promise.all([
        readRows({ projectId, filter: { trace_ids: [traceId] }, sort_by: OLDEST }, client, signal),
        cache.fetchQuery({
          ...traceCosts(projectId, traceId, client),
          staleTime: ended ? Number.POSITIVE_INFINITY : 0,
        }),
      ]);
      const failed = rows.flatMap(({ parent_id: parent, exception }) =>
        parent !== undefined && exception !== undefined ? [[parent, exception] as const] : [],
      );
      await nextTurn();
      const tree = buildSpanTree(rows);
      await nextTurn();
      return { costs: rollUpCosts(tree, costs), failures: new Map(failed) };
    },
    enabled: traceId !== "",
    refetchInterval: !ended && RUNNING_MS,
  });
}

/** The values of examples, by ref as written; refs to nothing are left out. */
export function exampleValues(refs: readonly string[], client: Client = browserClient) {
  return queryOptions({
    queryKey: ["objects", "example-values", { refs }] as const,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, JsonText>> => {
      const values = new Map<string, JsonText>();
      for (let start = 0; start < refs.length; start += REFS_PER_BATCH) {
        const part = refs.slice(start, start + REFS_PER_BATCH);
        const { vals } = await client.request("refsReadBatch", { refs: part.map(nativeRefOf) }, { signal });
        for (const [place, ref] of part.entries()) {
          const value = vals[place];
          if (value && value.kind !== "null") values.set(ref, value);
        }
      }
      return values;
    },
    enabled: refs.length > 0,
    // Of a running experiment there are more with each reading.
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The results of several experiments by example, and their scores. */
export interface Alignment {
  /** The ids of the experiments. */
  ids: readonly string[];
  /** Tells one reading of their results from another. */
  stamp: string;
  examples: readonly ComparedExample[];
  scores: readonly ComparedScore[];
}

/** A score in each of several experiments. */
export interface ComparedScore extends ScoreName {
  values: readonly ScoreValues[];
  summaries: readonly ScoreSummary[];
  /** Of each experiment; undefined where no scorer failed. */
  problems: readonly (ScoreProblems | undefined)[];
}

interface AlignmentParams extends Pick<Alignment, "ids" | "stamp"> {
  /** Of each experiment; undefined while they are read. */
  all: readonly (readonly Result[])[] | undefined;
}

/** Aligns the results of experiments, in turns. */
export function alignment({ ids, stamp, all }: AlignmentParams) {
  return queryOptions({
    queryKey: ["calls", "experiments-aligned", { ids, stamp }] as const,
    queryFn: async (): Promise<Alignment> => {
      const examples = alignResults(all ?? []);
      await nextTurn();
      const names = scoreNames(all ?? []);
      const scores: ComparedScore[] = [];
      for (const score of names) {
        await nextTurn();
        const values = scoreValues(examples, score.name, all?.length ?? 0);
        const problems = (all ?? []).map((results) => scoreProblems(results, score.name));
        scores.push({ ...score, values, summaries: values.map(summarize), problems });
      }
      return { ids, stamp, examples, scores };
    },
    enabled: all !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** For each score, the difference of each experiment from the baseline; undefined for itself. */
export type Differences = ReadonlyMap<string, readonly (PairedDifference | undefined)[]>;

/** The differences of all scores from those of the baseline, with their intervals; computed in turns. */
export function scoreDifferences({ ids, stamp, scores }: Alignment, base: number) {
  return queryOptions({
    queryKey: ["calls", "experiment-differences", { ids, stamp, base }] as const,
    queryFn: async (): Promise<Differences> => {
      const found = new Map<string, (PairedDifference | undefined)[]>();
      for (const { name, values } of scores) {
        const ofScore: (PairedDifference | undefined)[] = [];
        for (const [place, one] of values.entries())
          ofScore.push(
            place === base ? undefined : await pairedDifference(scorePairs(values[base] ?? [], one), nextTurn),
          );
        found.set(name, ofScore);
        await nextTurn();
      }
      return found;
    },
    enabled: scores.some(({ values }) => values.length > 1),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

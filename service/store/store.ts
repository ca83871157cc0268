import type { CallsFacetsQuery, Facet } from "@/lib/contract/call-facets";
import type { Call, CallRow, CallsQuery, TokenUsage } from "@/lib/contract/calls";
import type { CallKind } from "@/lib/contract/call-kinds";
import type { ErrorCode } from "@/lib/contract/error-codes";
import type { Feedback, FeedbackQuery } from "@/lib/contract/feedback";
import type { FeedbackCount, FeedbackStats } from "@/lib/contract/feedback-stats";
import type { JsonText } from "@/lib/json/text";
import type { Query } from "@/lib/contract/expression";
import type { Project, Refusal } from "@/lib/contract/projects";
import type { CallsListQuery } from "./calls/list-calls";
import type { CountedCalls } from "./statistics/count-by-time";
import type { StatsQuery } from "./statistics/statements";
import type { FeedbackByTimeQuery, FeedbackSelection, NewFeedback } from "./feedback/feedback-store";
import type { ShownUsage, ShownUsageQuery } from "./costs/shown-usage";
import type { Thread, ThreadsQuery } from "@/lib/contract/threads";
import type { CostsStore } from "./costs/costs-store";
import type { FilesStore } from "./objects/files-store";
import type { PoolUse, Requester } from "./connections/fair-pool";
import type { KeyStore } from "./keys/keys-store";
import type { ObjectsStore } from "./objects/objects-store";
import type { TablesStore } from "./tables/tables-store";
import type { TrainingRunsStore } from "./training/runs-store";
import type { TrainingStore } from "./training/training-store";

/** Who says it: a later kind wins over an earlier one, field by field; within a kind the later arrival wins. */
export const RANK = { start: 1, end: 2, update: 3 } as const;
export type Rank = (typeof RANK)[keyof typeof RANK];

/**
 * What one message says of one call. Absent fields say nothing and change nothing; a call without `started_at`
 * stays pending (unlisted) until a write brings it. Payloads are exact JSON text.
 */
export type CallWrite = {
  project_id: string;
  id: string;
  rank: Rank;
  trace_id?: string;
  parent_id?: string;
  op_name?: string;
  display_name?: string;
  thread_id?: string;
  turn_id?: string;
  /** Normalised timestamps: UTC, microseconds, `Z`. */
  started_at?: string;
  ended_at?: string;
  exception?: string;
  attributes?: JsonText;
  inputs?: JsonText;
  output?: JsonText;
  summary?: JsonText;
  ext_user_id?: string;
  /** Whom the program was run for. */
  user_id?: string;
  ext_run_id?: string;
  ext_run_step?: number;
  ext_run_step_end?: number;
  kind?: CallKind;
  model?: string;
  usage?: TokenUsage;
  /** Attributes, events and links the client dropped before sending. */
  dropped?: number;
};

export type WriteRefusal = { code: ErrorCode; message: string };

/** With `status` the call's overview has its status and latency. */
export type ReadOptions = { storageSize: boolean; totalStorageSize: boolean; status?: boolean };

export type NewRefusal = { project_id: string; source: Refusal["source"]; call_id?: string; reason: string };

export type ProjectsPage = { within: readonly string[]; limit?: number | null; offset?: number | null };

/** Everything the service keeps, behind one seam: the only implementation is PostgreSQL. */
export type Store = KeyStore &
  CostsStore &
  ObjectsStore &
  FilesStore &
  TablesStore &
  TrainingStore &
  TrainingRunsStore & {
    /** The same store for what a key's request asks for: it takes that key's share of the database and no more. */
    onBehalfOf(requester: Requester): Store;
    /**
     * Merges the writes in one transaction, synced to disk when it resolves. One entry per write: undefined when taken,
     * the refusal otherwise (the same id under another trace). Creates projects on first write.
     */
    writeCalls(writes: readonly CallWrite[]): Promise<(WriteRefusal | undefined)[]>;
    /**
     * Gives each call of the traces that says no thread or user itself those of its trace: the root's, else the first
     * that any call says. What a call says itself later replaces them.
     */
    shareTraceContext(projectId: string, traceIds: readonly string[]): Promise<void>;
    /**
     * Marks the calls and everything below them as deleted: they are kept, but no longer read, listed or counted.
     * Answers how many there were.
     */
    deleteCalls(projectId: string, ids: readonly string[]): Promise<number>;
    /** Takes back the deletions that the calls went in, with everything that went with them. Answers how many came back. */
    restoreCalls(projectId: string, ids: readonly string[]): Promise<number>;
    /** Undefined when absent, deleted or still pending. */
    readCall(projectId: string, id: string, options: ReadOptions): Promise<Call | undefined>;
    /**
     * Batches of rows in the order asked for (by start, ascending, when none is; ties by id), in bounded memory; stops
     * the query when the signal aborts. Throws `invalid` for an unknown field of a sort or query, or an unknown
     * `after_id`, and `unavailable` when a statement takes too long.
     */
    listCalls(query: CallsListQuery, signal: AbortSignal): AsyncIterable<CallRow[]>;
    /**
     * Counts the calls that started within a range, by bucket of time and group, and over the whole range (no `bucket`);
     * and their tokens, each once, apart by what prices them.
     */
    countByTime(query: StatsQuery): Promise<CountedCalls[]>;
    /** The tokens that a list shows of each call, of a root those of its trace, each once, apart by what prices them. */
    readShownUsage(query: ShownUsageQuery): Promise<ShownUsage[]>;
    /** The most frequent values of each field, over the calls that are selected. */
    countFacets(query: CallsFacetsQuery): Promise<Facet[]>;
    /** The models that the calls of a project named, in the order in which they first came; at most `MODELS_ORDERED`. */
    listSeenModels(projectId: string): Promise<string[]>;
    /**
     * Rolls up the hours whose calls have changed, so that `countByTime` and counts need not read them one by one; what is
     * not rolled up yet is counted all the same. Leaves off when the signal aborts, or another replica is at it.
     */
    rollUpCalls(signal: AbortSignal): Promise<void>;
    /** Batches of conversations in the order asked for; stops the query when the signal aborts. */
    listThreads(query: ThreadsQuery, signal: AbortSignal): AsyncIterable<Thread[]>;
    /** `latest` moves with every write, and with the clock for two seconds after the last; then it rests. */
    countCalls(
      query: Pick<CallsQuery, "project_id" | "filter" | "query" | "limit"> & { totalStorageSize: boolean },
    ): Promise<{
      count: number;
      latest?: string;
      total_storage_size_bytes?: number;
    }>;
    /** The same id with the same content answers the stored record; with other content throws `conflict`. */
    createFeedback(feedback: NewFeedback): Promise<Feedback>;
    /** As `createFeedback`, in one transaction; a refusal in the place of each that is refused. */
    createFeedbackBatch(batch: readonly NewFeedback[]): Promise<(Feedback | WriteRefusal)[]>;
    /** Puts it in the place of what has its id, as of now; undefined when nothing has. */
    replaceFeedback(feedback: NewFeedback): Promise<Feedback | undefined>;
    /** Batches of records in the order asked for, newest first when none is. */
    listFeedback(query: FeedbackQuery, signal: AbortSignal): AsyncIterable<Partial<Feedback>[]>;
    /** How many there are, and when the first and the last were given. */
    countFeedback(query: FeedbackSelection): Promise<Pick<FeedbackStats, "count" | "first" | "latest">>;
    /** What was said when; throws `invalid` where that is more than `STATS_ROWS`. */
    countFeedbackByTime(query: FeedbackByTimeQuery): Promise<FeedbackCount[]>;
    /** Number of records removed, at most `PURGE_ROWS` at a time. */
    purgeFeedback(projectId: string, query: Query): Promise<number>;
    /** Projects in which enough waits to be indexed for text search. */
    projectsToIndex(): Promise<string[]>;
    /**
     * Indexes the text of calls that have waited longest, about a thousand; false when too few wait, or another replica
     * is at it. What is not indexed yet is found all the same, more slowly.
     */
    indexProject(projectId: string): Promise<boolean>;
    /** Projects that the patterns `within` cover, by name. */
    listProjects(page: ProjectsPage): Promise<Project[]>;
    recordRefusals(refusals: readonly NewRefusal[]): Promise<void>;
    queryRefusals(projectId: string, limit: number): Promise<{ count: number; refusals: Refusal[] }>;
    /** Connections of each pool: how many there are, how many of them are idle, and how many statements wait for one. */
    poolUse(): PoolUse[];
    /** Resolves when the database answers, rejects otherwise. */
    ping(): Promise<void>;
    close(): Promise<void>;
  };

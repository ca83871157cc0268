import type { CallsFacetsQuery, Facet } from "@/lib/contract/call-facets";
import type { Call, CallRow, CallsQuery } from "@/lib/contract/calls";
import type { Thread, ThreadsQuery } from "@/lib/contract/threads";
import type { Database } from "@/service/store/connections/database";
import type { CallWrite, WriteRefusal } from "./call-write";
import { countCalls } from "./count-calls";
import { countFacets } from "./count-facets";
import { deleteCalls, restoreCalls } from "./delete-calls";
import { type CallsListQuery, listCalls } from "./list-calls";
import { listThreads } from "./list-threads";
import { readCall } from "./read-call";
import { listSeenModels } from "./seen-models";
import { shareTraceContext } from "./trace-context";
import { writeCalls } from "./write-calls";

/** With `status` the call's overview has its status and latency. */
export type ReadOptions = { storageSize: boolean; totalStorageSize: boolean; status?: boolean };

/** Calls, one by one, in lists and by conversation. */
export type CallsStore = {
  /**
   * Merges the writes in one transaction, synced to disk when it resolves. One entry per write: undefined when accepted,
   * the refusal otherwise (the same id under another trace). Creates projects on first write.
   */
  writeCalls(writes: readonly CallWrite[]): Promise<(WriteRefusal | undefined)[]>;
  /**
   * Gives each call of the traces without a thread or user of its own those of its trace: the root's, else the first
   * that any call has. A value that the call itself reports later replaces them.
   */
  shareTraceContext(projectId: string, traceIds: readonly string[]): Promise<void>;
  /**
   * Marks the calls and everything below them as deleted: they are kept, but no longer read, listed or counted.
   * Returns the number of calls.
   */
  deleteCalls(projectId: string, ids: readonly string[]): Promise<number>;
  /** Undoes the deletions that removed these calls, with everything deleted along with them. Returns the number of calls. */
  restoreCalls(projectId: string, ids: readonly string[]): Promise<number>;
  /** Undefined when absent, deleted or still pending. */
  readCall(projectId: string, id: string, options: ReadOptions): Promise<Call | undefined>;
  /**
   * Batches of rows in the given order (by default by start, ascending; ties by id), in bounded memory; stops
   * the query when the signal aborts. Throws `invalid` for an unknown field of a sort or query, or an unknown
   * `after_id`, and `unavailable` when a statement takes too long.
   */
  listCalls(query: CallsListQuery, signal: AbortSignal): AsyncIterable<CallRow[]>;
  /** `latest` moves with every write, and with the clock for two seconds after the last one. */
  countCalls(
    query: Pick<CallsQuery, "project_id" | "filter" | "query" | "limit"> & { totalStorageSize: boolean },
  ): Promise<{
    count: number;
    latest?: string;
    total_storage_size_bytes?: number;
  }>;
  /** The most frequent values of each field, over the calls that are selected. */
  countFacets(query: CallsFacetsQuery): Promise<Facet[]>;
  /** The models of a project's calls, in the order of their first call; at most `MODELS_ORDERED`. */
  listSeenModels(projectId: string): Promise<string[]>;
  /** Batches of conversations in the given order; stops the query when the signal aborts. */
  listThreads(query: ThreadsQuery, signal: AbortSignal): AsyncIterable<Thread[]>;
};

export function callsStore(database: Database): CallsStore {
  return {
    writeCalls: writeCalls.bind(undefined, database),
    shareTraceContext: shareTraceContext.bind(undefined, database),
    deleteCalls: deleteCalls.bind(undefined, database),
    restoreCalls: restoreCalls.bind(undefined, database),
    readCall: readCall.bind(undefined, database),
    listCalls: listCalls.bind(undefined, database),
    countCalls: countCalls.bind(undefined, database),
    countFacets: countFacets.bind(undefined, database),
    listSeenModels: listSeenModels.bind(undefined, database),
    listThreads: listThreads.bind(undefined, database),
  };
}

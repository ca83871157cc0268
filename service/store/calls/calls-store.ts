import { countCalls } from "./count-calls";
import { countFacets } from "./count-facets";
import { deleteCalls, restoreCalls } from "./delete-calls";
import { listCalls } from "./list-calls";
import { countThreads, listThreads } from "./list-threads";
import { readCall } from "./read-call";
import { listSeenModels } from "./seen-models";
import { shareTraceContext } from "./trace-context";
import { readThreadTotals } from "./thread-totals";
import { writeCalls } from "./write-calls";

/** With `status` the call's overview has its status, its latency and the cost that it states. */
export type ReadOptions = { storageSize: boolean; totalStorageSize: boolean; status?: boolean };

/** Calls, one by one, in lists and by conversation. */
export const callsStore = {
  writeCalls,
  shareTraceContext,
  deleteCalls,
  restoreCalls,
  readCall,
  listCalls,
  countCalls,
  countFacets,
  listSeenModels,
  listThreads,
  countThreads,
  readThreadTotals,
};

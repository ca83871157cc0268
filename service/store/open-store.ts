import { countCalls } from "./calls-count";
import { listCalls } from "./calls-list";
import { readCall } from "./calls-read";
import { writeCalls } from "./calls-write";
import { createCosts, purgeCosts, queryCosts, readPrices } from "./costs";
import { Database, type DatabaseOptions } from "./database";
import { createFeedback, purgeFeedback, queryFeedback } from "./feedback";
import { createKey, findKey, queryKeys, recordKeyUse, revokeKey } from "./keys";
import { migrate } from "./migrate";
import { listProjects } from "./projects";
import { queryRefusals, recordRefusals } from "./refusals";
import type { Store } from "./store";

/**
 * Opens the store on a PostgreSQL database, bringing it to the newest schema first.
 * Throws `StartError` when the server cannot serve, the driver's error when it does not answer.
 */
export async function openStore(options: DatabaseOptions): Promise<Store> {
  await migrate(options.connection);
  const database = new Database(options);
  return {
    writeCalls: (writes) => writeCalls(database, writes),
    readCall: (projectId, id, wanted) => readCall(database, projectId, id, wanted),
    listCalls: (query, signal) => listCalls(database, query, signal),
    countCalls: (query) => countCalls(database, query),
    createFeedback: (feedback) => createFeedback(database, feedback),
    queryFeedback: (query) => queryFeedback(database, query),
    purgeFeedback: (projectId, query) => purgeFeedback(database, projectId, query),
    createCosts: (projectId, costs) => createCosts(database, projectId, costs),
    queryCosts: (query, defaults) => queryCosts(database, query, defaults),
    purgeCosts: (projectId, query) => purgeCosts(database, projectId, query),
    readPrices: (projectId, llmIds) => readPrices(database, projectId, llmIds),
    listProjects: (page) => listProjects(database, page),
    createKey: (key) => createKey(database, key),
    queryKeys: (query, within) => queryKeys(database, query, within),
    revokeKey: (id, within) => revokeKey(database, id, within),
    findKey: (id) => findKey(database, id),
    recordKeyUse: (id) => recordKeyUse(database, id),
    recordRefusals: (refusals) => recordRefusals(database, refusals),
    queryRefusals: (projectId, limit) => queryRefusals(database, projectId, limit),
    async ping() {
      await database.query("select 1");
    },
    close: () => database.close(),
  };
}

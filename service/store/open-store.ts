import { listModels } from "./costs/call-prices";
import { countCalls } from "./calls/count-calls";
import { deleteCalls, restoreCalls } from "./calls/delete-calls";
import { countFacets } from "./calls/count-facets";
import { listCalls } from "./calls/list-calls";
import { readCall } from "./calls/read-call";
import { countByTime } from "./statistics/count-by-time";
import { writeCalls } from "./calls/write-calls";
import { createCosts, purgeCosts, queryCosts, readPrices } from "./costs/costs";
import { Database, type DatabaseOptions } from "./connections/database";
import { listFeedback, purgeFeedback } from "./feedback/list-feedback";
import { countFeedback, countFeedbackByTime } from "./feedback/count-feedback";
import { createFeedback, createFeedbackBatch, replaceFeedback } from "./feedback/write-feedback";
import { createFile, readFile } from "./objects/files";
import { createKey, findKeys, queryKeys, recordKeyUse, revokeKey } from "./keys/keys";
import { migrate } from "./schema/migrate";
import { countObjects, listObjects, readObject, readObjectValues } from "./objects/read-objects";
import { deleteObjects, publishObject } from "./objects/write-objects";
import { listProjects } from "./projects/projects";
import { rollUpCalls } from "./statistics/rollup";
import { queryRefusals, recordRefusals } from "./projects/refusals";
import { listSeenModels } from "./calls/seen-models";
import { diffTables } from "./tables/diff-tables";
import { listTables } from "./tables/list-tables";
import { countTableRows, listTableRows, readTableValues, sampleTableRows } from "./tables/read-rows";
import { createTable, updateTable } from "./tables/write-tables";
import { indexProject, projectsToIndex } from "./search/index-project";
import { listThreads } from "./calls/list-threads";
import { readShownUsage } from "./costs/shown-usage";
import type { Store } from "./store";
import { shareTraceContext } from "./calls/trace-context";
import {
  moveTrainingParts,
  readTrainingBody,
  removeTrainingParts,
  sweepTrainingParts,
  writeTrainingPart,
} from "./training/body";
import { createTrainingJob } from "./training/create-job";
import { listTrainingEvents, listTrainingGroups, readTrainingGroup } from "./training/events";
import { cancelTrainingJob, listTrainingJobs, readTrainingJob } from "./training/jobs";
import { createTrainedModel, findTrainedModel, listCheckpoints, listTrainedModels } from "./training/models";
import { countRuns, delayRun, hasRun, releaseRun, renewRun, settleRun, takeRun, writeRun } from "./training/runs";

/**
 * Opens the store on a PostgreSQL database, bringing it to the newest schema first.
 * Throws `StartError` when the server cannot serve, the driver's error when it does not answer.
 */
export async function openStore(options: DatabaseOptions): Promise<Store> {
  await migrate(options.connection);
  return storeOn(Database.open(options));
}

function storeOn(database: Database): Store {
  return {
    onBehalfOf: (requester) => storeOn(database.for(requester)),
    writeCalls: (writes) => writeCalls(database, writes),
    shareTraceContext: (projectId, traceIds) => shareTraceContext(database, projectId, traceIds),
    deleteCalls: (projectId, ids) => deleteCalls(database, projectId, ids),
    restoreCalls: (projectId, ids) => restoreCalls(database, projectId, ids),
    readCall: (projectId, id, wanted) => readCall(database, projectId, id, wanted),
    listCalls: (query, signal) => listCalls(database, query, signal),
    countCalls: (query) => countCalls(database, query),
    listThreads: (query, signal) => listThreads(database, query, signal),
    readShownUsage: (query) => readShownUsage(database, query),
    countFacets: (query) => countFacets(database, query),
    listSeenModels: (projectId) => listSeenModels(database, projectId),
    countByTime: (query) => countByTime(database, query),
    rollUpCalls: (signal) => rollUpCalls(database, signal),
    createFeedback: (feedback) => createFeedback(database, feedback),
    createFeedbackBatch: (batch) => createFeedbackBatch(database, batch),
    replaceFeedback: (feedback) => replaceFeedback(database, feedback),
    listFeedback: (query, signal) => listFeedback(database, query, signal),
    countFeedback: (query) => countFeedback(database, query),
    countFeedbackByTime: (query) => countFeedbackByTime(database, query),
    purgeFeedback: (projectId, query) => purgeFeedback(database, projectId, query),
    createCosts: (projectId, costs) => createCosts(database, projectId, costs),
    queryCosts: (query, defaults) => queryCosts(database, query, defaults),
    purgeCosts: (projectId, query) => purgeCosts(database, projectId, query),
    readPrices: (projectId, llmIds) => readPrices(database, projectId, llmIds),
    listModels: (projectId) => listModels(database, projectId),
    projectsToIndex: () => projectsToIndex(database),
    indexProject: (projectId) => indexProject(database, projectId),
    listProjects: (page) => listProjects(database, page),
    createKey: (key) => createKey(database, key),
    queryKeys: (query, within) => queryKeys(database, query, within),
    revokeKey: (id, within) => revokeKey(database, id, within),
    findKeys: (ids) => findKeys(database, ids),
    recordKeyUse: (id) => recordKeyUse(database, id),
    recordRefusals: (refusals) => recordRefusals(database, refusals),
    queryRefusals: (projectId, limit) => queryRefusals(database, projectId, limit),
    publishObject: (object) => publishObject(database, object),
    readObject: (projectId, key, options) => readObject(database, projectId, key, options),
    readObjectValues: (projectId, keys) => readObjectValues(database, projectId, keys),
    listObjects: (query, signal) => listObjects(database, query, signal),
    countObjects: (query) => countObjects(database, query),
    deleteObjects: (projectId, objectId, digests) => deleteObjects(database, projectId, objectId, digests),
    createFile: (file) => createFile(database, file),
    readFile: (projectId, digest) => readFile(database, projectId, digest),
    createTable: (projectId, rows) => createTable(database, projectId, rows),
    updateTable: (projectId, digest, updates) => updateTable(database, projectId, digest, updates),
    listTableRows: (query, signal) => listTableRows(database, query, signal),
    countTableRows: (projectId, digest, rowDigests) => countTableRows(database, projectId, digest, rowDigests),
    sampleTableRows: (projectId, digest, most) => sampleTableRows(database, projectId, digest, most),
    listTables: (query, signal) => listTables(database, query, signal),
    diffTables: (query) => diffTables(database, query),
    readTableValues: (projectId, digest, keys) => readTableValues(database, projectId, digest, keys),
    createTrainedModel: (model) => createTrainedModel(database, model),
    findTrainedModel: (id, within) => findTrainedModel(database, id, within),
    listTrainedModels: (page) => listTrainedModels(database, page),
    listCheckpoints: (model, page) => listCheckpoints(database, model, page),
    writeTrainingPart: (part) => writeTrainingPart(database, part),
    moveTrainingParts: (job, projectId, parts) => moveTrainingParts(database, job, projectId, parts),
    removeTrainingParts: (job) => removeTrainingParts(database, job),
    sweepTrainingParts: () => sweepTrainingParts(database),
    readTrainingBody: (job, range) => readTrainingBody(database, job, range),
    createTrainingJob: (job) => createTrainingJob(database, job),
    listTrainingJobs: (page) => listTrainingJobs(database, page),
    readTrainingJob: (id, within) => readTrainingJob(database, id, within),
    cancelTrainingJob: (job) => cancelTrainingJob(database, job),
    listTrainingEvents: (job, page) => listTrainingEvents(database, job, page),
    listTrainingGroups: (job, page) => listTrainingGroups(database, job, page),
    readTrainingGroup: (job, index) => readTrainingGroup(database, job, index),
    takeRun: (holder, runner, waiting) => takeRun(database, holder, runner, waiting),
    renewRun: (holder, key) => renewRun(database, holder, key),
    delayRun: (holder, key, reason) => delayRun(database, holder, key, reason),
    writeRun: (holder, key, write) => writeRun(database, holder, key, write),
    settleRun: (holder, key) => settleRun(database, holder, key),
    releaseRun: (holder, key) => releaseRun(database, holder, key),
    countRuns: (holder) => countRuns(database, holder),
    hasRun: (key) => hasRun(database, key),
    poolUse: () => database.poolUse(),
    async ping() {
      await database.control.query("select 1");
    },
    close: () => database.close(),
  };
}

import type { Tool } from "./tool";
import { addTableRow } from "./tools/add-table-row";
import { addToQueue } from "./tools/add-to-queue";
import { compareTraces } from "./tools/compare-traces";
import { findTraces } from "./tools/find-traces";
import { getStatistics } from "./tools/get-statistics";
import { giveFeedback } from "./tools/give-feedback";
import { listProjects } from "./tools/list-projects";
import { listValues } from "./tools/list-values";
import { readExperiments } from "./tools/read-experiments";
import { readFeedback } from "./tools/read-feedback";
import { readPrompts } from "./tools/read-prompts";
import { readQueues } from "./tools/read-queues";
import { readTables } from "./tools/read-tables";
import { readTrace } from "./tools/read-trace";
import { savePrompt } from "./tools/save-prompt";

/** All tools, in the order in which they are listed: those that read, then those that write. */
export const TOOLS: readonly Tool[] = [
  listProjects,
  findTraces,
  readTrace,
  compareTraces,
  getStatistics,
  listValues,
  readFeedback,
  readQueues,
  readPrompts,
  readTables,
  readExperiments,
  giveFeedback,
  addToQueue,
  savePrompt,
  addTableRow,
];

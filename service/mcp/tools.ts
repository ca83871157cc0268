import type { Tool } from "./tool";
import { compareTraces } from "./tools/compare-traces";
import { findTraces } from "./tools/find-traces";
import { listProjects } from "./tools/list-projects";
import { readTrace } from "./tools/read-trace";

/** All tools, in the order in which they are listed. */
export const TOOLS: readonly Tool[] = [listProjects, findTraces, readTrace, compareTraces];

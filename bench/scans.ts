import path from "node:path";
import type { Endpoint } from "@/lib/contract/endpoint";
import { callsStatsResponse } from "@/lib/contract/calls";
import { endpoints } from "@/lib/contract/endpoints";
import { callRef } from "@/lib/contract/refs";
import { NEWEST_TRACES, sortCalls } from "@/lib/filter/calls-view";
import { selectCalls } from "@/lib/filter/select-calls";
import { writeJson } from "@/lib/json/text";
import { ensureBuilt } from "@/scripts/start/build.mjs";
import { stopWithNpm } from "@/scripts/start/parent-watch.mjs";
import { openUpkeep } from "./bare-statements";
import { measure } from "./measure";
import { toService } from "./post";
import { type Result, printRun } from "./report";
import { CALLS_PER_TRACE, PROJECT, callId, rangeOf } from "./rows";
import { BATCH_CALLS } from "./scenarios";
import { seedProjects, untilDerived } from "./seed";
import { type System, startServiceIn, startSystem } from "./system";

const TIMES = 10;
const WITHIN_MS = 30_000;
const LIST_ROWS = 50;
const DAY_SECONDS = 86_400;
const FIRST_DAY = "2026-01-01T00:00:00Z";
const JUDGED = "judge";
const FIELDS = ["status", "op_name", "model", "kind", "user_id"];
/** What the list counts at first in a project with reactions and scores, and calls that took longer than most. */
const LIST_FACETS = {
  fields: [...FIELDS, "thread_id", "feedback.[core.reaction.1].payload.emoji", "feedback.[score].payload.score"],
  slow_ms: 2900,
};
const TARGET = "p95 ≤ 500 ms";
/** Filters of traces, as typed in the list. */
const FILTERS = ["", "tokens>3500", "model:gpt-4o", "status:success", "cost>0.01", "feedback>0", 'model:gpt-4o "lyon"'];
const SORTS = ["tokens", "cost", "latency", "feedback"];

type Timed = (what: string, endpoint: Endpoint, body: object) => Promise<void>;

/** What the pages read that a team watches: facets, the home, charts by group, related calls and feedback compared. */
async function watched(time: Timed, end: string): Promise<void> {
  const start = new Date(Date.parse(end) - DAY_SECONDS * 1000).toISOString();
  const day = { start, end, granularity: DAY_SECONDS };
  const roots = selectCalls(NEWEST_TRACES, Date.now());
  await time("the list's facets, with slow calls", endpoints.callsFacets, { ...roots, ...LIST_FACETS });
  await time("home: traces of the last day", endpoints.callsStats, { ...day, ...roots });
  await time("home: calls of the last day by op", endpoints.callsStats, { ...day, group_by: ["op"], groups: 100 });
  await time("home: feedback of the last day by type", endpoints.callsStats, {
    // It was given when the bench began.
    start: new Date(Date.now() - DAY_SECONDS * 1000).toISOString(),
    granularity: DAY_SECONDS,
    feedback: {},
    group_by: ["feedback_type"],
  });
  await time("chart: calls of all days by model", endpoints.callsStats, {
    start: FIRST_DAY,
    end,
    group_by: ["model"],
    groups: 10,
  });
  await time("chart: calls of all days by an attribute", endpoints.callsStats, {
    start: FIRST_DAY,
    end,
    group_by: ["attributes.attempt"],
    groups: 10,
  });
  await time("feedback by value and model", endpoints.callsStats, {
    start: FIRST_DAY,
    feedback: { feedback_type: JUDGED },
    group_by: ["feedback_value", "model"],
    groups: 100,
  });
  await time("two feedback types compared", endpoints.feedbackCompare, {
    first: { feedback_type: "core.reaction.1" },
    second: { feedback_type: JUDGED },
  });
  for (const q of ["has(status:error)", "has(op:step-3 latency>2s)", "feedback.score>0.7"])
    await time(`count: ${q}`, endpoints.callsQueryStats, selectCalls({ ...NEWEST_TRACES, q }, Date.now()));
}

/** One more record on each trace that has feedback, to be compared with it. */
async function seedJudgments(system: System, rated: number): Promise<void> {
  const post = toService(system);
  const batch = Array.from({ length: rated }, (_, trace) => ({
    project_id: PROJECT,
    core_ref: callRef(PROJECT, callId(trace * CALLS_PER_TRACE)),
    feedback_type: JUDGED,
    payload: { value: trace % 3 === 0 ? "👍" : "👎" },
  }));
  for (let from = 0; from < rated; from += BATCH_CALLS)
    await post(endpoints.feedbackBatchCreate, writeJson({ batch: batch.slice(from, from + BATCH_CALLS) }));
}

/** Fills the project, unless an earlier run has. */
async function seedOnce(system: System, calls: number): Promise<void> {
  const answer = await toService(system)(endpoints.callsQueryStats, writeJson({ project_id: PROJECT }));
  const { count } = callsStatsResponse.parse(JSON.parse(answer));
  if (count === calls) return;
  if (count > 0) throw new Error(`npm run bench: the folder has ${count} calls, wanted ${calls}; use an empty one`);
  await seedProjects(system, [PROJECT], calls, calls / CALLS_PER_TRACE / 2);
  await seedJudgments(system, calls / CALLS_PER_TRACE / 2);
}

/**
 * `npm run bench -- scans calls [folder]`: what reads all traces of a project, with filters that the list offers:
 * counts, statistics, facets and sorts, and the list of threads. Half of the traces have feedback. A folder that is named
 * stays, and its data is measured again by the next run.
 */
export async function benchScans(calls: number, folder?: string): Promise<void> {
  if (folder !== undefined) stopWithNpm();
  await ensureBuilt("service");
  const system = await (folder === undefined ? startSystem({}, "service") : startServiceIn(folder));
  try {
    await seedOnce(system, calls);
    const upkeep = await openUpkeep({ host: path.join(system.dataFolder, "socket"), user: "loupe", database: "loupe" });
    await untilDerived(upkeep, 1);
    const post = toService(system);
    const results: Result[] = [];
    const time: Timed = async (what, endpoint, body) => {
      const text = writeJson({ project_id: PROJECT, ...body });
      const { p50, p95 } = await measure(TIMES, () => post(endpoint, text), WITHIN_MS);
      results.push({ what, unit: "ms", ours: p50, p95, target: TARGET });
      console.error(`${what}: ${p50.toFixed(0)} / ${p95.toFixed(0)} ms`);
    };
    const [start, end] = rangeOf(calls);
    for (const q of FILTERS) {
      const selected = selectCalls({ ...NEWEST_TRACES, q }, Date.now());
      const name = q === "" ? "all traces" : q;
      await time(`count: ${name}`, endpoints.callsQueryStats, selected);
      await time(`statistics by day: ${name}`, endpoints.callsStats, {
        ...selected,
        start,
        end,
        granularity: DAY_SECONDS,
      });
      await time(`five facets: ${name}`, endpoints.callsFacets, { ...selected, fields: FIELDS });
    }
    for (const by of SORTS) {
      const view = { ...NEWEST_TRACES, sort: { by, direction: "desc" as const } };
      const list = {
        ...selectCalls(view, Date.now()),
        sort_by: sortCalls(view),
        limit: LIST_ROWS,
        include_extras: true,
      };
      await time(`50 traces sorted by ${by}`, endpoints.callsStreamQuery, { ...list, include_overview: true });
    }
    await time("costs of whole traces by day", endpoints.callsStats, {
      start,
      end,
      granularity: DAY_SECONDS,
      whole_traces: true,
      ...selectCalls({ ...NEWEST_TRACES, q: "status:error" }, Date.now()),
    });
    await watched(time, end);
    for (const q of ["status:error", "reaction:👍", "has(op:step-3 latency>2s)"]) {
      const { query } = selectCalls({ ...NEWEST_TRACES, q, roots: false }, Date.now());
      await time(`count of threads: ${q}`, endpoints.threadsQueryStats, { query });
      await time(`50 threads with totals: ${q}`, endpoints.threadsStreamQuery, {
        query,
        limit: LIST_ROWS,
        include_totals: true,
      });
    }
    await time("50 threads with totals", endpoints.threadsStreamQuery, { limit: LIST_ROWS, include_totals: true });
    printRun({ calls }, { node: process.versions.node, postgres: await upkeep.version() }, results);
    await upkeep.close();
  } finally {
    await (folder === undefined ? system.remove() : system.stop());
  }
}

import path from "node:path";
import type { Endpoint } from "@/lib/contract/endpoint";
import { endpoints } from "@/lib/contract/endpoints";
import { NEWEST_TRACES, sortCalls } from "@/lib/filter/calls-view";
import { selectCalls } from "@/lib/filter/select-calls";
import { writeJson } from "@/lib/json/text";
import { ensureBuilt } from "@/scripts/start/build.mjs";
import { openUpkeep } from "./bare-statements";
import { measure } from "./measure";
import { toService } from "./post";
import { type Result, printRun } from "./report";
import { CALLS_PER_TRACE, PROJECT, rangeOf } from "./rows";
import { seedProjects, untilDerived } from "./seed";
import { startSystem } from "./system";

const TIMES = 10;
const WITHIN_MS = 30_000;
const LIST_ROWS = 50;
const DAY_SECONDS = 86_400;
const FIELDS = ["status", "op_name", "model", "kind", "user_id"];
const TARGET = "p95 ≤ 500 ms";
/** Filters of traces, as typed in the list. */
const FILTERS = ["", "tokens>3500", "model:gpt-4o", "status:success", "cost>0.01", "feedback>0", 'model:gpt-4o "lyon"'];
const SORTS = ["tokens", "cost", "latency", "feedback"];

/**
 * `npm run bench -- scans calls`: what reads all traces of a project, with filters that the list offers: counts,
 * statistics, facets and sorts, and the list of threads. Half of the traces have feedback.
 */
export async function benchScans(calls: number): Promise<void> {
  await ensureBuilt("service");
  const system = await startSystem({}, "service");
  try {
    await seedProjects(system, [PROJECT], calls, calls / CALLS_PER_TRACE / 2);
    const upkeep = await openUpkeep({ host: path.join(system.dataFolder, "socket"), user: "loupe", database: "loupe" });
    await untilDerived(upkeep, 1);
    const post = toService(system);
    const results: Result[] = [];
    const time = async (what: string, endpoint: Endpoint, body: object) => {
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
    await time("50 threads with totals", endpoints.threadsStreamQuery, { limit: LIST_ROWS, include_totals: true });
    printRun({ calls }, { node: process.versions.node, postgres: await upkeep.version() }, results);
    await upkeep.close();
  } finally {
    await system.remove();
  }
}

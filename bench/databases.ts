import type { Endpoint } from "@/lib/contract/endpoint";
import { endpoints } from "@/lib/contract/endpoints";
import { writeJson } from "@/lib/json/text";
import { ensureBuilt } from "@/scripts/start/build.mjs";
import { type Upkeep, openUpkeep } from "./bare-statements";
import { once, timingOf } from "./measure";
import { toService } from "./post";
import { type Result, printRun } from "./report";
import { ABSENT, CALLS_PER_TRACE, NEEDLE, PROJECT, callId, rangeOf, traceId } from "./rows";
import { listBody, traceBody } from "./scenarios";
import { inProject, seedProjects, untilDerived } from "./seed";
import { type System, startSystem } from "./system";

const PROJECTS = 8;
const TIMES = 30;
/** Traces with feedback in each project. */
const RATED = 50;
const HOUR_SECONDS = 3600;

/** A service on a database of its own. */
interface Candidate {
  name: string;
  system: System;
  upkeep: Upkeep;
}

type Read = { what: string; endpoint: Endpoint; body: (turn: number) => string };

/**
 * `npm run bench -- databases calls reference=URL name=URL`: the same reads on two empty databases, each with the same
 * calls in eight projects, asked in turn. The databases are not emptied afterwards.
 */
export async function benchDatabases(calls: number, named: readonly string[]): Promise<void> {
  await ensureBuilt("service");
  const candidates: Candidate[] = [];
  try {
    for (const one of named) candidates.push(await startOn(one));
    const [reference, compared] = candidates;
    if (!reference || !compared || candidates.length > 2)
      throw new Error("npm run bench -- databases: wanted a number of calls and two databases, as name=URL");
    for (const { system, upkeep, name } of candidates) {
      console.error(`filling: ${name}`);
      await seedProjects(system, PROJECT_IDS, calls, RATED);
      await untilDerived(upkeep, PROJECTS);
    }
    const results: Result[] = [];
    for (const read of readsOf(calls)) results.push(await compare(read, reference, compared));
    const versions = Object.fromEntries(
      await Promise.all(candidates.map(async ({ name, upkeep }) => [name, await upkeep.version()])),
    );
    printRun({ projects: PROJECTS, calls }, versions, results);
  } finally {
    for (const { system, upkeep } of candidates) {
      await upkeep.close();
      await system.remove();
    }
  }
}

async function startOn(named: string): Promise<Candidate> {
  const [, name = "", address = ""] = /^([^=]+)=(.+)$/.exec(named) ?? [];
  if (address === "") throw new Error(`npm run bench -- databases: found "${named}", wanted a name, "=" and a URL`);
  // First, since it fails for a wrong address without leaving a process.
  const upkeep = await openUpkeep({ connectionString: address });
  return { name, upkeep, system: await startSystem({ DATABASE_URL: address }, "service") };
}

const PROJECT_IDS = Array.from({ length: PROJECTS }, (_, number) => `${PROJECT}-${number}`);
const projectOf = (turn: number) => PROJECT_IDS[turn % PROJECTS] ?? "";

/** What the pages ask, each time of the next project. */
function readsOf(calls: number): Read[] {
  const [start, end] = rangeOf(calls);
  const spread = (turn: number) => (turn * 7919) % calls;
  const one = (body: string) => (turn: number) => inProject(body, projectOf(turn));
  const ask = (body: object) => one(writeJson({ project_id: PROJECT, ...body }));
  const sort_by = [{ field: "overview.total_cost", direction: "desc" }];
  const everything = { filter: { trace_roots_only: true }, include_overview: true, include_extras: true, limit: 50 };
  const newest = { sort_by: [{ field: "started_at", direction: "desc" }] };
  const { callsStreamQuery } = endpoints;
  return [
    { what: "newest 50 with everything", endpoint: callsStreamQuery, body: ask({ ...everything, ...newest }) },
    { what: "newest 50, plain", endpoint: callsStreamQuery, body: one(listBody({})) },
    {
      what: "one trace",
      endpoint: callsStreamQuery,
      body: (turn) => inProject(traceBody(traceId(Math.floor(spread(turn) / CALLS_PER_TRACE))), projectOf(turn)),
    },
    {
      what: "/call/read",
      endpoint: endpoints.callRead,
      body: (turn) => writeJson({ project_id: projectOf(turn), id: callId(spread(turn)) }),
    },
    {
      what: "statistics",
      endpoint: endpoints.callsStats,
      body: ask({ start, end, granularity: HOUR_SECONDS, group_by: ["op_name"] }),
    },
    { what: "facets", endpoint: endpoints.callsFacets, body: ask({ fields: ["status", "op_name", "model", "kind"] }) },
    { what: "count", endpoint: endpoints.callsQueryStats, body: ask({}) },
    { what: "sort by cost", endpoint: callsStreamQuery, body: ask({ ...everything, sort_by }) },
    { what: "text search, rare", endpoint: callsStreamQuery, body: one(listBody({ roots: false, q: NEEDLE })) },
    { what: "text search, common", endpoint: callsStreamQuery, body: one(listBody({ roots: false, q: "warehouse" })) },
    {
      what: "text search that finds nothing",
      endpoint: callsStreamQuery,
      body: one(listBody({ roots: false, q: ABSENT })),
    },
    { what: "project list", endpoint: endpoints.projectsQuery, body: () => "{}" },
    { what: "keys", endpoint: endpoints.keysQuery, body: () => "{}" },
    {
      what: "threads",
      endpoint: endpoints.threadsStreamQuery,
      body: ask({ limit: 50, include_totals: true }),
    },
    { what: "objects", endpoint: endpoints.objsQuery, body: ask({ metadata_only: true, limit: 50 }) },
    { what: "feedback", endpoint: endpoints.feedbackQuery, body: ask({ fields: ["id", "payload"], limit: 50 }) },
    { what: "prices", endpoint: endpoints.costQuery, body: ask({}) },
  ];
}

/** Asks both in turn, so that whatever else the machine does meets both. */
async function compare({ what, endpoint, body }: Read, reference: Candidate, compared: Candidate): Promise<Result> {
  const took = new Map<Candidate, number[]>([
    [reference, []],
    [compared, []],
  ]);
  for (let turn = -PROJECTS; turn < TIMES; turn += 1)
    for (const [candidate, times] of took) {
      const ms = await once(() => toService(candidate.system)(endpoint, body(turn + PROJECTS)));
      if (turn >= 0) times.push(ms);
    }
  const [theirs, ours] = [reference, compared].map((candidate) => timingOf(took.get(candidate) ?? []));
  if (!theirs || !ours) throw new Error("nothing was measured");
  const value = { what: reference.name, value: theirs.p50, p95: theirs.p95 };
  return { what, unit: "ms", ours: ours.p50, p95: ours.p95, reference: value, target: "≤ 2 ×" };
}

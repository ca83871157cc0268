import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { callsStatsResponse } from "@/lib/contract/calls";
import { endpoints } from "@/lib/contract/endpoints";
import { writeJson } from "@/lib/json/text";
import { ensureBuilt } from "@/scripts/start/build.mjs";
import { stopWithNpm } from "@/scripts/start/parent-watch.mjs";
import { type BareStatements, openBareStatements } from "./bare-statements";
import { fill } from "./fill";
import { markdownTable } from "./markdown-table";
import { once } from "./measure";
import { type Post, toService } from "./post";
import { type Result, printRun, resultSchema } from "./report";
import { PROJECT } from "./rows";
import { reads, statistics, untilIndexed } from "./scenarios";
import { type System, startServiceIn } from "./system";

const SIZES = [10_000, 100_000, 1_000_000, 10_000_000];
const DEFAULT_FOLDER = path.join(tmpdir(), "loupe-bench-growth");
const BYTES_PER_MIB = 1024 ** 2;
const MS_PER_SECOND = 1000;
const LOOK_EVERY_MS = 1_000;
const DISK = [
  { what: "disk: calls with their indexes", tables: ["calls"] },
  { what: "disk: payloads", tables: ["call_payloads"] },
  { what: "disk: search index", tables: ["search_queue", "search_segments", "search_pages", "search_ids"] },
];

/** What was measured when the project had that many calls. */
const pointSchema = z.object({ calls: z.int(), results: z.array(resultSchema) });
type Point = z.infer<typeof pointSchema>;

/**
 * `npm run bench -- calls [folder]`: fills one project, and measures it at each power of ten on the way and at the end.
 * The folder stays, and what a stopped run has stored and measured there is not repeated.
 */
export async function benchGrowth(calls: number, folder = DEFAULT_FOLDER): Promise<void> {
  stopWithNpm();
  await ensureBuilt("service");
  const sizes = [...SIZES.filter((size) => size < calls), calls];
  console.error(`data folder, which stays: ${folder}; measures at ${sizes.join(", ")} calls`);
  const system = await startServiceIn(folder);
  const notes = path.join(folder, "growth.json");
  const points = readPoints(notes);
  try {
    const reference = await openBareStatements(path.join(system.dataFolder, "socket"), PROJECT);
    const versions = { node: process.versions.node, postgres: await reference.version() };
    for (const [index, size] of sizes.entries()) {
      if (points.some((point) => point.calls === size)) continue;
      const results = await measureAt(system, reference, [sizes[index - 1] ?? 0, size], calls);
      points.push({ calls: size, results });
      writePoints(notes, points);
      printRun({ calls: size }, versions, results);
    }
    await reference.close();
    const bySize = points.toSorted((a, b) => a.calls - b.calls);
    const columns = bySize.map((point) => ({ name: `${point.calls.toLocaleString("en-US")} calls`, ...point }));
    console.log(`\n${markdownTable(columns)}`);
  } finally {
    await system.stop();
  }
}

async function measureAt(
  system: System,
  reference: BareStatements,
  range: readonly [number, number],
  total: number,
): Promise<Result[]> {
  const [, size] = range;
  const post = toService(system);
  const ingest = await fill(system, reference, range, total);
  const stored = await countCalls(post);
  if (stored !== size)
    throw new Error(`npm run bench: the folder has ${stored} calls, wanted ${size}; use an empty one`);
  const caughtUp = await once(() => untilDerived(reference));
  return [
    ...(ingest ? [ingest] : []),
    { what: "until the search index is complete", unit: "s", ours: caughtUp / MS_PER_SECOND, target: "" },
    ...(await reads(post, reference, size)),
    await statistics(post, reference, size),
    ...diskResults(await reference.tableBytes()),
  ];
}

/** Waits until the search index and the hourly statistics, which are filled in the background, are complete. */
async function untilDerived(reference: BareStatements): Promise<void> {
  await untilIndexed(reference);
  while ((await reference.hoursToRollUp()) > 0) await pause(LOOK_EVERY_MS);
}

async function countCalls(post: Post): Promise<number> {
  const answer = await post(endpoints.callsQueryStats, writeJson({ project_id: PROJECT }));
  return callsStatsResponse.parse(JSON.parse(answer)).count;
}

function diskResults(bytes: ReadonlyMap<string, number>): Result[] {
  const ours = [...bytes].filter(([name]) => !name.startsWith("bench_"));
  const all = { what: "disk: all tables", tables: ours.map(([name]) => name) };
  return [...DISK, all].map(({ what, tables }) => {
    const sum = tables.reduce((total, name) => total + (bytes.get(name) ?? 0), 0);
    return { what, unit: "MiB", ours: sum / BYTES_PER_MIB, target: "" };
  });
}

function readPoints(file: string): Point[] {
  return existsSync(file) ? z.array(pointSchema).parse(JSON.parse(readFileSync(file, "utf8"))) : [];
}

/** In one step, so that a run that is killed meanwhile leaves the earlier file. */
function writePoints(file: string, points: readonly Point[]): void {
  writeFileSync(`${file}.new`, JSON.stringify(points));
  renameSync(`${file}.new`, file);
}

import { setTimeout as pause } from "node:timers/promises";
import { markdownTable } from "@/bench/markdown-table";
import { inParallel } from "@/bench/load";
import { type Timing, measure, once } from "@/bench/measure";
import { type Result, printRun } from "@/bench/report";
import { ABSENT, CALLS_PER_TRACE, NEEDLE } from "@/bench/rows";
import { ensureBuilt } from "@/scripts/start/build.mjs";
import { startLoupe } from "./loupe";
import { startMlflow } from "./mlflow";
import { type Peer, type Question, sendExport } from "./peer";
import { startPhoenix } from "./phoenix";
import { exportsOf, spansWithNeedle, traceHex } from "./spans";

const SENDERS = 4;
const LOOK_EVERY_MS = 250;
const LIST_ROWS = 50;
const TIMES = 30;
/** Searches that look through everything may take seconds each. */
const WITHIN_MS = 60_000;
const MS_PER_SECOND = 1000;

const STARTS: Record<string, (environment: string) => Promise<Peer>> = { phoenix: startPhoenix, mlflow: startMlflow };

/**
 * `npm run bench -- peers spans [name=virtual environment]...`: Loupe and other products that store OpenInference spans,
 * one after another, each with the same exports in a fresh database. README.md describes how to install them.
 */
export async function benchPeers(spans: number, others: readonly string[]): Promise<void> {
  const starts = [startLoupe, ...others.map(startOf)];
  await ensureBuilt("service");
  const bodies = exportsOf(spans);
  const columns = [];
  for (const start of starts) {
    const peer = await start();
    try {
      console.error(`measuring: ${peer.name}`);
      const results = [...(await ingest(peer, bodies, spans)), ...(await reads(peer, spans))];
      printRun({ product: peer.name, spans }, { node: process.versions.node }, results);
      columns.push({ name: peer.name, calls: spans, results });
    } finally {
      await peer.stop();
    }
  }
  console.log(`\n${markdownTable(columns)}`);
}

function startOf(other: string): () => Promise<Peer> {
  const [name = "", environment = ""] = other.split("=");
  const start = STARTS[name];
  if (start && environment !== "") return () => start(environment);
  const wanted = Object.keys(STARTS).join(" or ");
  throw new Error(`npm run bench -- peers: found "${other}", wanted ${wanted}, "=" and its virtual environment`);
}

/** From the first request until the product's own API counts all spans. */
async function ingest(peer: Peer, bodies: readonly Uint8Array[], spans: number): Promise<Result[]> {
  let failures = 0;
  const took = await once(async () => {
    await inParallel(SENDERS, bodies.length, async (index) => {
      failures += await sendExport(peer.otlp, bodies[index] ?? new Uint8Array());
    });
    while ((await peer.visible()) < spans) await pause(LOOK_EVERY_MS);
  });
  if (failures > 0) console.error(`requests that were refused or cut off, and sent again: ${failures}`);
  const results: Result[] = [
    { what: "until all spans are visible", unit: "s", ours: took / MS_PER_SECOND, target: "" },
    { what: "spans until visible", unit: "rows/s", ours: (spans / took) * MS_PER_SECOND, target: "" },
  ];
  if (!peer.indexed) return results;
  const indexing = (await once(peer.indexed)) / MS_PER_SECOND;
  return [
    ...results,
    { what: "after that, until its search index is complete", unit: "s", ours: indexing, target: "" },
  ];
}

async function reads(peer: Peer, spans: number): Promise<Result[]> {
  const traces = spans / CALLS_PER_TRACE;
  const traceOf = (index: number) => peer.trace(traceHex((index * 7919) % traces));
  const found = spansWithNeedle(spans);
  await expectCount(peer, "newest traces", peer.newest, Math.min(traces, LIST_ROWS));
  await expectCount(peer, "spans of a trace", traceOf(0), CALLS_PER_TRACE);
  await expectCount(peer, "found", peer.search(NEEDLE), Math.min(found, LIST_ROWS));
  await expectCount(peer, "found in vain", peer.search(ABSENT), 0);
  const timed = (ask: (index: number) => Question) => measure(TIMES, (index) => ask(index).ask(), WITHIN_MS);
  return [
    resultOf("newest 50 traces", await timed(() => peer.newest)),
    resultOf("one trace", await timed(traceOf)),
    resultOf("text search", await timed(() => peer.search(NEEDLE))),
    resultOf("text search that finds nothing", await timed(() => peer.search(ABSENT))),
  ];
}

/** A fast answer that lacks rows would not be comparable. */
async function expectCount({ name }: Peer, what: string, question: Question, wanted: number): Promise<void> {
  const count = question.countIn(await question.ask());
  if (count !== wanted) throw new Error(`${name}: ${count} ${what}, expected ${wanted}`);
}

function resultOf(what: string, { p50, p95 }: Timing): Result {
  return { what, unit: "ms", ours: p50, p95, target: "" };
}

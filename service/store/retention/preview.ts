import { performance } from "node:perf_hooks";
import type { z } from "zod";
import type { RetentionPreview, retentionPreviewRequest } from "@/lib/contract/retention";
import { readClock } from "@/service/store/connections/clock";
import type { Database } from "@/service/store/connections/database";
import { type Cursor, FIRST, isKept, judgeTraces } from "./judge-traces";
import { daysBefore, nextRunAt } from "./next-run";

/** For how long traces are counted, milliseconds; the rest is left out. */
const MOST_MS = 8_000;
/** Calls whose traces are judged at once. */
const WALK = 5_000;

/** Counts what a run would delete now, and what it would keep, with the statement that it uses; changes nothing. */
export async function previewRetention(
  database: Database,
  { project_id: projectId, keep_days, ...exceptions }: z.output<typeof retentionPreviewRequest>,
): Promise<RetentionPreview> {
  const startedAt = performance.now();
  const now = await readClock(database);
  const cutoff = daysBefore(now, keep_days);
  const counted = { traces: 0, calls: 0, bytes: 0 };
  const kept = { traces: 0, queued: 0, in_tables: 0, annotated: 0 };
  let oldestKept: string | undefined;
  let after: Cursor | undefined = FIRST;
  while (after && performance.now() - startedAt < MOST_MS) {
    const { traces, next } = await judgeTraces(database.scans, { projectId, cutoff, after, exceptions, walk: WALK });
    for (const trace of traces)
      if (isKept(trace)) {
        oldestKept ??= trace.startedAt;
        kept.traces += 1;
        kept.queued += Number(trace.queued);
        kept.in_tables += Number(trace.inTables);
        kept.annotated += Number(trace.annotated);
      } else {
        counted.traces += 1;
        counted.calls += trace.calls;
        counted.bytes += trace.bytes;
      }
    after = next;
  }
  return {
    cutoff,
    ...counted,
    kept,
    oldest_kept_at: oldestKept,
    is_cut: after !== undefined,
    next_run_at: nextRunAt(now),
  };
}

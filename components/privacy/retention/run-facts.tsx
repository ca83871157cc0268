import { Timestamp } from "@/components/ui/timestamp";
import type { RetentionState } from "@/lib/contract/retention";
import { counted, formatCount } from "@/lib/format/number";

/** The last run of a project, the one that is deleting, and the next one. */
export function RunFacts({
  state: { last_run: last, running, next_run_at: next, problem },
}: {
  state: RetentionState;
}) {
  if (!last && !running && next === undefined) return undefined;
  return (
    <dl aria-label="Runs" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-meta">
      {last && (
        <>
          <dt className="text-muted">Last run</dt>
          <dd className="tabular-nums">
            <Timestamp at={last.started_at} />, {counted(last.traces, "trace")} deleted
            {last.kept > 0 && `, ${formatCount(last.kept)} kept`}
            {last.status === "stopped" && ", then stopped because the retention was changed"}
          </dd>
        </>
      )}
      {running && (
        <>
          <dt className="text-muted">Running</dt>
          <dd className="tabular-nums">
            since <Timestamp at={running.started_at} />, {counted(running.traces, "trace")} deleted so far
          </dd>
        </>
      )}
      {problem !== undefined && (
        <>
          <dt className="text-muted">Problem</dt>
          <dd className="text-error">{problem}</dd>
        </>
      )}
      {next !== undefined && (
        <>
          <dt className="text-muted">Next run</dt>
          <dd className="tabular-nums">
            <Timestamp at={next} />
          </dd>
        </>
      )}
    </dl>
  );
}

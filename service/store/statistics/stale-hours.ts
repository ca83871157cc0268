import type { Connection } from "@/service/store/connections/database";
import { type Row, optionalText } from "@/service/store/sql/row";
import { textArray } from "@/service/store/sql/text-array";
import { MARK_STALE_TRACES } from "./stale-traces";

const HOUR_CHARS = "2026-11-20T08".length;

/** Calls of a project that change in a transaction, before and after the change. */
export class ChangedCalls {
  readonly #starts = new Map<string, string>();
  readonly #parents = new Set<string>();
  readonly #traces = new Set<string>();

  /** `startedAt` as the store has it; a call without it is not shown. Only calls that report tokens need their parent. */
  add(startedAt: string | undefined, parentId: string | undefined, traceId: string | undefined): void {
    if (startedAt === undefined) return;
    this.#starts.set(startedAt.slice(0, HOUR_CHARS), startedAt);
    if (traceId !== undefined) this.#traces.add(traceId);
    if (parentId !== undefined) this.#parents.add(parentId);
  }

  /** Rows with `started_at`, `trace_id` and, where it matters, `parent_id`. */
  addRows(rows: readonly Row[]): this {
    for (const row of rows)
      this.add(optionalText(row, "started_at"), optionalText(row, "parent_id"), optionalText(row, "trace_id"));
    return this;
  }

  /**
   * Marks the hours of the calls and of their parents, and their traces, in the transaction that changes them, so that
   * what is stored of them is not used until it has been computed again.
   */
  async markStale(connection: Connection, projectId: string): Promise<void> {
    if (this.#starts.size === 0) return;
    await connection.query(MARK_STALE, [
      projectId,
      textArray([...this.#starts.values()]),
      textArray([...this.#parents]),
    ]);
    if (this.#traces.size > 0) await connection.query(MARK_STALE_TRACES, [projectId, textArray([...this.#traces])]);
  }
}

// "offset 0" forces a lookup call by call: without table statistics the planner would read the whole project.
const MARK_STALE = {
  name: "mark_stale_hours",
  text: `
  insert into stale_call_hours (project_id, starts_at)
  select $1::text, date_trunc('hour', started_at::timestamptz, 'UTC') from unnest($2::text[]) as changed (started_at)
  union
  select $1::text, date_trunc('hour', parent.started_at, 'UTC')
  from unnest($3::text[]) as above (id) cross join lateral (
    select started_at from calls where project_id = $1::text and id = above.id and visible offset 0) parent`,
};

/** The number of visible calls of a project: from roll-ups where they exist, otherwise one by one. */
export const countOfProject = (project: string) => `(
    select coalesce(sum(h.calls), 0)::bigint from call_hours h
    where h.project_id = ${project} and not exists (
      select from stale_call_hours s where s.project_id = ${project} and s.starts_at = h.starts_at)
  ) + (
    select count(*) from (select distinct s.starts_at from stale_call_hours s where s.project_id = ${project}) stale
    join calls c on c.project_id = ${project} and c.visible
      and c.started_at >= stale.starts_at and c.started_at < stale.starts_at + interval '1 hour')`;

import type { Exceptions } from "@/lib/contract/retention";
import type { Connection } from "@/service/store/connections/database";
import { refOfCall, refOfThread } from "@/service/store/feedback/subject";
import { Parameters } from "@/service/store/sql/parameters";
import { type Row, optionalText, requiredNumber, requiredText } from "@/service/store/sql/row";

/** How many calls of old traces may be returned before the rest is left to the next statement. */
const TRACE_CALLS = 5_000;

/** The class of annotation queues, whose values name their calls in `call_ids`. */
const QUEUE_CLASS = "AnnotationQueue";
/** The types of feedback that people write; scores of scorers and types of programs are none of them. */
const BY_PEOPLE = String.raw`^(core|wandb)\.(annotation|note|comment|correction|reaction)\.`;

/** A call in the order of starts; the traces that began before are judged already. */
export interface Cursor {
  start: string;
  id: string;
}
export const FIRST: Cursor = { start: "-infinity", id: "" };

/** A trace all of whose calls are older than the cutoff. */
export interface OldTrace {
  traceId: string;
  startedAt: string;
  calls: number;
  /** Of the payloads of its calls. */
  bytes: number;
  /** By which exceptions it is kept. */
  queued: boolean;
  inTables: boolean;
  annotated: boolean;
}

interface Judged {
  traces: OldTrace[];
  /** Where to go on; undefined if there are no further traces. */
  next: Cursor | undefined;
}

interface Judgement {
  projectId: string;
  cutoff: string;
  after: Cursor;
  exceptions: Exceptions;
  /** The calls whose traces are judged. */
  walk: number;
}

export const isKept = ({ queued, inTables, annotated }: OldTrace) => queued || inTables || annotated;

/**
 * The next traces of a project whose newest time (the start or end of a call) is from before the cutoff, in the order of
 * their starts, and which exceptions keep them. Each trace is judged once: with its first call.
 */
export async function judgeTraces(connection: Connection, judgement: Judgement): Promise<Judged> {
  const { text, values } = statementOf(judgement);
  const rows = await connection.query(text, values);
  const [{ walked, last_start, last_id } = {}] = rows;
  if (walked === 0 || typeof last_start !== "string" || typeof last_id !== "string")
    return { traces: [], next: undefined };
  const traces: OldTrace[] = [];
  let calls = 0;
  for (const row of rows) {
    if (optionalText(row, "trace_id") === undefined) continue;
    const trace = readTrace(row);
    traces.push(trace);
    calls += trace.calls;
    // A trace is deleted whole, however many calls it has.
    if (calls >= TRACE_CALLS && row !== rows.at(-1))
      return { traces, next: { start: trace.startedAt, id: requiredText(row, "id") } };
  }
  return { traces, next: walked === judgement.walk ? { start: last_start, id: last_id } : undefined };
}

function readTrace(row: Row): OldTrace {
  return {
    traceId: requiredText(row, "trace_id"),
    startedAt: requiredText(row, "started_at"),
    calls: requiredNumber(row, "calls"),
    bytes: requiredNumber(row, "bytes"),
    queued: row.queued === true,
    inTables: row.in_tables === true,
    annotated: row.annotated === true,
  };
}

function statementOf({ projectId, cutoff, after, exceptions, walk }: Judgement): { text: string; values: unknown[] } {
  const parameters = new Parameters();
  const project = parameters.add(projectId, "text");
  const before = parameters.add(cutoff, "timestamptz");
  const from = `(${parameters.add(after.start, "timestamptz")}, ${parameters.add(after.id, "text")})`;
  const feedbackOn = (ref: string) => `
    exists (select from unnest(o.ids, o.threads) as u (id, thread) cross join lateral (
      select from feedback b where b.project_id = ${project} and b.core_ref = ${ref}
        and b.feedback_type ~ '${BY_PEOPLE}' limit 1) written)`;
  const queued = "exists (select from unnest(o.ids) as u (id) where u.id in (select id from queued))";
  const inTables = `(exists (select from unnest(o.ids) as u (id) cross join lateral (
      select from table_sources s where s.project_id = ${project} and s.kind = 'call' and s.id = u.id limit 1) made)
    or exists (select from table_sources s where s.project_id = ${project} and s.kind = 'trace' and s.id = o.trace_id))`;
  const annotated = () => {
    const [onCall, onThread] = [
      refOfCall(projectId, "u.id", parameters),
      refOfThread(projectId, "u.thread", parameters),
    ].map(feedbackOn);
    return `(${onCall} or ${onThread})`;
  };
  const text = `
  with walked as materialized (
    select c.started_at, c.id, c.trace_id from calls c
    where c.project_id = ${project} and c.visible and c.started_at < ${before} and (c.started_at, c.id) > ${from}
    order by c.started_at, c.id limit ${parameters.add(walk, "bigint")}),
  firsts as (
    select distinct on (w.trace_id) w.trace_id, w.started_at, w.id from walked w order by w.trace_id, w.started_at, w.id),
  old as materialized (
    select f.trace_id, f.started_at, f.id, t.calls, t.ids, t.threads, t.bytes
    from firsts f cross join lateral (
      select count(*)::int as calls, array_agg(c.id) as ids, array_agg(c.thread_id) as threads,
        max(greatest(c.started_at, c.ended_at)) as latest, coalesce(sum((
          select p.bytes from call_payloads p where p.project_id = ${project} and p.id = c.id)), 0)::bigint as bytes
      from calls c
      where c.project_id = ${project} and c.trace_id = f.trace_id and c.visible) t
    where t.latest < ${before} and not exists (
      select from calls e where e.project_id = ${project} and e.trace_id = f.trace_id and e.visible
        and (e.started_at, e.id) < (f.started_at, f.id))),
  queued as materialized (
    select e.id from objects q
      join object_values v on v.project_id = ${project} and v.object_id = q.object_id and v.digest = q.digest
      cross join lateral (select loupe_jsonb(v.val) -> 'call_ids' as ids) named
      cross join lateral jsonb_array_elements_text(
        case when jsonb_typeof(named.ids) = 'array' then named.ids else '[]' end) as e (id)
    where ${exceptions.keep_queued} and q.project_id = ${project} and q.base_object_class = '${QUEUE_CLASS}'
      and q.deleted_at is null and not exists (
        select from objects n where n.project_id = ${project} and n.object_id = q.object_id and n.kind = q.kind
          and n.deleted_at is null and n.publication > q.publication))
  select w.walked, w.last_start, w.last_id, o.trace_id, o.started_at, o.id, o.calls, o.bytes,
    ${exceptions.keep_queued ? queued : "false"} as queued,
    ${exceptions.keep_in_tables ? inTables : "false"} as in_tables,
    ${exceptions.keep_annotated ? annotated() : "false"} as annotated
  from (
    select count(*)::int as walked, max(started_at) as last_start,
      (array_agg(id order by started_at desc, id desc))[1] as last_id
    from walked) w
    left join old o on true
  order by o.started_at, o.id`;
  return { text, values: parameters.values };
}

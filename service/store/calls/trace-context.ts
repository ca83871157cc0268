import type { Database } from "@/service/store/connections/database";
import { requiredText } from "@/service/store/sql/row";
import { correctCalls } from "./correct-calls";
import { rankMask } from "./merge";

/** Fields that apply to a whole trace, although each span reports them separately. */
const SHARED = ["thread_id", "user_id"] as const;
type Shared = (typeof SHARED)[number];

/**
 * Gives each call of the traces that has no thread or user those of its trace: the root's, else those of the first
 * call with any. A value that the call itself reports later replaces them.
 */
export async function shareTraceContext(
  database: Database,
  projectId: string,
  traceIds: readonly string[],
): Promise<void> {
  const values = [projectId, traceIds];
  await correctCalls(database, {
    projectId,
    find: async (connection) => (await connection.query(FIND, values)).map((row) => requiredText(row, "id")),
    correct: (connection, lacking, now) => connection.query(SHARE, [...values, lacking, now]),
  });
}

/**
 * Whether the value was written for this call itself: a shared value sets no bit in `ranks`, so that any write replaces
 * it.
 */
const isOwn = (call: string, field: Shared) => `${call}.ranks & ${rankMask(field)} <> 0`;

/** The value of the trace's root, else that of the first call that has one. */
const ofTrace = (field: Shared) => `(array_agg(t.${field} order by t.parent_id is not null, t.started_at, t.id)
      filter (where t.${field} is not null and ${isOwn("t", field)}))[1] as ${field}`;

const lacks = (field: Shared) =>
  `not (${isOwn("c", field)}) and said.${field} is not null and c.${field} is distinct from said.${field}`;

const given = (field: Shared) => `case when ${lacks(field)} then said.${field} else c.${field} end as ${field}`;

// "offset 0" forces a lookup trace by trace: without table statistics the planner would read the whole project.
const LACKING = `
  select lacking.*
  from unnest($2::text[]) as sent (trace_id)
  cross join lateral (
    select ${SHARED.map(ofTrace).join(",\n      ")}
    from calls t
    where t.project_id = $1 and t.trace_id = sent.trace_id and t.visible) said
  cross join lateral (
    select c.id, ${SHARED.map(given).join(",\n      ")}
    from calls c
    where c.project_id = $1 and c.trace_id = sent.trace_id and c.visible
      and (${SHARED.map((field) => `(${lacks(field)})`).join(" or ")})
    offset 0) lacking`;

const FIND = { name: "find_lacking_context", text: LACKING };

const SHARE = {
  name: "share_context",
  text: `
  update calls c set
    ${SHARED.map((field) => `${field} = l.${field}`).join(", ")},
    turn_id = case when c.parent_id is null and l.thread_id is not null then coalesce(c.turn_id, c.id)
      else c.turn_id end,
    updated_at = $4::timestamptz
  from (${LACKING}) l
  where c.project_id = $1 and c.id = l.id and c.id = any($3::text[])`,
};

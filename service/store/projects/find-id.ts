import type { Identified } from "@/lib/contract/ids";
import { callRef, threadRef, versionRef } from "@/lib/contract/refs";
import { QUEUE_CLASS } from "@/lib/contract/queue-class";
import { tableRef, tableRowRef } from "@/lib/contract/table-refs";
import { idSpellings } from "@/lib/contract/id-spellings";
import type { Database } from "@/service/store/connections/database";
import { type Row, optionalText, requiredText } from "@/service/store/sql/row";

// Each part names the project, and at most one row is read of each kind, by an index; only the table of a row that is there
// is looked for among all. A span ID is that of a call, and
// of two traces with calls of one ID the service stores one.
const FIND = {
  name: "find_id",
  text: `
    (select 'call' as kind, c.id, null as target, null as name from calls c
      where c.project_id = $1 and c.id = any($2::text[]) and c.visible limit 1)
    union all
    (select 'trace', c.trace_id, c.id, null from calls c
      where c.project_id = $1 and c.trace_id = any($2::text[]) and c.visible
      order by (c.parent_id is null or c.orphan) desc, c.started_at, c.id limit 1)
    union all
    (select 'thread', c.thread_id, null, null from calls c
      where c.project_id = $1 and c.thread_id = any($2::text[]) and c.visible limit 1)
    union all
    (select 'user', c.user_id, null, null from calls c
      where c.project_id = $1 and c.user_id = any($2::text[]) and c.visible limit 1)
    union all
    (select 'feedback', f.id, f.core_ref, null from feedback f
      where f.project_id = $1 and f.id = any($2::text[]) limit 1)
    union all
    (select 'response', c.response_id, c.id, null from calls c
      where c.project_id = $1 and c.response_id = any($2::text[]) and c.visible
      order by c.started_at desc, c.id limit 1)
    union all
    (select case when o.base_object_class = '${QUEUE_CLASS}' then 'queue' else o.kind end, o.digest, null, o.object_id
      from objects o
      where o.project_id = $1 and o.digest = any($2::text[]) and o.deleted_at is null
      order by o.created_at, o.object_id limit 1)
    union all
    (select 'table', t.digest, null, null from tables t
      where t.project_id = $1 and t.digest = any($2::text[]) limit 1)
    union all
    (select 'row', r.digest, t.digest, null
      from (select digest from table_rows where project_id = $1 and digest = any($2::text[]) limit 1) r
      join table_chunks k on k.project_id = $1 and k.row_digests @> array[r.digest]
      join tables t on t.project_id = $1 and t.chunks @> array[k.digest]
      order by t.created_at desc, t.digest limit 1)
    union all
    (select 'experiment', e.id::text, null, null from experiments e
      where e.project_id = $1 and e.id = any($3::uuid[]) limit 1)
    union all
    (select 'training_job', j.id::text, null, null from training_jobs j
      where j.project_id = $1 and j.id = any($3::uuid[]) limit 1)
    union all
    (select 'trained_model', m.id::text, null, null from trained_models m
      where m.project_id = $1 and m.id = any($3::uuid[]) limit 1)
    union all
    (select 'alert', a.id::text, null, null from alerts a
      where a.project_id = $1 and a.id = any($3::uuid[]) limit 1)
    union all
    (select 'scoring_rule', r.id::text, null, null from scoring_rules r
      where r.project_id = $1 and r.id = any($3::uuid[]) limit 1)`,
};

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What an ID of a project belongs to, at most one of each kind; see `idSpellings` for how it may be written. */
export async function findId(database: Database, projectId: string, id: string): Promise<Identified[]> {
  const spellings = idSpellings(id);
  const uuids = spellings.filter((spelling) => UUID.test(spelling));
  const rows = await database.query(FIND, [projectId, spellings, uuids]);
  return rows.map((row) => readIdentified(projectId, row));
}

function readIdentified(projectId: string, row: Row): Identified {
  const kind = requiredText(row, "kind");
  const id = requiredText(row, "id");
  switch (kind) {
    case "call":
      return { kind, id, ref: callRef(projectId, id) };
    case "trace":
    case "response":
      return { kind, id, ref: callRef(projectId, requiredText(row, "target")) };
    case "thread":
      return { kind, id, ref: threadRef(projectId, id) };
    case "feedback":
      return { kind, id, ref: optionalText(row, "target") };
    case "queue":
      return { kind, id, ref: versionRef(projectId, { kind: "object", name: requiredText(row, "name"), digest: id }) };
    case "object":
    case "op":
      return { kind, id, ref: versionRef(projectId, { kind, name: requiredText(row, "name"), digest: id }) };
    case "table":
      return { kind, id, ref: tableRef(projectId, id) };
    case "row":
      return { kind, id, ref: tableRowRef(projectId, { table: requiredText(row, "target"), row: id }) };
    case "user":
    case "alert":
    case "scoring_rule":
    case "experiment":
    case "training_job":
    case "trained_model":
      return { kind, id };
    default:
      throw new TypeError(`unknown kind of ID: ${kind}`);
  }
}

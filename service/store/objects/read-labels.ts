import type { LabelHistoryQuery, LabelMove, LabelsQuery, ObjectLabel } from "@/lib/contract/labels";
import { LABELS_PER_PAGE } from "@/lib/contract/limits";
import type { Database } from "@/service/store/connections/database";
import { optionalNumber, optionalText, requiredNumber, requiredText } from "@/service/store/sql/row";

/** Labels and the versions they are on, by object and label; at most `LABELS_PER_PAGE`. */
export async function listLabels(database: Database, query: LabelsQuery): Promise<ObjectLabel[]> {
  const rows = await database.query(LIST, [
    query.project_id,
    query.object_ids ?? null,
    query.limit ?? LABELS_PER_PAGE,
    query.offset ?? 0,
  ]);
  return rows.map((row) => ({
    object_id: requiredText(row, "object_id"),
    label: requiredText(row, "label"),
    digest: requiredText(row, "digest"),
    version_index: requiredNumber(row, "version_index"),
    moved_by: requiredText(row, "moved_by"),
    moved_at: requiredText(row, "moved_at"),
  }));
}

const LIST = `
  select l.object_id, l.label, l.digest, o.version_index, l.moved_by, l.moved_at
  from object_labels l
  join objects o on o.project_id = $1::text and o.object_id = l.object_id and o.digest = l.digest
  where l.project_id = $1::text and ($2::text[] is null or l.object_id = any($2))
  order by l.object_id, l.label limit $3 offset $4`;

/** Moves of an object's labels, newest first; at most `LABELS_PER_PAGE`. */
export async function labelHistory(database: Database, query: LabelHistoryQuery): Promise<LabelMove[]> {
  const rows = await database.query(HISTORY, [
    query.project_id,
    query.object_id,
    query.label ?? null,
    query.limit ?? LABELS_PER_PAGE,
    query.offset ?? 0,
  ]);
  return rows.map((row) => ({
    label: requiredText(row, "label"),
    from_digest: optionalText(row, "from_digest"),
    from_version_index: optionalNumber(row, "from_version_index"),
    to_digest: optionalText(row, "to_digest"),
    to_version_index: optionalNumber(row, "to_version_index"),
    moved_by: requiredText(row, "moved_by"),
    moved_at: requiredText(row, "moved_at"),
  }));
}

const HISTORY = `
  select m.label, m.from_digest, f.version_index as from_version_index,
    m.to_digest, t.version_index as to_version_index, m.moved_by, m.moved_at
  from object_label_moves m
  left join objects f on f.project_id = $1::text and f.object_id = m.object_id and f.digest = m.from_digest
  left join objects t on t.project_id = $1::text and t.object_id = m.object_id and t.digest = m.to_digest
  where m.project_id = $1::text and m.object_id = $2 and ($3::text is null or m.label = $3)
  order by m.place desc limit $4 offset $5`;

/** Whether a label of an object was ever moved to a version, although it may be on none now. */
export async function wasLabelUsed(
  database: Database,
  { project_id, object_id, label }: { project_id: string; object_id: string; label: string },
): Promise<boolean> {
  const [move] = await labelHistory(database, { project_id, object_id, label, limit: 1 });
  return move !== undefined;
}

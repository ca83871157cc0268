import { AppError } from "@/lib/contract/app-error";
import { LABELS_PER_OBJECT } from "@/lib/contract/limits";
import { readClock } from "@/service/store/connections/clock";
import type { Connection, Database } from "@/service/store/connections/database";
import { readSettings } from "@/service/store/projects/settings";
import { Parameters } from "@/service/store/sql/parameters";
import { optionalText, requiredNumber, requiredText } from "@/service/store/sql/row";
import { lockName } from "./lock-name";
import { versionCondition } from "./object-version";
import type { NewLabelMove, Mover } from "./objects-store";

type ObjectName = { project_id: string; object_id: string };

/**
 * Moves a label to a version, or removes it; returns the digests that it is on and was on, null for none. Concurrent
 * moves are ordered. Throws `not_found` for an unknown object or version, `forbidden` for a protected label, and
 * `conflict` if the label is not where it must be.
 */
export async function moveLabel(
  database: Database,
  { label, digest: wanted, replaces, ...move }: NewLabelMove,
): Promise<{ label: string; digest: string | null; replaced: string | null }> {
  return database.transaction(async (connection) => {
    await lockName(connection, move);
    const digest = wanted === null ? null : await requireVersion(connection, move, wanted);
    const replaced = (await readLabels(connection, move)).get(label) ?? null;
    if (digest === replaced) return { label, digest, replaced };
    if (replaces !== undefined && replaced !== replaces)
      throw new AppError(
        "conflict",
        `Label ${label} of object ${move.object_id} has been moved since it was read; read it again, then retry`,
      );
    await placeLabels(connection, move, [label], digest);
    return { label, digest, replaced };
  });
}

/**
 * Moves labels to the version with a digest, all or none. Throws like `moveLabel`.
 */
export async function moveLabels(
  database: Database,
  move: ObjectName & Mover,
  labels: readonly string[],
  digest: string,
): Promise<void> {
  await database.transaction(async (connection) => {
    await lockName(connection, move);
    await placeLabels(connection, move, labels, await requireVersion(connection, move, digest));
  });
}

/**
 * Moves labels to a version (null removes them), where the object's name is locked. Labels that are there already stay
 * as they are. Throws `forbidden` for a protected label.
 */
export async function placeLabels(
  connection: Connection,
  { project_id, object_id, by, is_admin }: ObjectName & Mover,
  labels: readonly string[],
  digest: string | null,
): Promise<void> {
  const now = await readLabels(connection, { project_id, object_id });
  const moved = [...new Set(labels)].filter((label) => (now.get(label) ?? null) !== digest);
  if (moved.length === 0) return;
  if (!is_admin) await requireUnprotected(connection, project_id, moved);
  const size = new Set([...now.keys(), ...moved]).size;
  if (digest !== null && size > Math.max(LABELS_PER_OBJECT, now.size))
    throw new AppError("invalid", `An object can have at most ${LABELS_PER_OBJECT} labels`);
  const at = await readClock(connection);
  const [last = {}] = await connection.query(LAST_MOVE, [project_id, object_id]);
  const first = requiredNumber(last, "place") + 1;
  for (const [index, label] of moved.entries()) {
    if (digest === null) await connection.query(REMOVE, [project_id, object_id, label]);
    else await connection.query(PLACE, [project_id, object_id, label, digest, by, at]);
    const moveValues = [project_id, object_id, first + index, label, now.get(label), digest, by, at];
    await connection.query(RECORD, moveValues);
  }
}

async function requireUnprotected(connection: Connection, projectId: string, labels: readonly string[]) {
  const { protected_labels } = await readSettings(connection, projectId);
  const label = labels.find((one) => protected_labels.includes(one));
  if (label !== undefined)
    throw new AppError("forbidden", `Label ${label} is protected: only admins of project ${projectId} can move it`);
}

/** The digest of a version by any of its names. Throws `not_found` if there is none or it was deleted. */
async function requireVersion(
  connection: Connection,
  { project_id, object_id }: ObjectName,
  digest: string,
): Promise<string> {
  const parameters = new Parameters();
  const project = parameters.add(project_id, "text");
  const condition = versionCondition(project, { object_id, digest }, parameters);
  const [row] = await connection.query(`select o.digest, o.deleted_at from objects o where ${condition}`, [
    ...parameters.values,
  ]);
  if (!row) throw new AppError("not_found", `digest: there is no version ${digest} of object ${object_id}`);
  const deletedAt = optionalText(row, "deleted_at");
  if (deletedAt !== undefined)
    throw new AppError("not_found", `digest: version ${digest} of object ${object_id} was deleted at ${deletedAt}`);
  return requiredText(row, "digest");
}

/** The digests of an object's labels; at most `LABELS_PER_OBJECT`. */
async function readLabels(connection: Connection, { project_id, object_id }: ObjectName): Promise<Map<string, string>> {
  const rows = await connection.query(OF_OBJECT, [project_id, object_id]);
  return new Map(rows.map((row) => [requiredText(row, "label"), requiredText(row, "digest")]));
}

const OF_OBJECT = `select label, digest from object_labels where project_id = $1 and object_id = $2`;

const LAST_MOVE = `
  select coalesce(max(place), 0)::bigint as place from object_label_moves where project_id = $1 and object_id = $2`;

const PLACE = `
  insert into object_labels (project_id, object_id, label, digest, moved_by, moved_at) values ($1, $2, $3, $4, $5, $6)
  on conflict (project_id, object_id, label) do update
    set digest = excluded.digest, moved_by = excluded.moved_by, moved_at = excluded.moved_at`;

const REMOVE = "delete from object_labels where project_id = $1 and object_id = $2 and label = $3";

const RECORD = `
  insert into object_label_moves (project_id, object_id, place, label, from_digest, to_digest, moved_by, moved_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`;

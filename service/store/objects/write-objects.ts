import { AppError } from "@/lib/contract/app-error";
import { invalidField } from "@/lib/contract/validate";
import { versionName } from "@/lib/contract/version-name";
import { readClock } from "@/service/store/connections/clock";
import type { Connection, Database } from "@/service/store/connections/database";
import { jsonDigest } from "./digest";
import { oversizedName } from "@/service/store/sql/name-bytes";
import { objectClassesOf, objectKindOf } from "./object-class";
import { lockName } from "./lock-name";
import { placeLabels } from "./move-labels";
import { versionCondition } from "./object-version";
import type { NewObject } from "./objects-store";
import { Parameters } from "@/service/store/sql/parameters";
import { ensureProjects } from "@/service/store/projects/projects";
import { requiredNumber, requiredText } from "@/service/store/sql/row";

/**
 * Stores a new version, or makes an existing one with the same content the latest. Concurrent publications under one
 * name are ordered. Creates the project on first write. Throws `invalid` if the value names another class than the
 * given one, `conflict` if it does not replace the latest version, where it must, and `forbidden` for a protected label.
 */
export async function publishObject(
  database: Database,
  object: NewObject,
): Promise<{ digest: string; version_index: number }> {
  const { project_id, object_id, val } = object;
  const message = oversizedName({ project_id, object_id });
  if (message) throw invalidField("obj.object_id", message);
  const classes = classesOf(object);
  const digest = jsonDigest(val);
  await ensureProjects(database, new Set([project_id]));
  return database.transaction(async (connection) => {
    // The second of two concurrent writers waits here for the first to commit.
    const [counters] = await connection.query(COUNT_PUBLICATION, [project_id, object_id]);
    if (!counters) throw new TypeError("an upsert returned no row");
    if (object.replaces !== undefined) await requireLatest(connection, object, object.replaces);
    const versions = requiredNumber(counters, "versions");
    const publication = requiredNumber(counters, "publications");
    const [stored] = await connection.query(PUBLISH, [
      project_id,
      object_id,
      digest,
      versions,
      publication,
      objectKindOf(val),
      classes?.base,
      classes?.leaf,
      object.ext_user_id,
      Buffer.byteLength(val.text),
    ]);
    if (!stored) throw new TypeError("an upsert returned no row");
    const version_index = requiredNumber(stored, "version_index");
    if (version_index === versions) await connection.query(COUNT_VERSION, [project_id, object_id]);
    await connection.query(STORE_VALUE, [project_id, object_id, digest, val.text]);
    if (object.labels) {
      const mover = { by: object.ext_user_id, is_admin: object.labels.is_admin };
      await placeLabels(connection, { project_id, object_id, ...mover }, object.labels.names, digest);
    }
    return { digest, version_index };
  });
}

async function requireLatest(
  connection: Connection,
  { project_id, object_id }: NewObject,
  replaced: string | null,
): Promise<void> {
  const [latest] = await connection.query(LATEST, [project_id, object_id]);
  const digest = latest ? requiredText(latest, "digest") : null;
  if (digest === replaced) return;
  const message =
    replaced === null
      ? `Object ${object_id} exists already; choose another name, or read it, then replace its latest version`
      : `Object ${object_id} has changed since it was read; read it again, then retry`;
  throw new AppError("conflict", message);
}

const LATEST = `
  select digest from objects where project_id = $1 and object_id = $2 and deleted_at is null
  order by publication desc limit 1`;

function classesOf({ val, object_class }: NewObject): { base: string; leaf: string } | undefined {
  const valueClasses = objectClassesOf(val);
  if (object_class === undefined) return valueClasses;
  if (val.kind !== "object") throw invalidField("obj.builtin_object_class", "is only allowed if val is a JSON object");
  if (valueClasses && valueClasses.leaf !== object_class)
    throw invalidField("obj.builtin_object_class", `is not the value's own class, ${valueClasses.leaf}`);
  return valueClasses ?? { base: object_class, leaf: object_class };
}

const COUNT_PUBLICATION = `
  insert into object_names as stored (project_id, object_id, versions, publications) values ($1, $2, 0, 1)
  on conflict (project_id, object_id) do update set publications = stored.publications + 1
  returning versions, publications`;

const COUNT_VERSION = `
  update object_names set versions = versions + 1 where project_id = $1 and object_id = $2`;

// A deleted version that is published again is restored under its old index. Its value may be spelled differently.
const PUBLISH = `
  insert into objects as stored (project_id, object_id, digest, version_index, publication, kind,
    base_object_class, leaf_object_class, ext_user_id, size_bytes)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  on conflict (project_id, object_id, digest) do update set publication = excluded.publication, deleted_at = null,
    size_bytes = case when stored.deleted_at is null then stored.size_bytes else excluded.size_bytes end
  returning version_index`;

const STORE_VALUE = `
  insert into object_values (project_id, object_id, digest, val) values ($1, $2, $3, $4)
  on conflict (project_id, object_id, digest) do nothing`;

/**
 * Deletes versions (all of the name without `digests`); returns how many. Their values are removed, the versions stay
 * as tombstones. Throws `not_found` for a name or digest that never existed, and `conflict` for a version with a label,
 * and then deletes nothing.
 */
export async function deleteObjects(
  database: Database,
  projectId: string,
  objectId: string,
  digests: readonly string[] | undefined,
): Promise<number> {
  return database.transaction(async (connection) => {
    await lockName(connection, { project_id: projectId, object_id: objectId });
    const selected = digests && (await knownDigests(connection, projectId, objectId, digests));
    await requireUnlabelled(connection, projectId, objectId, selected);
    const now = await readClock(connection);
    const deleted = await connection.query(BURY, [projectId, objectId, selected ?? null, now]);
    await connection.query(FORGET_VALUES, [projectId, objectId, deleted.map((row) => requiredText(row, "digest"))]);
    return deleted.length;
  });
}

/** The digests of versions named by digest, `latest`, `v<index>` or a label. Throws `not_found` with the first unknown. */
async function knownDigests(
  connection: Connection,
  projectId: string,
  objectId: string,
  digests: readonly string[],
): Promise<string[]> {
  const known: string[] = [];
  for (const [place, digest] of digests.entries()) {
    const parameters = new Parameters();
    const project = parameters.add(projectId, "text");
    const condition = versionCondition(project, { object_id: objectId, digest }, parameters);
    const [row] = await connection.query(`select o.digest from objects o where ${condition}`, parameters.values);
    if (!row) throw new AppError("not_found", `digests[${place}]: there is no version ${digest} of object ${objectId}`);
    known.push(requiredText(row, "digest"));
  }
  return known;
}

async function requireUnlabelled(
  connection: Connection,
  projectId: string,
  objectId: string,
  digests: readonly string[] | undefined,
): Promise<void> {
  const [row] = await connection.query(LABELLED, [projectId, objectId, digests ?? null]);
  if (!row) return;
  const [label, version] = [requiredText(row, "label"), versionName(requiredNumber(row, "version_index"))];
  throw new AppError(
    "conflict",
    `Label ${label} is on ${version} of object ${objectId}; move or remove the label before you delete the version`,
  );
}

const LABELLED = `
  select l.label, o.version_index from object_labels l
  join objects o on o.project_id = $1::text and o.object_id = l.object_id and o.digest = l.digest
  where l.project_id = $1::text and l.object_id = $2 and ($3::text[] is null or l.digest = any($3))
  order by l.label limit 1`;

const BURY = `
  update objects set deleted_at = $4::timestamptz
  where project_id = $1 and object_id = $2 and deleted_at is null and ($3::text[] is null or digest = any($3))
  returning digest`;

const FORGET_VALUES = `
  delete from object_values where project_id = $1 and object_id = $2 and digest = any($3::text[])`;

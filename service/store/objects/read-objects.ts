import type { ObjectsQuery, ObjectsStats, ObjectsStatsQuery, ObjectVersion } from "@/lib/contract/objects";
import { objectKind } from "@/lib/contract/objects";
import { versionAlias } from "@/lib/contract/version-alias";
import { labelProblem } from "@/lib/contract/label-name";
import { fieldPath } from "@/lib/contract/expression";
import { JsonText } from "@/lib/json/text";
import { OBJECT_CLASSES } from "@/lib/contract/limits";
import type { Database } from "@/service/store/connections/database";
import { jsonPath } from "@/service/store/sql/json-path";
import { versionCondition } from "./object-version";
import type { VersionKey } from "./objects-store";
import { Parameters } from "@/service/store/sql/parameters";
import { labelsOf } from "@/service/store/sql/labels";
import { type Row, optionalJson, optionalText, requiredNumber, requiredText } from "@/service/store/sql/row";
import { type Listing, readList, rowBatches } from "@/service/store/connections/row-batches";
import { orderBy, sortOf } from "@/service/store/sql/sort";
import type { FieldResolver, SqlValue } from "@/service/store/sql/sql-value";
import { compileQuery } from "@/service/store/sql/where";

const NO_VALUE = new JsonText("null");

// A subquery names the project itself: otherwise Citus would ask every node for it.
const valueJoin = (project: string) => `left join object_values v
  on v.project_id = ${project} and v.object_id = o.object_id and v.digest = o.digest`;

/** The last published version of its kind under its name. */
const isLatest = (project: string) => `(o.deleted_at is null and not exists (select 1 from objects n
  where n.project_id = ${project} and n.object_id = o.object_id and n.kind = o.kind
    and n.deleted_at is null and n.publication > o.publication))`;

const labels = (project: string) => `(
  select string_agg(l.label, ' ' order by l.label) from object_labels l
  where l.project_id = ${project} and l.object_id = o.object_id and l.digest = o.digest)`;

const columnsOf = (project: string) => `o.project_id, o.object_id, o.digest, o.version_index, o.kind,
  o.base_object_class, o.leaf_object_class, o.ext_user_id, o.size_bytes, o.created_at, o.deleted_at,
  ${isLatest(project)}::int as is_latest, ${labels(project)} as labels`;

/** Also reads deleted versions, with `deleted_at` and no value. Without the option `value` no value is read. */
export async function readObject(
  database: Database,
  projectId: string,
  key: VersionKey,
  { value }: { value: boolean },
): Promise<ObjectVersion | undefined> {
  const parameters = new Parameters();
  const project = parameters.add(projectId, "text");
  const [row] = await database.query(
    `select ${columnsOf(project)} ${value ? ", v.val" : ""} from objects o ${value ? valueJoin(project) : ""}
     where ${versionCondition(project, key, parameters)}`,
    parameters.values,
  );
  return row && readVersion(row);
}

/** The values of versions, in the order of their keys; undefined if there is none or it was deleted. */
export async function readObjectValues(
  database: Database,
  projectId: string,
  keys: readonly VersionKey[],
): Promise<(JsonText | undefined)[]> {
  const aliases = keys.map(({ digest }) => versionAlias(digest));
  const areLabels = keys.map(({ digest }) => labelProblem(digest) === undefined);
  const rows = await database.query(READ_VALUES, [
    projectId,
    keys.map((key) => key.object_id),
    keys.map((key) => key.kind),
    keys.map((key, place) => (aliases[place] === undefined && !areLabels[place] ? key.digest : undefined)),
    aliases.map((alias) => (alias === "latest" ? undefined : alias)),
    keys.map((key, place) => (areLabels[place] ? key.digest : undefined)),
  ]);
  const values = new Map(rows.map((row) => [requiredNumber(row, "place"), optionalJson(row, "val")]));
  return keys.map((_, place) => values.get(place + 1));
}

// A key is a digest, the index of a version, a label, or else the latest version.
const READ_VALUES = `
  select k.place, v.val
  from unnest($2::text[], $3::text[], $4::text[], $5::bigint[], $6::text[]) with ordinality
    as k (object_id, kind, digest, version, label, place)
  cross join lateral (
    select o.object_id, o.digest from objects o
    where o.project_id = $1 and o.object_id = k.object_id and o.deleted_at is null
      and (k.kind is null or o.kind = k.kind)
      and (k.digest is null or o.digest = k.digest) and (k.version is null or o.version_index = k.version)
      and (k.label is null or o.digest = (
        select l.digest from object_labels l
        where l.project_id = $1 and l.object_id = k.object_id and l.label = k.label))
    order by o.publication desc limit 1) found
  join object_values v on v.project_id = $1 and v.object_id = found.object_id and v.digest = found.digest`;

/** Batches of versions in the given order; stops the query when the signal aborts. */
export async function* listObjects(
  database: Database,
  query: ObjectsQuery,
  signal: AbortSignal,
): AsyncGenerator<ObjectVersion[]> {
  const listing = listingOf(query);
  const read = (rows: Row[]) => rows.map(readVersion);
  yield* readList(database, listing, signal, async function* (connection) {
    for await (const rows of rowBatches(connection, listing)) yield read(rows);
  });
}

/** The number of versions that `listObjects` returns, in total and by class. */
export async function countObjects(database: Database, query: ObjectsStatsQuery): Promise<ObjectsStats> {
  const parameters = new Parameters();
  const project = parameters.add(query.project_id, "text");
  const conditions = conditionsOf(query, project, parameters);
  const rows = await database.scans.query(
    `select o.base_object_class, count(*)::bigint as count, sum(count(*)) over ()::bigint as total
     from objects o ${query.query ? valueJoin(project) : ""} where ${conditions.join(" and ")}
     group by o.base_object_class order by count(*) desc, o.base_object_class
     limit ${parameters.add(OBJECT_CLASSES, "bigint")}`,
    parameters.values,
  );
  return {
    count: rows[0] ? requiredNumber(rows[0], "total") : 0,
    classes: rows.map((row) => ({
      base_object_class: optionalText(row, "base_object_class"),
      count: requiredNumber(row, "count"),
    })),
  };
}

function conditionsOf(query: ObjectsStatsQuery, project: string, parameters: Parameters): string[] {
  return [
    `o.project_id = ${project}`,
    ...(query.include_deleted ? [] : ["o.deleted_at is null"]),
    ...filterConditions(query.filter, project, parameters),
    ...(query.query ? [compileQuery(query.query, { resolve: fieldsOf(project) }, parameters)] : []),
  ];
}

function listingOf(query: ObjectsQuery): Listing {
  const parameters = new Parameters();
  const project = parameters.add(query.project_id, "text");
  const conditions = conditionsOf(query, project, parameters);
  const last = query.sort_by?.at(-1)?.direction ?? "asc";
  const { keys, joins } = sortOf(
    [...(query.sort_by ?? []), { field: "object_id", direction: "asc" }, { field: "version_index", direction: last }],
    fieldsOf(project),
    parameters,
  );
  const limit = query.limit ?? undefined;
  const wide = query.metadata_only !== true;
  return {
    text: `select ${columnsOf(project)} ${wide ? ", v.val" : ""} from objects o ${valueJoin(project)} ${joins}
      where ${conditions.join(" and ")} ${orderBy(keys)}
      limit ${parameters.add(limit ?? null, "bigint")} offset ${parameters.add(query.offset ?? 0, "bigint")}`,
    values: parameters.values,
    wide,
    limit,
  };
}

function filterConditions(filter: ObjectsQuery["filter"], project: string, parameters: Parameters): string[] {
  if (!filter) return [];
  const conditions: string[] = [];
  const isAmong = (column: string, names: string[]) => `${column} = any(${parameters.add(names, "text[]")})`;
  if (filter.object_ids) conditions.push(isAmong("o.object_id", filter.object_ids));
  if (filter.base_object_classes) conditions.push(isAmong("o.base_object_class", filter.base_object_classes));
  if (filter.leaf_object_classes) conditions.push(isAmong("o.leaf_object_class", filter.leaf_object_classes));
  if (filter.exclude_base_object_classes)
    conditions.push(`${isAmong("o.base_object_class", filter.exclude_base_object_classes)} is not true`);
  if (typeof filter.is_op === "boolean") conditions.push(`o.kind = '${filter.is_op ? "op" : "object"}'`);
  if (filter.latest_only) conditions.push(isLatest(project));
  return conditions;
}

const FIELDS: Record<string, SqlValue> = {
  // Makes the sort total; not a field of the interface.
  id: { sql: "o.digest", type: "text" },
  object_id: { sql: "o.object_id", type: "text" },
  digest: { sql: "o.digest", type: "text" },
  version_index: { sql: "o.version_index", type: "number" },
  kind: { sql: "o.kind", type: "text" },
  base_object_class: { sql: "o.base_object_class", type: "text" },
  leaf_object_class: { sql: "o.leaf_object_class", type: "text" },
  ext_user_id: { sql: "o.ext_user_id", type: "text" },
  size_bytes: { sql: "o.size_bytes", type: "number" },
  created_at: { sql: "o.created_at", type: "time" },
};

const fieldsOf =
  (project: string): FieldResolver =>
  (path, parameters) => {
    if (path === "is_latest") return { sql: `${isLatest(project)}::int`, type: "number" };
    if (Object.hasOwn(FIELDS, path)) return FIELDS[path];
    const [root, ...inside] = fieldPath(path) ?? [];
    if (root !== "val") return undefined;
    if (inside.length > 0) return jsonPath("v.val", [inside], parameters);
    return { sql: "loupe_jsonb(v.val)", type: "json", searchable: "loupe_jsonb(v.val)::text" };
  };

function readVersion(row: Row): ObjectVersion {
  const labelled = optionalText(row, "labels");
  return {
    project_id: requiredText(row, "project_id"),
    object_id: requiredText(row, "object_id"),
    created_at: requiredText(row, "created_at"),
    digest: requiredText(row, "digest"),
    version_index: requiredNumber(row, "version_index"),
    is_latest: requiredNumber(row, "is_latest"),
    kind: objectKind.parse(row.kind),
    base_object_class: optionalText(row, "base_object_class"),
    val: optionalJson(row, "val") ?? NO_VALUE,
    deleted_at: optionalText(row, "deleted_at"),
    leaf_object_class: optionalText(row, "leaf_object_class"),
    ext_user_id: optionalText(row, "ext_user_id"),
    size_bytes: requiredNumber(row, "size_bytes"),
    labels: labelled === undefined ? undefined : labelsOf(labelled),
  };
}

import type { Connection } from "@/service/store/connections/database";
import { LOCAL_TABLES } from "@/service/store/schema/citus";
import { requiredText } from "@/service/store/sql/row";
import { PAGE_ROWS } from "./pages";
import type { UserMatch } from "./user-match";

/**
 * Tables of the erasure itself; n-grams, which are removed with the calls that they are of; and the values by which rows
 * are sorted, which are those of the rows.
 */
const NOT_SEARCHED = ["erasures", "erased_items", "search_pages", "table_columns"];

/** Tables of the whole service with rows of projects. */
const LOCAL_WITH_PROJECTS = ["audit_records"];

const COLUMNS = `
  select c.relname as name, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
    coalesce(array_position(i.indkey::int[], a.attnum::int), -1)::int as place
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  left join pg_index i on i.indrelid = c.oid and i.indisprimary
  where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace and a.attnum > 0
    and not a.attisdropped and c.relname <> all($1::text[])
    and exists (select from pg_attribute p where p.attrelid = c.oid and p.attname = 'project_id')
  order by c.relname, place, a.attnum`;

type Table = { name: string; key: { column: string; type: string }[]; texts: string[] };

/** A row that contains the id of the user: its table, and its key without the project. */
export type Mention = { table: string; key: string };

/** Every table with data of projects, with its columns that contain text. */
export async function searchedTables(connection: Connection): Promise<Table[]> {
  const local = LOCAL_TABLES.filter((name) => !LOCAL_WITH_PROJECTS.includes(name));
  const rows = await connection.query(COLUMNS, [[...NOT_SEARCHED, ...local]]);
  const tables = new Map<string, Table>();
  for (const row of rows) {
    const [name, column, type] = [requiredText(row, "name"), requiredText(row, "column"), requiredText(row, "type")];
    const table = tables.get(name) ?? { name, key: [], texts: [] };
    tables.set(name, table);
    if (row.place !== -1 && column !== "project_id") table.key.push({ column, type });
    const text = column === "project_id" ? undefined : matchOf(`t.${column}`, type);
    if (text !== undefined) table.texts.push(text);
  }
  return [...tables.values()].filter(({ texts }) => texts.length > 0);
}

/** The condition that a column contains the id; undefined for columns without text. */
function matchOf(column: string, type: string): string | undefined {
  switch (type) {
    case "text":
    case "jsonb":
      return `${column}::text ~* $2`;
    case "text[]":
      return `array_to_string(${column}, e'\\n') ~* $2`;
    case "bytea":
      return `exists (
        select from unnest($3::text[]) as forms (form) where position(convert_to(form, 'UTF8') in ${column}) > 0)`;
    default:
      return undefined;
  }
}

/** The rows of a project in which the id of the user is still stored, as a word of its own, table by table. */
export async function* mentionsIn(
  connection: Connection,
  projectId: string,
  { name, key, texts }: Table,
  user: UserMatch,
): AsyncGenerator<Mention[]> {
  const columns = key.map(({ column }) => column);
  const keys = columns.map((column, place) => `t.${column}::text as k${place}`);
  const match = `(${texts.join(" or ")}) and $2::text is not null and $3::text[] is not null`;
  const order = columns.length === 0 ? "" : `order by ${columns.join(", ")}`;
  let after: string[] | undefined;
  for (;;) {
    const from =
      after === undefined
        ? ""
        : `and (${columns.join(", ")}) > (${key.map(({ type }, place) => `$${place + 4}::text::${type}`).join(", ")})`;
    const rows = await connection.query(
      `select ${[...keys, `coalesce(${match}, false) as is_found`].join(", ")} from (
         select * from ${name} where project_id = $1 ${from} ${order} limit ${PAGE_ROWS}) t
       ${columns.length === 0 ? "" : `order by ${columns.map((column) => `t.${column}`).join(", ")}`}`,
      [projectId, user.mention, user.forms, ...(after ?? [])],
    );
    const keyOf = (row: (typeof rows)[number]) => columns.map((_, place) => requiredText(row, `k${place}`));
    yield rows.filter((row) => row.is_found === true).map((row) => ({ table: name, key: keyOf(row).join("/") }));
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_ROWS || columns.length === 0) return;
    after = keyOf(last);
  }
}

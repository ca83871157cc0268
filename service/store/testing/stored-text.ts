import pg from "pg";
import { requiredText } from "@/service/store/sql/row";

const COLUMNS = `
  select c.relname as name, a.attname as column, format_type(a.atttypid, a.atttypmod) = 'bytea' as is_bytes
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace and a.attnum > 0
    and not a.attisdropped
  order by c.relname, a.attnum`;

/**
 * For tests: the columns, as `table.column`, of any table of a database in which one of the texts is stored, in any
 * case, whatever the type of the column.
 */
export async function columnsWith(connection: pg.ClientConfig, texts: readonly string[]): Promise<string[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query(COLUMNS);
    const found: string[] = [];
    for (const row of rows) {
      const [table, column] = [requiredText(row, "name"), requiredText(row, "column")];
      const value = `"${column}"`;
      const holds = row.is_bytes
        ? `position(convert_to(sought, 'UTF8') in ${value}) > 0`
        : `position(lower(sought) in lower(${value}::text)) > 0`;
      const statement = `select 1 from "${table}" cross join unnest($1::text[]) as texts (sought) where ${holds} limit 1`;
      if ((await client.query(statement, [texts])).rowCount) found.push(`${table}.${column}`);
    }
    return found;
  } finally {
    await client.end();
  }
}

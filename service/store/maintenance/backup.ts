import type pg from "pg";
import * as z from "zod";
import { migrateClient, migrationsOf } from "@/service/store/schema/migrate";
import { type Row, optionalText, requiredText, typeParsers } from "@/service/store/sql/row";
import { nextSize } from "@/service/store/connections/row-batches";
import { FILL_TRACES } from "@/service/store/statistics/trace-statements";
import { StartError } from "@/service/store/start-error";

const FORMAT = 1;
const FIRST_ROWS = 8;
const INSERT_CHARS = 8 * 1024 * 1024;
const INSERT_ROWS = 1_000;

const headerSchema = z.object({ loupe_backup: z.literal(FORMAT), migrations: z.array(z.string()) });
const tableSchema = z.object({ table: z.string(), columns: z.array(z.string()), types: z.array(z.string()) });
const rowSchema = z.array(z.string().nullable());

type Table = z.infer<typeof tableSchema>;

/** Tables that are rebuilt from the restored ones. */
const DERIVED_TABLES = [
  "search_queue",
  "search_segments",
  "search_pages",
  "search_ids",
  "trace_totals",
  "trace_usage",
  "calls_above_failures",
  "unfilled_traces",
];

/**
 * Tables that no backup has. A session that ended later must not begin again, and an invitation that was used later must
 * not be open again.
 */
export const UNSAVED_TABLES = [...DERIVED_TABLES, "invitations", "person_sessions", "used_id_tokens"];

const COLUMNS = `
  select c.relname as name, a.attname as column, format_type(a.atttypid, a.atttypmod) as type
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace and c.relname <> 'loupe_migrations'
    and c.relname <> all($1) and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  order by c.relname, a.attnum`;

/**
 * A snapshot of the database, without those tables, as JSON lines: a header, then each table and its rows as the texts
 * that PostgreSQL writes. Reads in bounded memory, while the service may run.
 */
export async function* readBackup(client: pg.Client): AsyncGenerator<string> {
  await client.query("begin isolation level repeatable read read only");
  yield line({ loupe_backup: FORMAT, migrations: await migrationsOf(client) });
  for (const table of await tablesOf(client)) {
    yield line(table);
    // As text, whatever the reader's settings are.
    const selected = table.columns.map((column) => `${quoted(column)}::text`).join(", ");
    await client.query({ text: `declare rows no scroll cursor for select ${selected} from ${quoted(table.table)}` });
    for (let size = FIRST_ROWS; ;) {
      const { rows } = await client.query<Row>({ text: `fetch ${size} from rows`, types: typeParsers });
      if (rows.length === 0) break;
      yield rows.map((row) => line(table.columns.map((column) => optionalText(row, column) ?? null))).join("");
      size = nextSize(rows);
    }
    await client.query("close rows");
  }
  await client.query("commit");
}

/**
 * Fills an empty database with the lines of a backup, in one transaction, then migrates it to the newest schema. Throws
 * `StartError` if it is not empty, or if the file is from a newer version, incomplete, or not a backup.
 */
export async function restoreBackup(client: pg.Client, lines: AsyncIterable<string>): Promise<void> {
  const iterator = lines[Symbol.asyncIterator]();
  const header = headerSchema.safeParse(parse((await iterator.next()).value));
  if (!header.success) throw new StartError("this file is not a Loupe backup");
  const { migrations } = header.data;
  await migrateClient(client, migrations.length);
  if (JSON.stringify(await migrationsOf(client)) !== JSON.stringify(migrations))
    throw new StartError(
      "the backup and the database have different schema versions; restore into an empty database with the same or a newer version of Loupe",
    );
  await client.query("begin");
  const tables = new Map((await tablesOf(client)).map((table) => [table.table, table]));
  for (const { table } of tables.values()) {
    const { rowCount } = await client.query(`select 1 from ${quoted(table)} limit 1`);
    if (rowCount !== 0) throw new StartError("the database is not empty: restore into an empty one");
  }
  await fill(client, iterator, tables);
  await client.query("commit");
  await migrateClient(client);
  await client.query("select loupe_queue_search()");
  await client.query(FILL_TRACES);
  await client.query(POSTPONE, [new Date(Date.now() + RESTORED_RUNS_MS).toISOString()]);
}

/** How long old traces of a restored backup stay at least, milliseconds: they may be why it was restored. */
const RESTORED_RUNS_MS = 24 * 3_600_000;
const POSTPONE =
  "update retention_runs set due_at = greatest(due_at, $1::timestamptz) where status in ('waiting', 'running')";

async function fill(client: pg.Client, lines: AsyncIterator<string>, tables: ReadonlyMap<string, Table>) {
  let table: Table | undefined;
  let batch: (string | null)[][] = [];
  let chars = 0;
  const flush = async () => {
    if (table && batch.length > 0) await insert(client, table, batch);
    batch = [];
    chars = 0;
  };
  for (;;) {
    const { done, value } = await lines.next();
    if (done) break;
    const parsed = parse(value);
    if (Array.isArray(parsed)) {
      batch.push(rowSchema.parse(parsed));
      chars += value.length;
      if (batch.length >= INSERT_ROWS || chars >= INSERT_CHARS) await flush();
      continue;
    }
    await flush();
    const next = tableSchema.parse(parsed);
    table = tables.get(next.table);
    // The names in statements come from the catalogue, never from the file.
    if (JSON.stringify(table) !== JSON.stringify(next))
      throw new StartError(
        `the table "${next.table}" in the backup does not match this version of Loupe; restore it with the version that created it`,
      );
  }
  await flush();
}

async function insert(client: pg.Client, { table, columns, types }: Table, rows: (string | null)[][]): Promise<void> {
  const arrays = columns.map((_, place) => `$${place + 1}::text[]`).join(", ");
  const names = columns.map(quoted).join(", ");
  const casts = columns.map((column, place) => `${quoted(column)}::${types[place]}`).join(", ");
  await client.query(
    `insert into ${quoted(table)} (${names}) select ${casts} from unnest(${arrays}) as sent (${names})`,
    columns.map((_, place) => rows.map((row) => row[place] ?? null)),
  );
}

async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Row>(COLUMNS, [UNSAVED_TABLES]);
  const tables = new Map<string, Table>();
  for (const row of rows) {
    const name = requiredText(row, "name");
    const table = tables.get(name) ?? { table: name, columns: [], types: [] };
    table.columns.push(requiredText(row, "column"));
    table.types.push(requiredText(row, "type"));
    tables.set(name, table);
  }
  return [...tables.values()];
}

const line = (value: unknown) => `${JSON.stringify(value)}\n`;
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

function parse(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    throw new StartError("the backup is incomplete or damaged; use another backup");
  }
}

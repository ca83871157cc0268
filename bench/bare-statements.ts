import pg from "pg";

/** A completed call as a row of text: what the benchmarks send to the service and to the bare database. */
export interface PlainCall {
  id: string;
  trace_id: string;
  parent_id: string | undefined;
  op_name: string;
  started_at: string;
  ended_at: string;
  exception: string | undefined;
  attributes: string;
  inputs: string;
  output: string;
  summary: string;
}

const COLUMNS = [
  "id",
  "trace_id",
  "parent_id",
  "op_name",
  "started_at",
  "ended_at",
  "exception",
  "attributes",
  "inputs",
  "output",
  "summary",
] as const satisfies readonly (keyof PlainCall)[];

const ROW = "id, op_name, trace_id, parent_id, started_at, ended_at, exception, input_preview, output_preview";

/** The store's operations, each as one plain statement on the same database: the reference of the benchmarks. */
export interface BareStatements {
  /** Inserts rows into a plain table with one index, one statement per batch, synced when it returns. */
  insert(calls: readonly PlainCall[]): Promise<void>;
  readOne(id: string): Promise<void>;
  newest(): Promise<void>;
  newestFiltered(op: string, from: string): Promise<void>;
  trace(traceId: string): Promise<void>;
  search(text: string): Promise<void>;
  /** Number of the service's calls that are not in its text index yet. */
  callsToIndex(): Promise<number>;
  /** Number of hours whose statistics the service has not rolled up yet, without those that it never will. */
  hoursToRollUp(): Promise<number>;
  /** Those of the ids that the service has stored. */
  stored(ids: readonly string[]): Promise<Set<string>>;
  /** Bytes of each table on disk, with its indexes and its long values. */
  tableBytes(): Promise<Map<string, number>>;
  /** By hour and op: counts, errors, percentiles of latency, tokens. */
  statistics(start: string, end: string): Promise<void>;
  /** Inserts rows of JSON into a plain table, the first at position `from`. */
  insertRows(from: number, rows: readonly string[]): Promise<void>;
  tablePage(offset: number, limit: number): Promise<void>;
  /** By a number under `meta` in the row. */
  sortedPage(field: string, offset: number, limit: number): Promise<void>;
  version(): Promise<string>;
  close(): Promise<void>;
}

/** Connects to the database in a socket folder, and creates empty plain tables that `close` drops. */
export async function openBareStatements(socketFolder: string, projectId: string): Promise<BareStatements> {
  const client = new pg.Client({ host: socketFolder, user: "loupe", database: "loupe" });
  // Emitted when the database stops while it is connected, after a failure that is reported anyway.
  client.on("error", () => undefined);
  await client.connect();
  // A run that was killed leaves them.
  await client.query("drop table if exists bench_plain, bench_rows");
  await client.query(
    `create table bench_plain (project_id text, ${COLUMNS.map((column) => `${column} ${typeOf(column)}`).join(", ")},
      primary key (project_id, id))`,
  );
  await client.query(
    "create table bench_rows (project_id text, position int, val jsonb, primary key (project_id, position))",
  );
  const ask = async (name: string, text: string, values: unknown[]) =>
    void (await client.query({ name, text, values }));
  const roots = `from calls where project_id = $1 and visible and parent_id is null`;
  return {
    insert: (calls) =>
      ask(
        "insert",
        `insert into bench_plain select $1, * from unnest(${COLUMNS.map((column, index) => `$${index + 2}::${typeOf(column)}[]`).join(", ")})`,
        [projectId, ...COLUMNS.map((column) => calls.map((call) => call[column]))],
      ),
    readOne: (id) =>
      ask("one", "select * from calls join call_payloads using (project_id, id) where project_id = $1 and id = $2", [
        projectId,
        id,
      ]),
    newest: () => ask("newest", `select ${ROW} ${roots} order by started_at desc, id desc limit 50`, [projectId]),
    newestFiltered: (op, from) =>
      ask(
        "filtered",
        `select ${ROW} from calls where project_id = $1 and visible and op_name = $2 and exception is not null
          and started_at >= $3 order by started_at desc, id desc limit 50`,
        [projectId, op, from],
      ),
    trace: (traceId) =>
      ask(
        "trace",
        `select ${ROW} from calls where project_id = $1 and visible and trace_id = $2 order by started_at, id`,
        [projectId, traceId],
      ),
    search: (text) =>
      ask(
        "search",
        `select ${ROW} from calls c join call_payloads p using (project_id, id)
          where project_id = $1 and visible and (inputs ilike $2 or output ilike $2) order by started_at desc, id desc limit 50`,
        [projectId, `%${text}%`],
      ),
    callsToIndex: async () => {
      const { rows } = await client.query<{ calls: string }>(
        "select coalesce(sum(cardinality(calls)), 0) as calls from search_queue where project_id = $1",
        [projectId],
      );
      return Number(rows[0]?.calls);
    },
    hoursToRollUp: async () => {
      const { rows } = await client.query<{ hours: string }>(
        "select count(distinct starts_at) as hours from stale_call_hours where project_id = $1 and not too_many",
        [projectId],
      );
      return Number(rows[0]?.hours);
    },
    stored: async (ids) => {
      const { rows } = await client.query<{ id: string }>(
        "select id from calls where project_id = $1 and id = any($2::text[])",
        [projectId, ids],
      );
      return new Set(rows.map(({ id }) => id));
    },
    tableBytes: async () => {
      const { rows } = await client.query<{ name: string; bytes: string }>(
        `select relname as name, pg_total_relation_size(oid) as bytes from pg_class
          where relkind = 'r' and relnamespace = 'public'::regnamespace`,
      );
      return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
    },
    statistics: (start, end) =>
      ask(
        "statistics",
        `select date_trunc('hour', started_at, 'UTC') as hour, op_name, count(*), count(exception),
            percentile_cont(array[0.5, 0.95, 0.99]) within group (order by ended_at - started_at),
            sum(prompt_tokens), sum(completion_tokens)
          from calls where project_id = $1 and visible and started_at >= $2 and started_at < $3 group by hour, op_name`,
        [projectId, start, end],
      ),
    insertRows: (from, rows) =>
      ask(
        "insert rows",
        `insert into bench_rows select $1, $2::int + place - 1, val::jsonb
          from unnest($3::text[]) with ordinality as sent (val, place)`,
        [projectId, from, rows],
      ),
    tablePage: (offset, limit) =>
      ask(
        "table page",
        "select * from bench_rows where project_id = $1 and position >= $2 order by position limit $3",
        [projectId, offset, limit],
      ),
    sortedPage: (field, offset, limit) =>
      ask(
        "sorted page",
        `select * from bench_rows where project_id = $1
          order by (val #>> array['meta', $2])::numeric, position limit $3 offset $4`,
        [projectId, field, limit, offset],
      ),
    version: () => versionOf(client),
    close: async () => {
      await client.query("drop table bench_plain, bench_rows");
      await client.end();
    },
  };
}

function typeOf(column: (typeof COLUMNS)[number]): string {
  return column.endsWith("_at") ? "timestamptz" : "text";
}

/** What the service derives from the calls of all projects in a database, and its upkeep. */
export interface Upkeep {
  /** Number of calls that are not in the text index, of hours not rolled up, and of traces without totals. */
  waiting(): Promise<{ calls: number; hours: number; traces: number }>;
  /** Brings the planner's statistics up to date, on the workers of a Citus cluster too. */
  analyze(): Promise<void>;
  version(): Promise<string>;
  close(): Promise<void>;
}

export async function openUpkeep(database: pg.ClientConfig): Promise<Upkeep> {
  const client = new pg.Client(database);
  await client.connect();
  const count = async (text: string) => Number((await client.query<{ count: string }>(text)).rows[0]?.count);
  return {
    waiting: async () => ({
      calls: await count("select coalesce(sum(cardinality(calls)), 0) as count from search_queue"),
      hours: await count("select count(*) from stale_call_hours where not too_many"),
      traces: await count("select count(*) from stale_traces"),
    }),
    analyze: async () => {
      // By name, which Citus passes on to its workers.
      const { rows } = await client.query<{ name: string }>(
        "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
      );
      for (const { name } of rows) await client.query(`vacuum analyze ${name}`);
    },
    version: () => versionOf(client),
    close: () => client.end(),
  };
}

async function versionOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ version: string }>("select current_setting('server_version') as version");
  return rows[0]?.version ?? "";
}

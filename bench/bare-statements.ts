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

/** Connects to the database in a socket folder, and creates plain tables that `close` drops. */
export async function openBareStatements(socketFolder: string, projectId: string): Promise<BareStatements> {
  const client = new pg.Client({ host: socketFolder, user: "loupe", database: "loupe" });
  // Emitted when the database stops while it is connected, after a failure that is reported anyway.
  client.on("error", () => undefined);
  await client.connect();
  await client.query(
    `create table if not exists bench_plain (project_id text, ${COLUMNS.map((column) => `${column} ${typeOf(column)}`).join(", ")},
      primary key (project_id, id))`,
  );
  await client.query(
    "create table if not exists bench_rows (project_id text, position int, val jsonb, primary key (project_id, position))",
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
    version: async () => {
      const { rows } = await client.query<{ server_version: string }>("show server_version");
      return rows[0]?.server_version ?? "";
    },
    close: async () => {
      await client.query("drop table bench_plain, bench_rows");
      await client.end();
    },
  };
}

function typeOf(column: (typeof COLUMNS)[number]): string {
  return column.endsWith("_at") ? "timestamptz" : "text";
}

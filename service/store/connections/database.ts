import type { PoolClient, PoolConfig, QueryConfig } from "pg";
import { EXPORT_STATEMENT_MS, READ_STATEMENT_MS } from "@/lib/contract/limits";
import { toAppError } from "./database-error";
import { FairPool, type PoolUse, type Requester, SERVICE } from "./fair-pool";
import { type Row, typeParsers } from "@/service/store/sql/row";

/**
 * Connections of one process, by what they are for. One key has fewer than half of those for reads, which may keep a core
 * busy each, and never all of the others: whatever it asks for, another key's statement begins at once.
 */
const SIZES = {
  /** Writes, and reads of a few rows by their keys. */
  short: { places: 10, placesPerKey: 8 },
  /** Pages of lists, counts and statistics, which may look through all there is. */
  scan: { places: 8, placesPerKey: 3 },
  /** Lists without a limit, each for as long as its reader takes. */
  export: { places: 6, placesPerKey: 2 },
  /** Keys and health, for which nothing else may be in the way. */
  control: { places: 2, placesPerKey: 2 },
  /** Cancels of statements whose client has left. */
  cancel: { places: 1, placesPerKey: 1 },
};
type PoolName = keyof typeof SIZES;

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 30_000;
const CONTROL_TIMEOUT_MS = 5_000;
// Beyond what a statement may take: the server, or the way to it, is gone without a word.
const SILENCE_MS = 5_000;
const STALLED_READER_MS = 300_000;

/**
 * A transaction has a number from its beginning, before it looks for anything: so whoever reads it may wait for those
 * that began earlier (rollup.ts).
 */
export const BEGIN_WRITE = "begin; select pg_current_xact_id()";

/** A statement; one with a name is parsed and planned once a connection, so its text must never vary. */
export type Statement = string | { name: string; text: string };

/** What runs a statement: a pool, or one connection within a session. Values are always bound. */
export interface Connection {
  query(statement: Statement, values?: readonly unknown[]): Promise<Row[]>;
}

export interface DatabaseOptions {
  /** Where the server is. */
  connection: PoolConfig;
  /** Longest a single statement may run, milliseconds; each kind of work has its own when not given. */
  statementTimeoutMs?: number;
}

type Pools = Record<PoolName, FairPool>;

/**
 * The database as one requester sees it; all of a process share its pools. Every failure leaves it as an `AppError` or
 * without stored values in its message.
 */
export class Database implements Connection {
  /** The same for every requester: what is remembered about the database is remembered by this. */
  readonly pools: Pools;
  readonly #requester: Requester;

  constructor(pools: Pools, requester: Requester = SERVICE) {
    this.pools = pools;
    this.#requester = requester;
  }

  static open({ connection, statementTimeoutMs }: DatabaseOptions): Database {
    const pool = (name: PoolName, limitMs: number) =>
      new FairPool(name, SIZES[name], configOf(connection, name, statementTimeoutMs ?? limitMs));
    return new Database({
      short: pool("short", STATEMENT_TIMEOUT_MS),
      scan: pool("scan", READ_STATEMENT_MS),
      export: pool("export", EXPORT_STATEMENT_MS),
      control: pool("control", CONTROL_TIMEOUT_MS),
      cancel: pool("cancel", CONTROL_TIMEOUT_MS),
    });
  }

  /** The same database, for another requester. */
  for(requester: Requester): Database {
    return new Database(this.pools, requester);
  }

  /** The same database for work that others wait for too, which therefore goes on when the requester has left. */
  shared(): Database {
    return this.for({ key: this.#requester.key });
  }

  /** Writes, and reads of a few rows by their keys. */
  async query(statement: Statement, values?: readonly unknown[]): Promise<Row[]> {
    return this.#lend("short", async (client) => run(client, statement, values));
  }

  /** Reads that may look through all there is; cancelled when the requester leaves, and then throws why it left. */
  get scans(): Connection {
    return { query: async (statement, values) => this.#scan(statement, values) };
  }

  /** What keys and health are read by. */
  get control(): Connection {
    return {
      query: async (statement, values) => this.#lend("control", async (client) => run(client, statement, values)),
    };
  }

  /** Runs `work` in one transaction; when it resolves, everything is on disk. */
  async transaction<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    return this.#lend("short", async (client) => {
      await client.query(BEGIN_WRITE);
      const result = await work(onClient(client));
      await client.query("commit");
      return result;
    });
  }

  /**
   * Iterates over what `read` yields from one connection; a `long` one lasts as long as its reader takes. When the signal
   * aborts, the running statement is cancelled on the server and the iteration throws the signal's reason; when the
   * reader leaves, the connection is given back.
   */
  async *session<Item>(
    { signal, long }: { signal: AbortSignal; long: boolean },
    read: (connection: Connection) => AsyncIterable<Item>,
  ): AsyncGenerator<Item> {
    signal.throwIfAborted();
    const lent = await this.#borrow(long ? "export" : "scan", { ...this.#requester, signal: () => signal });
    const cancel = this.#cancelOnAbort(lent.client, signal);
    let broken = true;
    try {
      yield* read(onClient(lent.client, signal));
      broken = false;
    } catch (error) {
      signal.throwIfAborted();
      throw toAppError(error);
    } finally {
      const cancelled = await cancel.end();
      lent.giveBack(broken || cancelled);
    }
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.pools).map(async (pool) => pool.end()));
  }

  poolUse(): PoolUse[] {
    return Object.values(this.pools).map(({ use }) => use);
  }

  async #scan(statement: Statement, values?: readonly unknown[]): Promise<Row[]> {
    const signal = this.#requester.signal?.();
    return this.#lend("scan", async (client) => {
      const cancel = this.#cancelOnAbort(client, signal);
      try {
        return await run(client, statement, values);
      } finally {
        await cancel.end();
        signal?.throwIfAborted();
      }
    });
  }

  async #borrow(pool: PoolName, requester: Requester) {
    try {
      return await this.pools[pool].lend(requester);
    } catch (error) {
      throw toAppError(error);
    }
  }

  /** A connection on which anything fails is ended, which rolls back whatever it had begun. */
  async #lend<Result>(pool: PoolName, work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    const { client, giveBack } = await this.#borrow(pool, this.#requester);
    let broken = true;
    try {
      const result = await work(client);
      broken = false;
      return result;
    } catch (error) {
      throw toAppError(error);
    } finally {
      giveBack(broken);
    }
  }

  /** Cancels what the client runs when the signal aborts. `end` waits until a cancel has been delivered. */
  #cancelOnAbort(client: PoolClient, signal: AbortSignal | undefined): { end: () => Promise<boolean> } {
    let cancelling: Promise<unknown> | undefined;
    const onAbort = () => {
      cancelling = this.#cancel(client);
    };
    if (signal?.aborted) onAbort();
    else signal?.addEventListener("abort", onAbort, { once: true });
    return {
      async end() {
        signal?.removeEventListener("abort", onAbort);
        // Until then the connection must not run another reader's query.
        await cancelling;
        return cancelling !== undefined;
      },
    };
  }

  async #cancel(client: PoolClient): Promise<void> {
    if (!("processID" in client)) return;
    const { processID } = client;
    try {
      await this.for(SERVICE).#lend("cancel", async (connection) =>
        run(connection, "select pg_cancel_backend($1)", [processID]),
      );
    } catch {
      // The statement then runs to its limit.
    }
  }
}

function configOf(connection: PoolConfig, name: PoolName, statementTimeoutMs: number): PoolConfig {
  return {
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    query_timeout: statementTimeoutMs + SILENCE_MS,
    application_name: name === "cancel" ? "loupe-cancel" : "loupe",
    options: [
      "-c timezone=UTC",
      `-c statement_timeout=${statementTimeoutMs}`,
      `-c idle_in_transaction_session_timeout=${STALLED_READER_MS}`,
    ].join(" "),
    ...connection,
    types: typeParsers,
  };
}

function onClient(client: PoolClient, signal?: AbortSignal): Connection {
  return {
    async query(statement, values) {
      signal?.throwIfAborted();
      return run(client, statement, values);
    },
  };
}

async function run(client: PoolClient, statement: Statement, values: readonly unknown[] = []): Promise<Row[]> {
  const bound: QueryConfig = {
    ...(typeof statement === "string" ? { text: statement } : statement),
    values: [...values],
  };
  const { rows } = await client.query(bound);
  return rows;
}

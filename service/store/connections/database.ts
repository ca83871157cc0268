import type { PoolClient, PoolConfig, QueryConfig } from "pg";
import { EXPORT_STATEMENT_MS, READ_STATEMENT_MS } from "@/lib/contract/limits";
import { toAppError } from "./database-error";
import { FairPool, type PoolUse, type Requester, SERVICE } from "./fair-pool";
import type { QueueSize } from "./fair-queue";
import { type Row, typeParsers } from "@/service/store/sql/row";
import { type WatchDatabase, operationOf } from "./watch";

/**
 * Connections of one process, by purpose. One key can use fewer than half of those for reads, each of which may keep a
 * core busy, and never all of the others, so that another key's statement always starts at once.
 */
const SIZES = {
  /** Writes, and reads of a few rows by their keys. */
  short: { places: 10, placesPerKey: 8 },
  /** Pages of lists, counts and statistics, which may read whole projects. */
  scan: { places: 8, placesPerKey: 3 },
  /** Lists without a limit, each of which holds a connection for as long as its reader takes. */
  export: { places: 6, placesPerKey: 2 },
  /** Keys and health checks, which must never wait for other work. */
  control: { places: 2, placesPerKey: 2 },
  /** Cancels of statements whose client has disconnected. */
  cancel: { places: 1, placesPerKey: 1 },
};
type PoolName = keyof typeof SIZES;

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 30_000;
const CONTROL_TIMEOUT_MS = 5_000;
// Added to the limit of a statement: after that, the connection is considered dead.
const SILENCE_MS = 5_000;
const STALLED_READER_MS = 300_000;

/**
 * Assigns the transaction's id at its start, before it reads anything: a reader can then wait for all transactions that
 * started earlier (rollup.ts).
 */
export const BEGIN_WRITE = "begin; select pg_current_xact_id()";

/** A statement; one with a name is parsed and planned once a connection, so its text must never vary. */
export type Statement = string | { name: string; text: string };

/** Above this number of rows, planning a statement takes little of its time. */
const KEPT_PLAN_ROWS = 16;

/**
 * The statement for so many rows: with many it is planned each time. A plan that is kept from when its tables were empty
 * may read a whole project for each row, until the server has new statistics.
 */
export function forRows({ name, text }: { name: string; text: string }, rows: number): Statement {
  return rows > KEPT_PLAN_ROWS ? text : { name, text };
}

/** Runs statements: a pool, or one connection within a session. Values are always bound. */
export interface Connection {
  query(statement: Statement, values?: readonly unknown[]): Promise<Row[]>;
}

export interface DatabaseOptions {
  /** Address of the server. */
  connection: PoolConfig;
  /** Limit on a single statement in milliseconds; by default each kind of work has its own. */
  statementTimeoutMs?: number;
  /** Number of processes that share the places of one replica; 1 by default. */
  processes?: number;
  /** Is told of statements. */
  watch?: WatchDatabase;
}

type Pools = Record<PoolName, FairPool>;

/** A wait for a connection that is reported, in milliseconds; less is the way through the queue. */
const WAIT_MS = 1;

type Caller = { requester: Requester; watch?: WatchDatabase; method?: string };

/**
 * The database for one requester; all requesters of a process share its pools. Every failure becomes an `AppError`, or an
 * error without stored values in its message.
 */
export class Database implements Connection {
  /** The same for every requester: the key of caches about the database. */
  readonly pools: Pools;
  readonly #caller: Caller;

  constructor(pools: Pools, caller: Caller = { requester: SERVICE }) {
    this.pools = pools;
    this.#caller = caller;
  }

  static open({ connection, statementTimeoutMs, processes = 1, watch }: DatabaseOptions): Database {
    const pool = (name: PoolName, limitMs: number) =>
      new FairPool(name, shareOf(SIZES[name], processes), configOf(connection, name, statementTimeoutMs ?? limitMs));
    const pools = {
      short: pool("short", STATEMENT_TIMEOUT_MS),
      scan: pool("scan", READ_STATEMENT_MS),
      export: pool("export", EXPORT_STATEMENT_MS),
      control: pool("control", CONTROL_TIMEOUT_MS),
      cancel: pool("cancel", CONTROL_TIMEOUT_MS),
    };
    return new Database(pools, { requester: SERVICE, watch });
  }

  /** The same database, for another requester. */
  for(requester: Requester): Database {
    return new Database(this.pools, { ...this.#caller, requester });
  }

  /** The same database for a method of the store, which is named where statements are watched. */
  within(method: string): Database {
    return this.#caller.watch ? new Database(this.pools, { ...this.#caller, method }) : this;
  }

  /** The same database for work that other requests also wait for, which continues when the requester disconnects. */
  shared(): Database {
    return this.for({ key: this.#caller.requester.key });
  }

  /** Writes, and reads of a few rows by their keys. */
  async query(statement: Statement, values?: readonly unknown[]): Promise<Row[]> {
    return this.#lend("short", async (client) => this.#run(client, statement, values));
  }

  /** Reads of whole projects; cancelled when the requester disconnects, and then throw the signal's reason. */
  get scans(): Connection {
    return { query: async (statement, values) => this.#scan(statement, values) };
  }

  /** Reads of keys and health checks. */
  get control(): Connection {
    return {
      query: async (statement, values) => this.#lend("control", async (client) => this.#run(client, statement, values)),
    };
  }

  /** Runs `work` in one transaction; when it resolves, everything is on disk. */
  async transaction<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    return this.#lend("short", async (client) => {
      await this.#watched(BEGIN_WRITE, async () => client.query(BEGIN_WRITE));
      const result = await work(this.#onClient(client));
      await this.#watched("commit", async () => client.query("commit"));
      return result;
    });
  }

  /**
   * Iterates over what `read` yields from one connection; a `long` one takes as long as its reader. When the signal
   * aborts, the running statement is cancelled on the server and the iteration throws the signal's reason; when the
   * reader stops, the connection is returned to the pool. While it holds the connection, a reader must not wait for
   * another of the same pool: as many readers as a key has places would wait for each other. The reader of a `long` one
   * may use `scans`.
   */
  async *session<Item>(
    { signal, long }: { signal: AbortSignal; long: boolean },
    read: (connection: Connection) => AsyncIterable<Item>,
  ): AsyncGenerator<Item> {
    signal.throwIfAborted();
    const lent = await this.#borrow(long ? "export" : "scan", { ...this.#caller.requester, signal: () => signal });
    const cancel = this.#cancelOnAbort(lent.client, signal);
    let broken = true;
    try {
      yield* read(this.#onClient(lent.client, signal));
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
    const signal = this.#caller.requester.signal?.();
    return this.#lend("scan", async (client) => {
      const cancel = this.#cancelOnAbort(client, signal);
      try {
        return await this.#run(client, statement, values);
      } finally {
        await cancel.end();
        signal?.throwIfAborted();
      }
    });
  }

  async #borrow(pool: PoolName, requester: Requester) {
    const { watch } = this.#caller;
    const since = watch ? performance.now() : 0;
    try {
      const lent = await this.pools[pool].lend(requester);
      if (watch && performance.now() - since > WAIT_MS) watch.waited(pool, since);
      return lent;
    } catch (error) {
      throw toAppError(error);
    }
  }

  async #run(client: PoolClient, statement: Statement, values?: readonly unknown[]): Promise<Row[]> {
    if (!this.#caller.watch) return run(client, statement, values);
    return this.#watched(statement, async () => run(client, statement, values));
  }

  async #watched<Result>(statement: Statement, send: () => Promise<Result>): Promise<Result> {
    const { watch, method } = this.#caller;
    if (!watch) return send();
    const { text, name } = typeof statement === "string" ? { text: statement, name: undefined } : statement;
    const end = watch.statement({ operation: operationOf(text), name, method });
    try {
      const result = await send();
      end();
      return result;
    } catch (error) {
      end(error);
      throw error;
    }
  }

  #onClient(client: PoolClient, signal?: AbortSignal): Connection {
    return {
      query: async (statement, values) => {
        signal?.throwIfAborted();
        return this.#run(client, statement, values);
      },
    };
  }

  /** A connection on which anything fails is closed, which rolls back its transaction. */
  async #lend<Result>(pool: PoolName, work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    const { client, giveBack } = await this.#borrow(pool, this.#caller.requester);
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
        // Until then another reader must not use the connection.
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
        this.#run(connection, "select pg_cancel_backend($1::int)", [processID]),
      );
    } catch {
      // The statement then runs until its time limit.
    }
  }
}

/** The places of one of several processes, at least one; as of all, a key has only a part of them. */
export function shareOf({ places, placesPerKey }: QueueSize, processes: number): QueueSize {
  const share = Math.ceil(places / processes);
  return { places: share, placesPerKey: Math.max(1, Math.floor((placesPerKey * share) / places)) };
}

function configOf(connection: PoolConfig, name: PoolName, statementTimeoutMs: number): PoolConfig {
  return {
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    query_timeout: statementTimeoutMs + SILENCE_MS,
    application_name: name === "cancel" ? "loupe-cancel" : "loupe",
    options: [
      "-c timezone=UTC",
      // Statements are short; their estimated costs are high enough that the server would compile some for a second.
      "-c jit=off",
      `-c statement_timeout=${statementTimeoutMs}`,
      `-c idle_in_transaction_session_timeout=${STALLED_READER_MS}`,
    ].join(" "),
    ...connection,
    types: typeParsers,
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

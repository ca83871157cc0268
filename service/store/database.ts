import pg, { type PoolConfig } from "pg";
import { AppError } from "@/lib/contract/app-error";
import { toAppError } from "./database-error";
import { type Row, typeParsers } from "./row";

const CONNECTIONS = 16;
// Long lists, one connection each for as long as their reader takes, must not keep the others waiting.
const LONG_READS = 8;
// Whoever waits longer than CONNECT_TIMEOUT_MS is refused anyway.
const WAITING = 256;
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 30_000;
// Beyond what a statement may take: the server, or the way to it, is gone without a word.
const SILENCE_MS = 5_000;
const STALLED_READER_MS = 300_000;

/**
 * A transaction has a number from its beginning, before it looks for anything: so whoever reads it may wait for those
 * that began earlier (rollup.ts).
 */
export const BEGIN_WRITE = "begin; select pg_current_xact_id()";

const ignore = () => undefined;

/** A statement; one with a name is parsed and planned once a connection, so its text must never vary. */
export type Statement = string | { name: string; text: string };

/** What runs a statement: the pool, or one connection within a session. Values are always bound. */
export interface Connection {
  query(statement: Statement, values?: readonly unknown[]): Promise<Row[]>;
}

export interface DatabaseOptions {
  /** Where the server is. */
  connection: PoolConfig;
  /** Longest a single statement may run, milliseconds. */
  statementTimeoutMs?: number;
}

/** What a pool of connections holds at the moment. */
export type PoolUse = { pool: "short" | "long"; open: number; idle: number; waiting: number };

/** The one pool of this process. Every failure leaves it as an `AppError` or without stored values in its message. */
export class Database implements Connection {
  readonly #pool: pg.Pool;
  readonly #longReads: pg.Pool;
  // Its own connection, so that a cancel gets through when the pool is used up by what is to be cancelled.
  readonly #cancels: pg.Pool;

  constructor({ connection, statementTimeoutMs = STATEMENT_TIMEOUT_MS }: DatabaseOptions) {
    const config: PoolConfig = {
      max: CONNECTIONS,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      query_timeout: statementTimeoutMs + SILENCE_MS,
      application_name: "loupe",
      options: [
        "-c timezone=UTC",
        `-c statement_timeout=${statementTimeoutMs}`,
        `-c idle_in_transaction_session_timeout=${STALLED_READER_MS}`,
      ].join(" "),
      ...connection,
      types: typeParsers,
    };
    this.#pool = new pg.Pool(config);
    this.#longReads = new pg.Pool({ ...config, max: LONG_READS });
    this.#cancels = new pg.Pool({ ...config, max: 1, application_name: "loupe-cancel" });
    // A connection that the server ends fails the query that uses it, or is replaced at the next.
    for (const pool of this.#pools)
      pool.on("error", ignore).on("connect", (client) => {
        client.on("error", ignore);
      });
  }

  async query(statement: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    try {
      assertRoom(this.#pool);
      const { rows } = await this.#pool.query(bind(statement, values));
      return rows;
    } catch (error) {
      throw toAppError(error);
    }
  }

  /** Runs `work` in one transaction; when it resolves, everything is on disk. */
  async transaction<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    return this.#withClient(async (client) => {
      await client.query(BEGIN_WRITE);
      const result = await work(onClient(client));
      await client.query("commit");
      return result;
    });
  }

  /**
   * Iterates over what `read` yields from one connection; a `long` one lasts as long as its reader takes. When the signal aborts, the running statement is
   * cancelled on the server and the iteration throws the signal's reason; when the reader leaves, the connection is
   * given back.
   */
  async *session<Item>(
    { signal, long }: { signal: AbortSignal; long: boolean },
    read: (connection: Connection) => AsyncIterable<Item>,
  ): AsyncGenerator<Item> {
    signal.throwIfAborted();
    const client = await this.#connect(long ? this.#longReads : this.#pool);
    let cancelling: Promise<unknown> | undefined;
    let broken = true;
    const onAbort = () => {
      cancelling = this.#cancel(client);
    };
    signal.addEventListener("abort", onAbort);
    try {
      yield* read(onClient(client, signal));
      broken = false;
    } catch (error) {
      signal.throwIfAborted();
      throw toAppError(error);
    } finally {
      signal.removeEventListener("abort", onAbort);
      // Until the cancel has been delivered the connection must not run another reader's query.
      await cancelling;
      client.release(broken || cancelling !== undefined);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.end()));
  }

  poolUse(): PoolUse[] {
    return [
      { pool: "short", ...useOf(this.#pool) },
      { pool: "long", ...useOf(this.#longReads) },
    ];
  }

  get #pools(): pg.Pool[] {
    return [this.#pool, this.#longReads, this.#cancels];
  }

  async #connect(pool: pg.Pool): Promise<pg.PoolClient> {
    try {
      assertRoom(pool);
      return await pool.connect();
    } catch (error) {
      throw toAppError(error);
    }
  }

  async #withClient<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    const client = await this.#connect(this.#pool);
    try {
      const result = await work(client);
      client.release();
      return result;
    } catch (error) {
      // Ends the connection, which rolls back whatever it had begun.
      client.release(true);
      throw toAppError(error);
    }
  }

  async #cancel(client: pg.PoolClient): Promise<void> {
    if (!("processID" in client)) return;
    await this.#cancels.query("select pg_cancel_backend($1)", [client.processID]).catch(() => undefined);
  }
}

function useOf({ totalCount, idleCount, waitingCount }: pg.Pool): Omit<PoolUse, "pool"> {
  return { open: totalCount, idle: idleCount, waiting: waitingCount };
}

function assertRoom({ waitingCount }: pg.Pool): void {
  if (waitingCount < WAITING) return;
  throw new AppError("unavailable", `${WAITING} requests wait for the database already; try again`, {
    retryAfterSeconds: 1,
  });
}

function onClient(client: pg.PoolClient, signal?: AbortSignal): Connection {
  return {
    async query(statement, values = []) {
      signal?.throwIfAborted();
      const { rows } = await client.query(bind(statement, values));
      return rows;
    },
  };
}

function bind(statement: Statement, values: readonly unknown[]): pg.QueryConfig {
  return { ...(typeof statement === "string" ? { text: statement } : statement), values: [...values] };
}

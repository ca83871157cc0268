import pg, { type PoolConfig } from "pg";
import { FairQueue, type QueueSize } from "./fair-queue";

/** The requester of a statement: keys share the database, and statements of a disconnected client are cancelled. */
export type Requester = {
  /** Names the API key; `SERVICE` for the service's own work. */
  key: string;
  /** Aborts when the client disconnects; created on demand, since most statements end earlier. */
  signal?: () => AbortSignal;
};

export const SERVICE: Requester = { key: "service" };

/** The current state of a pool of connections. */
export type PoolUse = { pool: string; places: number; open: number; idle: number; waiting: number };

/** A connection for one piece of work; `broken` closes it instead of returning it to the pool. */
export type Lent = { client: pg.PoolClient; giveBack: (broken: boolean) => void };

const ignore = () => undefined;

/** Connections to the database that keys share fairly. */
export class FairPool {
  readonly #name: string;
  readonly #pool: pg.Pool;
  readonly #queue: FairQueue;
  readonly #places: number;

  constructor(name: string, size: QueueSize, config: PoolConfig) {
    this.#name = name;
    this.#places = size.places;
    this.#queue = new FairQueue(size);
    // The queue admits no more than the pool has, so the pool only ever waits for new connections.
    this.#pool = new pg.Pool({ ...config, max: size.places });
    // If the server ends a connection, the query that uses it fails; an idle one is replaced at the next query.
    this.#pool.on("error", ignore).on("connect", (client) => {
      client.on("error", ignore);
    });
  }

  /** Waits for the requester's turn and a connection; throws the errors of `FairQueue.enter` and of the driver. */
  async lend({ key, signal }: Requester): Promise<Lent> {
    const entered = this.#queue.enter(key, signal);
    const leave = typeof entered === "function" ? entered : await entered;
    try {
      const client = await this.#pool.connect();
      return {
        client,
        giveBack(broken) {
          client.release(broken);
          leave();
        },
      };
    } catch (error) {
      leave();
      throw error;
    }
  }

  get use(): PoolUse {
    const { totalCount, idleCount } = this.#pool;
    return { pool: this.#name, places: this.#places, open: totalCount, idle: idleCount, waiting: this.#queue.waiting };
  }

  async end(): Promise<void> {
    await this.#pool.end();
  }
}

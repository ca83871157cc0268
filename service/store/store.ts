import type { PoolUse, Requester } from "./connections/fair-pool";
import type { MaskedCounts } from "./masking/project-masks";
import type { Statements } from "./statements";

/** All data of the service behind one interface; PostgreSQL is its only implementation. */
export type Store = Statements & {
  /** The same store for the requests of a key, which use at most that key's share of the database. */
  onBehalfOf(requester: Requester): Store;
  /** The connections of each pool: total, idle, and the number of statements waiting for one. */
  poolUse(): PoolUse[];
  /** What this process has masked before it stored it. */
  maskedCounts(): MaskedCounts;
  /** Resolves when the database responds, rejects otherwise. */
  ping(): Promise<void>;
  close(): Promise<void>;
};

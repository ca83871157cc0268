import type { PoolUse, Requester } from "./connections/fair-pool";
import type { MaskedCounts } from "./masking/project-masks";
import type { Backlog } from "./operations/backlog";
import type { WrittenCounts } from "./operations/written-counts";
import type { Statements } from "./statements";

/** All data of the service behind one interface; PostgreSQL is its only implementation. */
export type Store = Statements & {
  /** The same store for the requests of a key, which use at most that key's share of the database. */
  onBehalfOf(requester: Requester): Store;
  /** The connections of each pool: how many it may have and has, how many are idle, and the statements waiting for one. */
  poolUse(): PoolUse[];
  /** What this process has masked before it stored it. */
  maskedCounts(): MaskedCounts;
  /** What this process has stored, and refused to store. */
  writtenCounts(): WrittenCounts;
  /** What waits for work in the background, and when the last backup was made. */
  backlog(): Promise<Backlog>;
  /** An ID that all replicas have, and no other installation. */
  installation(): Promise<string>;
  /** Resolves when the database responds, rejects otherwise. */
  ping(): Promise<void>;
  close(): Promise<void>;
};

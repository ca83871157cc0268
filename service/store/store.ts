import type { CallsStore } from "./calls/calls-store";
import type { PoolUse, Requester } from "./connections/fair-pool";
import type { CostsStore } from "./costs/costs-store";
import type { FeedbackStore } from "./feedback/feedback-store";
import type { KeysStore } from "./keys/keys-store";
import type { FilesStore } from "./objects/files-store";
import type { ObjectsStore } from "./objects/objects-store";
import type { ProjectsStore } from "./projects/projects-store";
import type { SearchStore } from "./search/search-store";
import type { StatisticsStore } from "./statistics/statistics-store";
import type { TablesStore } from "./tables/tables-store";
import type { RunsStore } from "./training/runs-store";
import type { TrainingStore } from "./training/training-store";

/** Everything the service keeps, behind one interface; PostgreSQL is its only implementation. */
export type Store = CallsStore &
  CostsStore &
  FeedbackStore &
  KeysStore &
  FilesStore &
  ObjectsStore &
  ProjectsStore &
  SearchStore &
  StatisticsStore &
  TablesStore &
  RunsStore &
  TrainingStore & {
    /** The same store for the requests of a key, which use no more than that key's share of the database. */
    onBehalfOf(requester: Requester): Store;
    /** Connections of each pool: how many there are, how many of them are idle, and how many statements wait for one. */
    poolUse(): PoolUse[];
    /** Resolves when the database answers, rejects otherwise. */
    ping(): Promise<void>;
    close(): Promise<void>;
  };

import { callsStore } from "./calls/calls-store";
import type { Database } from "./connections/database";
import { costsStore } from "./costs/costs-store";
import { feedbackStore } from "./feedback/feedback-store";
import { keysStore } from "./keys/keys-store";
import { filesStore } from "./objects/files-store";
import { objectsStore } from "./objects/objects-store";
import { projectsStore } from "./projects/projects-store";
import { recordsStore } from "./records/records-store";
import { searchStore } from "./search/search-store";
import { statisticsStore } from "./statistics/statistics-store";
import { tablesStore } from "./tables/tables-store";
import { runsStore } from "./training/runs-store";
import { trainingStore } from "./training/training-store";

const STATEMENTS = {
  ...callsStore,
  ...costsStore,
  ...feedbackStore,
  ...keysStore,
  ...filesStore,
  ...objectsStore,
  ...projectsStore,
  ...recordsStore,
  ...searchStore,
  ...statisticsStore,
  ...tablesStore,
  ...runsStore,
  ...trainingStore,
};

/** The statements of all folders, as methods that do not name the database. */
export type Statements = {
  [Name in keyof typeof STATEMENTS]: (typeof STATEMENTS)[Name] extends (
    database: Database,
    ...args: infer Args
  ) => infer Result
    ? (...args: Args) => Result
    : never;
};

const ENTRIES = Object.entries<(database: Database, ...args: never[]) => unknown>(STATEMENTS);

/** Each request binds all statements; of the ways measured, a loop that adds one by one was the fastest. */
export function bindStatements(database: Database): Statements {
  const bound: Statements & Record<string, unknown> = Object.create(Object.prototype);
  for (const [name, statement] of ENTRIES) bound[name] = statement.bind(undefined, database);
  return bound;
}

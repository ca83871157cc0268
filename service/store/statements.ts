import { alertsStore } from "./alerts/alerts-store";
import { auditStore } from "./audit/audit-store";
import { callsStore } from "./calls/calls-store";
import type { Database } from "./connections/database";
import { costsStore } from "./costs/costs-store";
import { erasureStore } from "./erasure/erasure-store";
import { experimentsStore } from "./experiments/experiments-store";
import { scoringStore } from "./scoring/scoring-store";
import { feedbackStore } from "./feedback/feedback-store";
import { maskingStore } from "./masking/masking-store";
import { keysStore } from "./keys/keys-store";
import { modelServersStore } from "./model-servers/model-servers-store";
import { filesStore } from "./objects/files-store";
import { objectsStore } from "./objects/objects-store";
import { peopleStore } from "./people/people-store";
import { projectsStore } from "./projects/projects-store";
import { recordsStore } from "./records/records-store";
import { retentionStore } from "./retention/retention-store";
import { searchStore } from "./search/search-store";
import { statisticsStore } from "./statistics/statistics-store";
import { tablesStore } from "./tables/tables-store";
import { runnersStore } from "./training/runners-store";
import { runsStore } from "./training/runs-store";
import { trainingStore } from "./training/training-store";

const STATEMENTS = {
  ...alertsStore,
  ...auditStore,
  ...callsStore,
  ...costsStore,
  ...erasureStore,
  ...experimentsStore,
  ...scoringStore,
  ...feedbackStore,
  ...keysStore,
  ...maskingStore,
  ...modelServersStore,
  ...filesStore,
  ...objectsStore,
  ...peopleStore,
  ...projectsStore,
  ...recordsStore,
  ...retentionStore,
  ...searchStore,
  ...statisticsStore,
  ...tablesStore,
  ...runnersStore,
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

/** All statements, bound to a database. */
export function bindStatements(database: Database): Statements {
  const bound: Statements & Record<string, unknown> = Object.create(Object.prototype);
  for (const [name, statement] of ENTRIES) bound[name] = statement.bind(undefined, database.within(name));
  return bound;
}

const ON_USE: PropertyDescriptorMap = Object.fromEntries(
  ENTRIES.map(([name, statement]) => [
    name,
    {
      get(this: { database: Database }) {
        return statement.bind(undefined, this.database.within(name));
      },
    },
  ]),
);
const BOUND_ON_USE: object = Object.create(Object.prototype, ON_USE);

/** The same for one request, which uses a few of them: each is bound when it is used. */
export function bindStatementsOnUse(database: Database): Statements {
  const bound: Statements & { database: Database } = Object.create(BOUND_ON_USE);
  bound.database = database;
  return bound;
}

import { callsStore } from "./calls/calls-store";
import { Database, type DatabaseOptions } from "./connections/database";
import type { Requester } from "./connections/fair-pool";
import { costsStore } from "./costs/costs-store";
import { feedbackStore } from "./feedback/feedback-store";
import { keysStore } from "./keys/keys-store";
import { filesStore } from "./objects/files-store";
import { objectsStore } from "./objects/objects-store";
import { projectsStore } from "./projects/projects-store";
import { searchStore } from "./search/search-store";
import { migrate } from "./schema/migrate";
import { statisticsStore } from "./statistics/statistics-store";
import type { Store } from "./store";
import { tablesStore } from "./tables/tables-store";
import { runsStore } from "./training/runs-store";
import { trainingStore } from "./training/training-store";

/**
 * Opens the store on a PostgreSQL database, bringing it to the newest schema first.
 * Throws `StartError` when the server cannot serve, the driver's error when it does not answer.
 */
export async function openStore(options: DatabaseOptions): Promise<Store> {
  await migrate(options.connection);
  return storeOn(Database.open(options));
}

function storeOn(database: Database): Store {
  return combine(
    callsStore(database),
    costsStore(database),
    feedbackStore(database),
    keysStore(database),
    filesStore(database),
    objectsStore(database),
    projectsStore(database),
    searchStore(database),
    statisticsStore(database),
    tablesStore(database),
    runsStore(database),
    trainingStore(database),
    {
      onBehalfOf: (requester: Requester) => storeOn(database.for(requester)),
      poolUse: () => database.poolUse(),
      async ping() {
        await database.control.query("select 1");
      },
      close: () => database.close(),
    },
  );
}

type Combined<Rooms extends readonly object[]> = Rooms extends readonly [
  infer First,
  ...infer Others extends readonly object[],
]
  ? First & Combined<Others>
  : unknown;

/** One object with all methods. Each request makes a store, and a spread of this many takes 50 times as long. */
function combine<Rooms extends readonly object[]>(...rooms: Rooms): Combined<Rooms> {
  return Object.assign({}, ...rooms);
}

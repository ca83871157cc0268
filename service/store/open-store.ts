import { Database, type DatabaseOptions } from "./connections/database";
import type { Requester } from "./connections/fair-pool";
import { installationOf } from "./connections/installation";
import { maskedCounts } from "./masking/project-masks";
import { readBacklog } from "./operations/backlog";
import { writtenCounts } from "./operations/written-counts";
import { migrate } from "./schema/migrate";
import { type Statements, bindStatements, bindStatementsOnUse } from "./statements";
import type { Store } from "./store";

/**
 * Opens the store on a PostgreSQL database and migrates it to the newest schema. Throws `StartError` if the server is
 * unsuitable, the driver's error if it does not respond.
 */
export async function openStore(options: DatabaseOptions): Promise<Store> {
  await migrate(options.connection);
  return openMigratedStore(options);
}

/** Opens the store on a database that has been migrated to the newest schema. */
export function openMigratedStore(options: DatabaseOptions): Store {
  const database = Database.open(options);
  return storeOn(database, bindStatements(database));
}

function storeOn(database: Database, statements: Statements): Store {
  return Object.assign(statements, {
    onBehalfOf(requester: Requester) {
      const own = database.for(requester);
      return storeOn(own, bindStatementsOnUse(own));
    },
    poolUse: () => database.poolUse(),
    maskedCounts: () => maskedCounts(database),
    writtenCounts: () => ({ ...writtenCounts(database) }),
    backlog: async () => readBacklog(database),
    installation: async () => installationOf(database),
    async ping() {
      await database.control.query("select 1");
    },
    close: () => database.close(),
  });
}

import { fileURLToPath } from "node:url";
import { runner } from "node-pg-migrate";
import pg, { type ClientConfig } from "pg";
import { distributeTables } from "./citus";
import { requiredNumber, requiredText } from "./row";
import { StartError } from "./start-error";

const silent = () => undefined;

/**
 * Brings the database to the newest schema. Several processes may call it at once: one migrates, the others wait.
 * The files are in `migrations/` beside this one, and beside the bundle when it is built.
 *
 * Throws `StartError` when the server is too old or does not keep its text in UTF-8.
 */
export async function migrate(connection: ClientConfig): Promise<void> {
  const client = new pg.Client(connection);
  // A connection that the server ends fails the statement that uses it.
  client.on("error", silent);
  await client.connect();
  try {
    await checkServer(client);
    await runner({
      dbClient: client,
      dir: fileURLToPath(new URL("migrations", import.meta.url)),
      direction: "up",
      migrationsTable: "loupe_migrations",
      singleTransaction: true,
      advisoryLockMode: "wait",
      logger: { info: silent, warn: silent, error: silent },
    });
    await distributeTables(client);
  } finally {
    await client.end();
  }
}

const OLDEST_SERVER = 15;

async function checkServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    "select current_setting('server_version_num')::int / 10000 as version, getdatabaseencoding() as encoding",
  );
  const version = requiredNumber(rows[0] ?? {}, "version");
  const encoding = requiredText(rows[0] ?? {}, "encoding");
  if (version < OLDEST_SERVER)
    throw new StartError(`DATABASE_URL: the server is PostgreSQL ${version}; at least ${OLDEST_SERVER} is wanted`);
  if (encoding !== "UTF8")
    throw new StartError(`DATABASE_URL: the database has encoding ${encoding}; create it with encoding UTF8`);
}

import { fileURLToPath } from "node:url";
import { PG_MIGRATE_LOCK_ID, runner } from "node-pg-migrate";
import pg, { type ClientConfig } from "pg";
import { byStatement } from "./by-statement";
import { FIRST_DISTRIBUTED, distributeTables, isDistributed } from "./citus";
import { requiredNumber, requiredText } from "@/service/store/sql/row";
import { StartError } from "@/service/store/start-error";

const MIGRATIONS = "loupe_migrations";
const silent = () => undefined;

/**
 * Migrates the database to the newest schema. Several processes may call it at once: one migrates, the others wait. The
 * files are in `migrations/` beside this one, and beside the bundle in a build.
 *
 * Throws `StartError` if the server is too old or its encoding is not UTF-8.
 */
export async function migrate(connection: ClientConfig): Promise<void> {
  const client = new pg.Client(connection);
  // If the server ends a connection, the statement that uses it fails.
  client.on("error", silent);
  await client.connect();
  try {
    await migrateClient(client);
  } finally {
    await client.end();
  }
}

/** Like `migrate`, over a connection that stays open; with `count`, only that many steps, of those in `folder`. */
export async function migrateClient(
  client: pg.Client,
  count = Number.POSITIVE_INFINITY,
  folder = fileURLToPath(new URL("migrations", import.meta.url)),
): Promise<void> {
  await checkServer(client);
  await client.query("select pg_advisory_lock($1)", [PG_MIGRATE_LOCK_ID]);
  try {
    const done = (await migrationsOf(client)).length;
    if (done < count)
      await runner({
        dbClient: client,
        dir: folder,
        direction: "up",
        count: count - done,
        migrationsTable: MIGRATIONS,
        migrationLoaderStrategies: byStatement(client, await isDistributed(client)),
        singleTransaction: true,
        noLock: true,
        logger: { info: silent, warn: silent, error: silent },
      });
    if ((await migrationsOf(client)).includes(FIRST_DISTRIBUTED)) await distributeTables(client);
  } finally {
    await client.query("select pg_advisory_unlock($1)", [PG_MIGRATE_LOCK_ID]);
  }
}

/** The migrations that have been applied to the database, in order; none for an empty one. */
export async function migrationsOf(client: pg.Client): Promise<string[]> {
  const { rowCount } = await client.query("select 1 where to_regclass($1) is not null", [MIGRATIONS]);
  if (rowCount === 0) return [];
  const { rows } = await client.query(`select name from ${MIGRATIONS} order by run_on, id`);
  return rows.map((row) => requiredText(row, "name"));
}

const OLDEST_SERVER = 15;

async function checkServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    "select current_setting('server_version_num')::int / 10000 as version, getdatabaseencoding() as encoding",
  );
  const version = requiredNumber(rows[0] ?? {}, "version");
  const encoding = requiredText(rows[0] ?? {}, "encoding");
  if (version < OLDEST_SERVER)
    throw new StartError(
      `DATABASE_URL: the server is PostgreSQL ${version}; version ${OLDEST_SERVER} or newer is required`,
    );
  if (encoding !== "UTF8")
    throw new StartError(`DATABASE_URL: the database has encoding ${encoding}; create it with encoding UTF8`);
}

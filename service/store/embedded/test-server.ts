import pg, { type PoolConfig } from "pg";

/** For tests: runs statements on a separate connection, one after another. */
export async function onServer(server: PoolConfig, ...statements: string[]): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** For tests: the rows of a query on a separate connection. */
export async function rowsOf<Result extends pg.QueryResultRow>(
  server: PoolConfig,
  statement: string,
  values: unknown[] = [],
): Promise<Result[]> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    return (await client.query<Result>(statement, values)).rows;
  } finally {
    await client.end();
  }
}

/** For tests: the connection to another database of the same server. */
export function connectionTo(server: PoolConfig, database: string): PoolConfig {
  if (!server.connectionString) return { ...server, database };
  const url = new URL(server.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

import pg, { type ClientConfig } from "pg";
import { clusterFolder } from "@/service/store/embedded/cluster";
import { prepareDataFolder } from "@/service/store/embedded/data-folder";
import { connectionTo } from "@/service/store/embedded/ownership";
import { findPostmaster } from "@/service/store/embedded/postmaster";
import { DATABASE, startEmbedded } from "@/service/store/embedded/start-embedded";
import { assertReachable } from "@/service/store/connections/reachable";

/**
 * Runs work on a connection without a time limit: to the server at the address, else to the embedded one, which is
 * started if no service runs on the data folder.
 */
export async function withMaintenance<Result>(
  { databaseUrl, dataFolder }: { databaseUrl?: string; dataFolder: string },
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  if (databaseUrl) {
    await assertReachable(databaseUrl);
    return withClient({ connectionString: databaseUrl }, work);
  }
  const running = findPostmaster(clusterFolder(prepareDataFolder(dataFolder)));
  if (running) return withClient(connectionTo(running.socketFolder, DATABASE), work);
  const database = await startEmbedded(dataFolder, () => undefined);
  try {
    return await withClient(database.connection, work);
  } finally {
    await database.stop();
  }
}

async function withClient<Result>(connection: ClientConfig, work: (client: pg.Client) => Promise<Result>) {
  const client = new pg.Client({ ...connection, application_name: "loupe-admin", options: "-c timezone=UTC" });
  // If the server ends a connection, the statement that uses it fails.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

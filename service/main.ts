import { type ServerType, serve } from "@hono/node-server";
import { pino } from "pino";
import { createApp } from "@/service/app";
import { type ServiceConfig, readServiceConfig } from "@/service/config";
import { listenError, localAddress } from "@/service/listening";
import { startEmbedded } from "@/service/store/embedded/start-embedded";
import { openStore } from "@/service/store/open-store";
import { assertReachable } from "@/service/store/reachable";
import { StartError } from "@/service/store/start-error";

/** Filled in by the build. */
declare const LOUPE_VERSION: string;

const IN_FLIGHT_PATIENCE_MS = 5_000;
/** A client may be slow, not endless. Connections stay open longer than those of the SDKs' pools. */
const TIMEOUTS = { headersTimeout: 15_000, requestTimeout: 5 * 60_000, keepAliveTimeout: 65_000 };

const say = (line: string) => console.log(`loupe: ${line}`);

async function openDatabase({ databaseUrl, dataFolder }: ServiceConfig) {
  if (!databaseUrl) return startEmbedded(dataFolder, say);
  await assertReachable(databaseUrl);
  return {
    connection: { connectionString: databaseUrl },
    ended: new Promise<void>(() => undefined),
    stop: async () => {},
  };
}

async function listen(fetch: (request: Request) => Response | Promise<Response>, { host, port }: ServiceConfig) {
  return new Promise<ServerType>((resolve, reject) => {
    const server = serve({ fetch, hostname: host, port, serverOptions: TIMEOUTS });
    server.once("listening", () => resolve(server));
    server.once("error", (error) => reject(listenError("LOUPE_SERVICE_PORT", host, port, error)));
  });
}

/** Stops accepting, lets what is in flight finish, then cuts the rest. */
async function close(server: ServerType): Promise<void> {
  const cut = setTimeout(() => {
    if ("closeAllConnections" in server) server.closeAllConnections();
  }, IN_FLIGHT_PATIENCE_MS);
  await new Promise((resolve) => server.close(resolve));
  clearTimeout(cut);
}

async function main(): Promise<void> {
  const config = readServiceConfig(process.env);
  const stopAsked = new Promise<"asked">((resolve, reject) => {
    // Whoever started us holds the other end of the channel: it closes when that process dies, however it dies.
    for (const event of ["SIGTERM", "SIGINT", "SIGHUP", "disconnect"]) process.on(event, () => resolve("asked"));
    process.channel?.unref();
    // A fault in our code still leaves the database time to close.
    process.on("uncaughtException", reject);
  });
  const database = await openDatabase(config);
  try {
    const store = await openStore({ connection: database.connection });
    const logger = pino();
    const app = createApp({
      store,
      logger,
      clock: () => new Date(),
      adminKey: config.adminKey,
      allowedHosts: config.allowedHosts,
      coreOnly: config.coreOnly,
      version: LOUPE_VERSION,
    });
    const server = await listen(app.fetch, config);
    console.log(`ready service ${localAddress(config.host, config.port)}`);
    const outcome = await Promise.race([stopAsked, database.ended]);
    await close(server);
    await store.close();
    if (outcome !== "asked") throw new StartError("the database server ended; its last words are in postgres.log");
  } finally {
    await database.stop();
  }
}

try {
  await main();
  process.exit(0);
} catch (error) {
  console.error(error instanceof StartError ? `loupe: ${error.message}` : error);
  process.exit(1);
}

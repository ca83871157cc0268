import pg from "pg";
import { SERVER_USER } from "./cluster";
import { SOCKET_PORT } from "./socket-folder";

// Any constant, as long as every Loupe uses the same.
const OWNER_LOCK = 76_807_169;
const NOT_YET = new Set(["57P03", "57P01", "ECONNREFUSED", "ENOENT", "ECONNRESET", "EPIPE"]);

/** How to reach one database of the embedded server. */
export interface EmbeddedConnection {
  host: string;
  port: number;
  user: string;
  database: string;
  ssl: false;
}

export function connectionTo(socketFolder: string, database: string): EmbeddedConnection {
  return { host: socketFolder, port: SOCKET_PORT, user: SERVER_USER, database, ssl: false };
}

/** The session that makes this process the server's only owner; the server ends it when this process dies. */
export interface Ownership {
  client: pg.Client;
  /** Settles when the session has ended because the server is gone. */
  ended: Promise<void>;
}

/** "starting": the server does not respond yet, or is shutting down. "taken": another process owns it. */
export async function takeOwnership(socketFolder: string): Promise<Ownership | "starting" | "taken"> {
  const client = new pg.Client({
    ...connectionTo(socketFolder, "postgres"),
    application_name: "loupe-owner",
    connectionTimeoutMillis: 5_000,
  });
  const ended = new Promise<void>((resolve) => {
    client.once("end", () => resolve());
    client.on("error", () => resolve());
  });
  try {
    await client.connect();
    const { rowCount } = await client.query("select 1 where pg_try_advisory_lock($1)", [OWNER_LOCK]);
    if (rowCount === 1) return { client, ended };
  } catch (error) {
    await client.end().catch(() => undefined);
    if (isNotYet(error)) return "starting";
    throw error;
  }
  await client.end();
  return "taken";
}

function isNotYet(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return NOT_YET.has(code) || error.message === "Connection terminated unexpectedly";
}

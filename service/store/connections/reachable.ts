import pg from "pg";
import { StartError } from "@/service/store/start-error";

const PATIENCE_MS = 5_000;

/**
 * Checks that the server at `DATABASE_URL` accepts a connection. Throws `StartError`, whose message contains the server's
 * address but neither user nor password.
 */
export async function assertReachable(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: PATIENCE_MS });
  client.on("error", () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw new StartError(`DATABASE_URL: ${placeOf(connectionString)} ${complaint(error)}`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function placeOf(connectionString: string): string {
  const { host, pathname } = new URL(connectionString);
  return `the database at ${host || "the local socket"}${pathname}`;
}

function complaint(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "no response within 5 s";
  if (code === "28P01" || code === "28000") return "rejected the user name or password; correct them in DATABASE_URL";
  if (code === "3D000") return "does not exist on that server; create it, or correct the address in DATABASE_URL";
  return `did not respond (${code}); start it, or correct the address in DATABASE_URL`;
}

import pg from "pg";
import { z } from "zod";
import { StartError } from "@/service/store/start-error";

const aboutServer = z.object({ version: z.number(), encoding: z.string() });
const MIN_VERSION = 15;
const PATIENCE_MS = 5_000;

/**
 * Makes sure that the server at `DATABASE_URL` answers, is new enough and stores UTF-8.
 * Throws `StartError`, whose message shows the server's place but neither user nor password.
 */
export async function checkServer(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: PATIENCE_MS, query_timeout: PATIENCE_MS });
  client.on("error", () => undefined);
  const place = placeOf(connectionString);
  try {
    await client.connect();
    const { rows }: { rows: unknown[] } = await client.query(
      "select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding",
    );
    const { version, encoding } = aboutServer.parse(rows[0]);
    if (version < MIN_VERSION)
      throw new StartError(`DATABASE_URL: found PostgreSQL ${version} at ${place}, wanted ${MIN_VERSION} or newer`);
    if (encoding !== "UTF8")
      throw new StartError(`DATABASE_URL: found a database with encoding ${encoding} at ${place}, wanted UTF8`);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`DATABASE_URL: ${place} ${complaint(error)}`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function placeOf(connectionString: string): string {
  const { host, pathname } = new URL(connectionString);
  return `${host || "the local server"}${pathname}`;
}

function complaint(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "no answer in 5 s";
  if (code === "28P01" || code === "28000") return "refuses the user or the password; correct them in the address";
  if (code === "3D000") return "has no such database; create it, or correct the address";
  return `does not answer (${code}); start it, or correct the address`;
}

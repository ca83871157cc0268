import { createHash } from "node:crypto";
import { requiredText } from "@/service/store/sql/row";
import type { Database } from "./database";

const ID_CHARS = 32;

/** Unlike a restored backup, whose tables are made anew, all replicas read the same time. */
const FIRST_MIGRATION = "select current_database() || ' ' || min(run_on) as first from loupe_migrations";

const known = new WeakMap<Database["pools"], Promise<string>>();

/** An ID that all replicas of this installation have, and others do not; it says nothing about the database. */
export async function installationOf(database: Database): Promise<string> {
  const id = known.get(database.pools) ?? readId(database);
  known.set(database.pools, id);
  id.catch(() => known.delete(database.pools));
  return id;
}

async function readId(database: Database): Promise<string> {
  const [row = {}] = await database.control.query(FIRST_MIGRATION);
  return createHash("sha256").update(requiredText(row, "first")).digest("hex").slice(0, ID_CHARS);
}

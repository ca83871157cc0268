import type { Connection, Database } from "./database";
import type { Row } from "@/service/store/sql/row";

/** Number of rows fetched at a time if they are narrow, and the target in bytes if they are wide. */
const BATCH_ROWS = 500;
const BATCH_BYTES = 4 * 1024 * 1024;
const FIRST_WIDE_ROWS = 8;

/** A list's statement. */
export interface Listing {
  text: string;
  values: unknown[];
  /** Whether payloads are included, so that a row may have megabytes. */
  wide: boolean;
  limit: number | undefined;
}

/** A page of narrow rows: one quick statement. */
export function isShort({ wide, limit }: Pick<Listing, "wide" | "limit">): boolean {
  return !wide && limit !== undefined && limit <= BATCH_ROWS;
}

/**
 * Iterates over what `read` yields for a list; stops its statement when the signal aborts. A short list is read whole
 * before its reader sees it, so that the reader can read more of the database; see `Database.session` for any other.
 */
export async function* readList<Item>(
  database: Database,
  listing: Listing,
  signal: AbortSignal,
  read: (connection: Connection) => AsyncIterable<Item>,
): AsyncGenerator<Item> {
  const session = database.session({ signal, long: !isShort(listing) }, read);
  if (!isShort(listing)) return yield* session;
  const items: Item[] = [];
  for await (const item of session) items.push(item);
  yield* items;
}

/** A short list is one statement; any other is read through a cursor, in a separate transaction. */
export async function* rowBatches(connection: Connection, listing: Listing): AsyncGenerator<Row[]> {
  if (isShort(listing)) {
    yield await connection.query(listing.text, listing.values);
    return;
  }
  await connection.query("begin isolation level repeatable read read only");
  await connection.query(`declare list no scroll cursor for ${listing.text}`, listing.values);
  let size = listing.wide ? FIRST_WIDE_ROWS : BATCH_ROWS;
  for (;;) {
    const rows = await connection.query(`fetch ${size} from list`);
    if (rows.length > 0) yield rows;
    if (rows.length < size) break;
    if (listing.wide) size = nextSize(rows);
  }
  await connection.query("commit");
}

/** The number of rows of this size that make a batch. */
export function nextSize(rows: readonly Row[]): number {
  let length = 1;
  for (const row of rows) for (const value of Object.values(row)) if (typeof value === "string") length += value.length;
  return Math.max(1, Math.min(BATCH_ROWS, Math.floor((BATCH_BYTES * rows.length) / length)));
}

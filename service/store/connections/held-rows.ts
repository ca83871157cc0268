import type { Row } from "@/service/store/sql/row";
import { optionalText, requiredText } from "@/service/store/sql/row";
import { readClock } from "./clock";
import type { Database } from "./database";
import { LEASE_SECONDS } from "./lease";

/** Rows that are tried in turn, since other processes may claim the first ones. */
const CANDIDATES = 16;

type RowKey = { project_id: string; id: string };

type HeldRowsOptions<Held> = {
  /** A table with `project_id`, `id`, `created_at`, `held_by` and `held_until`, whose rows are called `e`. */
  table: string;
  /** The condition on a row for which something is to be done, with the time as an expression. */
  isOpen: (now: string) => string;
  columns: string;
  read: (row: Row) => Held;
};

/** Rows with work of which each is done by one process at a time: the one that claimed the row, while it renews that. */
export class HeldRows<Held> {
  readonly #read: (row: Row) => Held;
  readonly #candidates: { name: string; text: string };
  readonly #take: { name: string; text: string };
  readonly #renew: { name: string; text: string };
  readonly #release: string;

  constructor({ table, isOpen, columns, read }: HeldRowsOptions<Held>) {
    this.#read = read;
    // A lease that ends later than any that is given now was given before the clock was set back.
    this.#candidates = {
      name: `${table}_candidates`,
      text: `
  select project_id, id::text, held_by from ${table} e
  where ${isOpen("clock_timestamp()")} and (held_by is null or held_until < clock_timestamp()
    or held_until > clock_timestamp() + interval '${2 * LEASE_SECONDS} seconds')
  order by created_at, id limit $1`,
    };
    // Checked again, since another process may have been faster.
    this.#take = {
      name: `${table}_take`,
      text: `
  update ${table} e set held_by = $3, held_until = $5::timestamptz + interval '${LEASE_SECONDS} seconds'
  where e.project_id = $1 and e.id = $2::uuid and ${isOpen("$5::timestamptz")} and held_by is not distinct from $4::text
    and (held_until is null or held_until < $5::timestamptz
      or held_until > $5::timestamptz + interval '${2 * LEASE_SECONDS} seconds')
  returning ${columns}`,
    };
    this.#renew = {
      name: `${table}_renew`,
      text: `
  update ${table} e set held_until = $4::timestamptz + interval '${LEASE_SECONDS} seconds'
  where e.project_id = $1 and e.id = $2::uuid and held_by = $3 returning status`,
    };
    this.#release = `
  update ${table} e set held_by = null, held_until = null
  where e.project_id = $1 and e.id = $2::uuid and held_by = $3`;
  }

  /** Claims a row for which something is to be done and which no process holds; undefined if there is none. */
  async take(database: Database, holder: string): Promise<Held | undefined> {
    for (const candidate of await database.query(this.#candidates, [CANDIDATES])) {
      const key = [requiredText(candidate, "project_id"), requiredText(candidate, "id")];
      const before = optionalText(candidate, "held_by") ?? null;
      const [row] = await database.query(this.#take, [...key, holder, before, await readClock(database)]);
      if (row) return this.#read(row);
    }
    return undefined;
  }

  /** Renews the lease on a row, and returns it with its status; undefined if another process has it, which is final. */
  async renew(database: Database, holder: string, { project_id, id }: RowKey): Promise<Row | undefined> {
    const [row] = await database.query(this.#renew, [project_id, id, holder, await readClock(database)]);
    return row;
  }

  /** Lets another process claim the row at once. */
  async release(database: Database, holder: string, { project_id, id }: RowKey): Promise<void> {
    await database.query(this.#release, [project_id, id, holder]);
  }
}

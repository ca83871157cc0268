import type { Row } from "@/service/store/sql/row";
import { optionalText, requiredNumber, requiredText } from "@/service/store/sql/row";
import { readClock } from "./clock";
import type { Database } from "./database";
import { LEASE_SECONDS } from "./lease";

/** Claims that may end without a release, because their process ended, before the row is left alone. */
export const LOST_CLAIMS = 2;
/** For how long a row is left alone that no person can resume. */
const LEFT_ALONE = "1 hour";

/** Why a row is left alone, for people who see it. */
export const LOST_TWICE = "The process that worked on it ended twice, for example because it needed too much memory.";

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
  /**
   * What is set when the row has ended its process twice, with the note for people as `$4`: either the row is not open
   * then until a person resumes it, or it is claimed again an hour later.
   */
  leaveAlone: { set: string; isResumed: boolean };
};

/** A row that a process has claimed. */
export type Claimed<Held> = {
  held: Held;
  /** A claim on it has ended without a release: it may have ended its process, and may do so again. */
  isSuspect: boolean;
};

/** Rows with work of which each is done by one process at a time: the one that claimed the row, while it renews that. */
export class HeldRows<Held> {
  readonly #read: (row: Row) => Held;
  readonly #candidates: { name: string; text: string };
  readonly #take: { name: string; text: string };
  readonly #renew: { name: string; text: string };
  readonly #release: string;
  readonly #goOn: string;
  readonly #leaveAlone: { name: string; text: string };
  readonly #note: string;

  constructor({ table, isOpen, columns, read, leaveAlone }: HeldRowsOptions<Held>) {
    this.#read = read;
    this.#note = `${LOST_TWICE} ${leaveAlone.isResumed ? "Change it, then resume it" : `It is tried again after ${LEFT_ALONE}`}`;
    // A lease that ends later than any that is given now was given before the clock was set back.
    this.#candidates = {
      name: `${table}_candidates`,
      text: `
  select project_id, id::text, held_by, claims from ${table} e
  where (claims < ${LOST_CLAIMS} or held_by is not null or held_until is null
    or held_until < clock_timestamp() - interval '${LEFT_ALONE}') and ${isOpen("clock_timestamp()")} and (held_by is null or held_until < clock_timestamp()
    or held_until > clock_timestamp() + interval '${2 * LEASE_SECONDS} seconds')
  order by claims >= ${LOST_CLAIMS}, created_at, id limit $1`,
    };
    // Checked again, since another process may have been faster.
    this.#take = {
      name: `${table}_take`,
      text: `
  update ${table} e set held_by = $3, held_until = $5::timestamptz + interval '${LEASE_SECONDS} seconds',
    claims = case when held_by = $3 then claims else claims + 1 end
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
  update ${table} e set held_by = null, held_until = null, claims = 0
  where e.project_id = $1 and e.id = $2::uuid and held_by = $3`;
    this.#goOn = `update ${table} e set claims = 1 where e.project_id = $1 and e.id = $2::uuid and held_by = $3`;
    this.#leaveAlone = {
      name: `${table}_leave_alone`,
      text: `
  update ${table} e set held_by = null, ${leaveAlone.set},
    held_until = ${leaveAlone.isResumed ? "null" : "$5::timestamptz"}
  where e.project_id = $1 and e.id = $2::uuid and held_by = $3 and held_until < $5::timestamptz`,
    };
  }

  /**
   * Claims a row for which something is to be done and which no process holds; undefined if there is none. A row of which
   * a claim has ended without a release is left out if `suspects` says so, and left alone after the second such claim.
   */
  async take(database: Database, holder: string, suspects: "too" | "not" = "too"): Promise<Claimed<Held> | undefined> {
    for (const candidate of await database.query(this.#candidates, [CANDIDATES])) {
      const key = [requiredText(candidate, "project_id"), requiredText(candidate, "id")];
      const before = optionalText(candidate, "held_by") ?? null;
      const isLost = before !== null && before !== holder;
      const claims = requiredNumber(candidate, "claims");
      const isSuspect = claims >= LOST_CLAIMS || (isLost && claims > 0);
      const now = await readClock(database);
      if (isLost && claims >= LOST_CLAIMS) {
        await database.query(this.#leaveAlone, [...key, before, this.#note, now]);
        continue;
      }
      if (isSuspect && suspects === "not") continue;
      const [row] = await database.query(this.#take, [...key, holder, before, now]);
      if (row) return { held: this.#read(row), isSuspect };
    }
    return undefined;
  }

  /** Notes that the work on a held row goes on, so that earlier claims on it are not counted any more. */
  async goOn(database: Database, holder: string, { project_id, id }: RowKey): Promise<void> {
    await database.query(this.#goOn, [project_id, id, holder]);
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

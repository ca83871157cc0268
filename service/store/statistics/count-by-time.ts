import { AppError } from "@/lib/contract/app-error";
import type { CallTotals } from "@/lib/contract/call-stats";
import { feedbackGroupIn } from "@/lib/contract/feedback-groups";
import type { Connection, Database } from "@/service/store/connections/database";
import { optionalNumber, type Row } from "@/service/store/sql/row";
import { findCandidates } from "@/service/store/search/candidates";
import { type CallCounts, CallTally } from "./call-tally";
import { feedbackStatement, largestFeedbackGroups, readFeedbackTotals } from "./feedback-totals";
import { type Group, type Grouping, isRolled, readGroup, readValues } from "./groups";
import { type StatsQuery, largestCallGroups, statsStatements, traceStatement } from "./statements";

/** The counts of a bucket and group; without `bucket`, of the whole range. `group` is there if the query has groups. */
export type CountedCalls = CallCounts &
  Pick<CallTotals, "group" | "others" | "op_name" | "model" | "traces" | "feedback"> & { bucket?: number };

/**
 * Counts the calls that started within a range, by bucket of time and group, and over the whole range (no `bucket`);
 * their tokens, each once, by the price that applies; and if requested their traces, and the feedback of that time.
 */
export async function countByTime(database: Database, query: StatsQuery): Promise<CountedCalls[]> {
  const { scans } = database;
  const asked = { ...query, candidates: await findCandidates(scans, query) };
  let largest = await largestOf(scans, asked);
  const counted = new Counted({ ...asked, largest });
  const countsCalls = feedbackGroupIn(query.groupBy) === undefined;
  if (countsCalls)
    for (const statement of statsStatements({ ...asked, largest })) counted.addCells(await scans.query(...statement));
  if (query.groups !== undefined) largest ??= counted.keepLargest(query.groups);
  const bounded = { ...asked, largest };
  if (query.countTraces && countsCalls) counted.addTraces(await scans.query(...traceStatement(bounded)));
  if (query.feedback) counted.addFeedback(await scans.query(...feedbackStatement(bounded, query.feedback)));
  return counted.result();
}

/** The groups to be counted separately; undefined for all, and if the counts will tell which are the largest. */
async function largestOf(scans: Connection, query: StatsQuery): Promise<Grouping["largest"]> {
  if (query.groups === undefined || query.groupBy.length === 0) return undefined;
  if (!query.feedback && query.groupBy.every(isRolled)) return undefined;
  const statement = query.feedback
    ? largestFeedbackGroups(query, query.feedback, query.groups)
    : largestCallGroups(query, query.groups);
  return (await scans.query(...statement)).map((row) => readValues(row, query.groupBy));
}

class Part {
  calls = new CallTally();
  traces: number | undefined;
  feedback: CallTotals["feedback"];
}

/** The parts of a group: of the whole range, and of each bucket. */
class Parts {
  readonly whole = new Part();
  readonly buckets = new Map<number, Part>();

  constructor(readonly group: Group) {}

  at(bucket: number | undefined): Part {
    if (bucket === undefined) return this.whole;
    const part = this.buckets.get(bucket) ?? new Part();
    this.buckets.set(bucket, part);
    return part;
  }
}

/** The rows of all statements, by group and bucket. */
class Counted {
  #query: StatsQuery;
  #groups = new Map<string, Parts>();

  constructor(query: StatsQuery) {
    this.#query = query;
  }

  addCells(cells: readonly Row[]): void {
    let scanned = 0;
    for (const row of cells) {
      const parts = this.#partsOf(row);
      parts.whole.calls.add(row);
      parts.at(optionalNumber(row, "bucket")).calls.add(row);
      scanned += Number(row.scanned === true);
    }
    this.#refuseTooMany(scanned);
  }

  addTraces(rows: readonly Row[]): void {
    for (const row of rows) {
      const traces = optionalNumber(row, "traces") ?? 0;
      if (traces > 0) this.#partsOf(row).at(optionalNumber(row, "bucket")).traces = traces;
    }
    this.#refuseTooMany(rows.length);
  }

  addFeedback(rows: readonly Row[]): void {
    for (const row of rows) {
      const feedback = readFeedbackTotals(row, this.#query.feedback);
      if (feedback.count > 0) this.#partsOf(row).at(optionalNumber(row, "bucket")).feedback = feedback;
    }
    this.#refuseTooMany(rows.length);
  }

  /** Counts all but the groups with the most calls together; returns those. */
  keepLargest(count: number): NonNullable<Grouping["largest"]> {
    const keyed = [...this.#groups].toSorted(
      ([a, one], [b, other]) => other.whole.calls.count - one.whole.calls.count || (a < b ? -1 : 1),
    );
    this.#groups = new Map(keyed.slice(0, count));
    const largest = keyed.slice(0, count).flatMap(([, { group }]) => (group === "others" ? [] : [group]));
    this.#query = { ...this.#query, largest };
    for (const [, { whole, buckets }] of keyed.slice(count)) {
      const others = this.#partsIn("others");
      others.whole.calls.merge(whole.calls);
      for (const [bucket, { calls }] of buckets) others.at(bucket).calls.merge(calls);
    }
    return largest;
  }

  result(): CountedCalls[] {
    return [...this.#groups.values()].flatMap(({ group, whole, buckets }) => [
      this.#countsOf(group, whole),
      ...[...buckets].map(([bucket, part]) => ({ ...this.#countsOf(group, part), bucket })),
    ]);
  }

  #countsOf(group: Group, { calls, traces, feedback }: Part): CountedCalls {
    const { groupBy, countTraces } = this.#query;
    const values = group === "others" ? [] : group;
    const named = groupBy.flatMap((name, place) => {
      const value = values[place];
      return value === undefined ? [] : [[name, value] as const];
    });
    return {
      ...(groupBy.length > 0 && { group: Object.fromEntries(named) }),
      ...(group === "others" && { others: true }),
      ...Object.fromEntries(named.filter(([name]) => name === "op_name" || name === "model")),
      ...calls.result(),
      ...(countTraces && { traces: traces ?? 0 }),
      ...(feedback && { feedback }),
    };
  }

  #partsOf(row: Row): Parts {
    return this.#partsIn(readGroup(row, this.#query));
  }

  #partsIn(group: Group): Parts {
    const key = JSON.stringify(group);
    const known = this.#groups.get(key);
    if (known) return known;
    const made = new Parts(group);
    this.#groups.set(key, made);
    return made;
  }

  #refuseTooMany(rows: number): void {
    let [counted, priced] = [0, 0];
    for (const { buckets } of this.#groups.values()) {
      counted += 1 + buckets.size;
      for (const { calls } of buckets.values()) priced += calls.prices;
    }
    if (Math.max(rows, counted, priced) > this.#query.limit) throw tooMany(this.#query.limit);
  }
}

function tooMany(limit: number): AppError {
  const message = `would produce more than ${limit} rows (buckets × groups); narrow the range or the filter, or choose a larger granularity`;
  return new AppError("invalid", `group_by ${message}`, { errors: [{ path: "group_by", message }] });
}

import type { CallOverview } from "@/lib/contract/calls";
import { type CallStatus, STALE_HOURS } from "@/lib/contract/call-kinds";
import type { CostBasis } from "@/lib/contract/projects";
import { readSettings } from "@/service/store/projects/settings";
import { readPreviews } from "./borrowed";
import { readKind } from "./call-row";
import { aboveFailures } from "./status";
import { ORPHAN_TOTALS, TRACE_TOTALS, callUsageOf, statedCostOf, usageOf } from "./usage";
import type { Connection, Statement } from "@/service/store/connections/database";
import { type Row, optionalNumber, optionalText, requiredText } from "@/service/store/sql/row";

const REMEMBERED_CALLS = 50_000;

const ABOVE_FAILURES = {
  name: "above_failures",
  text: aboveFailures("$1::text", "f.trace_id = any($2::text[])"),
};

/** The traces with a recent write; the calls of each are read until one is found. */
const ACTIVE_TRACES = {
  name: "active_traces",
  text: `select sent.trace_id from unnest($2::text[]) as sent (trace_id)
    cross join lateral (
      select from calls c where c.project_id = $1 and c.trace_id = sent.trace_id and c.visible
        and c.updated_at >= clock_timestamp() - interval '${STALE_HOURS} hours' limit 1) active`,
};

/** Derives overviews batch by batch, and caches the totals of each trace for further rows. */
export class OverviewReader {
  readonly #connection: Connection;
  readonly #projectId: string;
  readonly #failedBelow = new Map<string, Set<string>>();
  #remembered = 0;
  #basis: CostBasis | undefined;

  constructor(connection: Connection, projectId: string) {
    this.#connection = connection;
    this.#projectId = projectId;
  }

  /** The status and the latency of each row, which needs fewer queries. */
  async readStatuses(rows: readonly Row[]): Promise<Pick<CallOverview, "status" | "latency_ms">[]> {
    await this.#learnFailures(rows.filter(mayHaveFailedBelow).map((row) => requiredText(row, "trace_id")));
    return rows.map((row) => ({ status: this.#status(row), latency_ms: optionalNumber(row, "latency_ms") }));
  }

  /** One overview for each row of `calls`. */
  async read(rows: readonly Row[]): Promise<CallOverview[]> {
    await this.#learnFailures(rows.filter(mayHaveFailedBelow).map((row) => requiredText(row, "trace_id")));
    const totalsOf = await this.#readTotals(rows);
    const previewsOf = await readPreviews(this.#connection, this.#projectId, rows);
    const active = await this.#activeTraces(rows.filter(isSilent).map((row) => requiredText(row, "trace_id")));
    const basis = rows.some(hasStatedCost) ? await this.#readBasis() : undefined;
    return rows.map((row) => ({
      status: this.#status(row),
      latency_ms: optionalNumber(row, "latency_ms"),
      kind: readKind(row),
      usage: callUsageOf(row),
      ...(isRoot(row) ? rootTotals(row, totalsOf(row)) : { model: optionalText(row, "model") }),
      ...previewsOf(row),
      ...(row.usage_repeated === true && { usage_repeated: true }),
      ...(basis && statedCostOf(row, basis)),
      dropped: optionalNumber(row, "dropped"),
      user_id: optionalText(row, "user_id"),
      received_at: optionalText(row, "received_at"),
      clock_ahead_ms: optionalNumber(row, "clock_ahead_ms"),
      ...(isSilent(row) && !active.has(requiredText(row, "trace_id")) && { stale: true }),
    }));
  }

  #status(row: Row): CallStatus {
    if (row.failed === true) return "error";
    if (optionalText(row, "ended_at") === undefined) return "running";
    const failedBelow = this.#failedBelow.get(requiredText(row, "trace_id"));
    return failedBelow?.has(requiredText(row, "id")) ? "descendant_error" : "success";
  }

  async #learnFailures(traceIds: string[]): Promise<void> {
    if (this.#remembered > REMEMBERED_CALLS) {
      this.#failedBelow.clear();
      this.#remembered = 0;
    }
    const unknown = [...new Set(traceIds)].filter((traceId) => !this.#failedBelow.has(traceId));
    if (unknown.length === 0) return;
    for (const traceId of unknown) this.#failedBelow.set(traceId, new Set());
    const rows = await this.#connection.query(ABOVE_FAILURES, [this.#projectId, unknown]);
    for (const row of rows) this.#failedBelow.get(requiredText(row, "trace_id"))?.add(requiredText(row, "id"));
    this.#remembered += unknown.length + rows.length;
  }

  async #readBasis(): Promise<CostBasis> {
    this.#basis ??= (await readSettings(this.#connection, this.#projectId)).cost_basis;
    return this.#basis;
  }

  /** A call writes nothing while it waits for its children, so only the whole trace shows whether it is stale. */
  async #activeTraces(traceIds: string[]): Promise<Set<string>> {
    if (traceIds.length === 0) return new Set();
    const rows = await this.#connection.query(ACTIVE_TRACES, [this.#projectId, [...new Set(traceIds)]]);
    return new Set(rows.map((row) => requiredText(row, "trace_id")));
  }

  /** The totals of the roots among the rows: of their traces, or of what is below those whose parents have not arrived. */
  async #readTotals(rows: readonly Row[]): Promise<(root: Row) => Row | undefined> {
    const roots = rows.filter(isRoot);
    const ofTraces = await this.#totals(
      TRACE_TOTALS,
      "trace_id",
      roots.filter((row) => !isOrphan(row)),
    );
    const ofOrphans = await this.#totals(ORPHAN_TOTALS, "id", roots.filter(isOrphan));
    return (root) =>
      isOrphan(root) ? ofOrphans.get(requiredText(root, "id")) : ofTraces.get(requiredText(root, "trace_id"));
  }

  async #totals(statement: Statement, key: "trace_id" | "id", roots: readonly Row[]): Promise<Map<string, Row>> {
    if (roots.length === 0) return new Map();
    const keys = [...new Set(roots.map((row) => requiredText(row, key)))];
    const rows = await this.#connection.query(statement, [this.#projectId, keys]);
    return new Map(rows.map((row) => [requiredText(row, key), row]));
  }
}

const hasStatedCost = (row: Row) => row.cost_covered === true || optionalNumber(row, "stated_cost") !== undefined;
const isRoot = (row: Row) => row.is_root === true;
const isOrphan = (row: Row) => optionalText(row, "parent_id") !== undefined;
const isSilent = (row: Row) => row.silent === true;
const mayHaveFailedBelow = (row: Row) => row.failed !== true && optionalText(row, "ended_at") !== undefined;

/** A root shows the usage of its trace, and the model of its trace if it names none. */
function rootTotals(root: Row, trace: Row | undefined): Pick<CallOverview, "model" | "total_usage"> {
  return {
    model: optionalText(root, "model") ?? (trace && optionalText(trace, "model")),
    total_usage: trace && usageOf(trace),
  };
}

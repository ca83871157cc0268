import { TOKEN_COUNTS } from "@/lib/contract/call-kinds";
import { type Call, callColumn } from "@/lib/contract/calls";
import { attributePaths, parseAttributeField } from "@/lib/contract/attribute-field";
import { CLOCK_AHEAD_MINUTES, STALE_HOURS } from "@/lib/contract/call-kinds";
import { fieldPath } from "@/lib/contract/expression";
import { searchedPayload, shownPreviews } from "./borrowed";
import { FeedbackFields } from "./feedback-fields";
import { RelatedCalls, type Traces } from "./related-calls";
import { callsOfOrphan, isRoot } from "./roots";
import { type Reach, callStatus, failedBelow, hasStatus, joinFailures } from "./status";
import { STATED_COLUMNS, joinTotals, shownModel, shownTokens } from "./usage";
import { NO_PRICES, type Pricing, shownCosts } from "@/service/store/costs/call-costs";
import type { RelatedIds } from "@/service/store/search/candidates";
import { jsonPath } from "@/service/store/sql/json-path";
import type { Parameters } from "@/service/store/sql/parameters";
import type { FieldResolver, SqlValue } from "@/service/store/sql/sql-value";
import type { Scope } from "@/service/store/sql/where";

export type CallColumn = keyof Call;

/** Statements over calls name the tables `c` and, when a payload is needed, `p`. */
export const PAYLOAD_JOIN = "left join call_payloads p on p.project_id = c.project_id and p.id = c.id";

export const PAYLOAD_FIELDS = ["attributes", "inputs", "output", "summary"] as const;
export type PayloadColumn = (typeof PAYLOAD_FIELDS)[number];

/** Bytes of the payloads as sent: of the call, and for a root of its whole trace. */
const SIZE_COLUMNS = {
  storage_size_bytes: () => "coalesce(p.bytes, 0) as storage_size_bytes",
  total_storage_size_bytes: (project: string) => `case when c.parent_id is null then (
      select sum(tp.bytes)::bigint from calls t
      join call_payloads tp on tp.project_id = ${project} and tp.id = t.id
      where t.project_id = ${project} and t.trace_id = c.trace_id and t.visible)
    else (
      select sum(tp.bytes)::bigint from ${callsOfOrphan(project, "c")} t
      join call_payloads tp on tp.project_id = ${project} and tp.id = t.id) end as total_storage_size_bytes`,
};

/** The columns of a call that a query without `columns` answers. */
export const DEFAULT_COLUMNS: readonly CallColumn[] = callColumn.options.filter(
  (column) => column !== "overview" && !Object.hasOwn(SIZE_COLUMNS, column),
);

/** An update removes a name by setting an empty one. */
const DISPLAY_NAME = "nullif(c.display_name, '')";

/** Clocks are trusted; one that is further ahead than a delay can explain is reported as wrong. */
const CLOCK_AHEAD = `case when c.started_at - c.received_at > interval '${CLOCK_AHEAD_MINUTES} minutes'
    then (extract(epoch from c.started_at - c.received_at) * 1000)::double precision end`;

/** A program that was killed sends no end; nor does one that is still running. */
const SILENT = `c.ended_at is null and c.exception is null
    and c.updated_at < clock_timestamp() - interval '${STALE_HOURS} hours'`;

/** The columns of `overview`, without those that overview.ts derives from the other calls of the trace. */
const overviewColumns = (
  project: string,
) => `c.kind, c.model, c.user_id, c.latency_ms, c.dropped, c.input_preview, c.output_preview,
  ${TOKEN_COUNTS.map((count) => `c.${count}`).join(", ")}, c.service_tier, c.usage_repeated, ${STATED_COLUMNS},
  c.trace_id, c.parent_id, c.ended_at, c.exception is not null as failed,
  c.received_at, ${CLOCK_AHEAD} as clock_ahead_ms, ${SILENT} as silent, ${isRoot(project, "c")} as is_root`;

const isPayload = (column: CallColumn) => PAYLOAD_FIELDS.some((payload) => payload === column);

/** Whether a column is stored in `call_payloads`. */
export function readsPayload(column: CallColumn): boolean {
  return isPayload(column) || column === "storage_size_bytes";
}

/** The select list of some columns, always with `id`; `project` is the parameter with the project. */
export function selectList(columns: ReadonlySet<CallColumn>, project: string): string {
  const selected = [...columns].filter((column) => column !== "id").map((column) => selectItem(column, project));
  return ["c.id", ...selected].join(", ");
}

function selectItem(column: CallColumn, project: string): string {
  if (column === "overview") return overviewColumns(project);
  if (column === "storage_size_bytes" || column === "total_storage_size_bytes") return SIZE_COLUMNS[column](project);
  if (column === "display_name") return `${DISPLAY_NAME} as display_name`;
  return isPayload(column) ? `p.${column}` : `c.${column}`;
}

export const TOTAL_COST = "overview.total_cost";

const text = (sql: string): SqlValue => ({ sql, type: "text" });
const number = (sql: string): SqlValue => ({ sql, type: "number" });
const time = (sql: string): SqlValue => ({ sql, type: "time" });

/** The name of the op that a ref names, as `formatRef` writes it; any other op is its own name. */
export const OP_NAME = `coalesce(replace(replace(replace(
    substring(c.op_name from '^(?:core|weave):///[^/]+/[^/]+/op/([^/:]+):[^/:]+'), '%2F', '/'), '%3A', ':'), '%25', '%'),
    c.op_name)`;

/** The digest of the op that a ref names; null for any other op. */
export const OP_VERSION = `substring(c.op_name from '^(?:core|weave):///[^/]+/[^/]+/op/[^/:]+:([^/:]+)')`;

const FIELDS: Record<string, SqlValue> = {
  id: text("c.id"),
  project_id: text("c.project_id"),
  op_name: text("c.op_name"),
  display_name: text(DISPLAY_NAME),
  trace_id: text("c.trace_id"),
  parent_id: text("c.parent_id"),
  thread_id: text("c.thread_id"),
  turn_id: text("c.turn_id"),
  started_at: time("c.started_at"),
  ended_at: time("c.ended_at"),
  deleted_at: time("c.deleted_at"),
  exception: text("c.exception"),
  ext_user_id: text("c.ext_user_id"),
  ext_run_id: text("c.ext_run_id"),
  ext_run_step: number("c.ext_run_step"),
  ext_run_step_end: number("c.ext_run_step_end"),
  "overview.latency_ms": number("c.latency_ms"),
  // As in responses: lib/trace/weave-summary.ts.
  "summary.weave.latency_ms": number("floor(c.latency_ms)"),
  "summary.weave.trace_name": text(`coalesce(${DISPLAY_NAME}, ${OP_NAME})`),
  "overview.kind": text("c.kind"),
  "overview.user_id": text("c.user_id"),
  "overview.stated_cost.total": number("c.stated_cost"),
  "overview.stated_cost.source": text("c.cost_source"),
  "overview.dropped": number("c.dropped"),
  "overview.received_at": time("c.received_at"),
  "overview.clock_ahead_ms": number(CLOCK_AHEAD),
  ...Object.fromEntries(TOKEN_COUNTS.map((count) => [`overview.usage.${count}`, number(`c.${count}`)])),
};

/** What a list shows of a root from the other calls of its trace; `project` is the parameter with the project. */
const SHOWN_FIELDS: Record<string, (project: string) => SqlValue> = {
  "overview.model": (project) => text(shownModel(project)),
  "overview.input_preview": (project) => text(shownPreviews(project).input),
  "overview.output_preview": (project) => text(shownPreviews(project).output),
  ...Object.fromEntries(
    TOKEN_COUNTS.map((count) => [`overview.${count}`, (project: string) => number(shownTokens(project, count))]),
  ),
};

/** Whether a field is a column of `calls`, which costs no more to read than the call itself. */
export function isColumn(path: string): boolean {
  return Object.hasOwn(FIELDS, ALIASES.get(path) ?? path);
}

/** Names that Weave's SDKs and users have for the same field. */
const ALIASES = new Map([
  ["latency", "overview.latency_ms"],
  ["summary.weave.status", "overview.status"],
]);

/** The fields that a statement filters and sorts calls by, and the joins of those that it has resolved. */
export interface CallFields {
  resolve: FieldResolver;
  /**
   * For the conditions of a query, which may be about related calls: those of `traces`, which is read if there are any,
   * and those in `related` if the condition is known there.
   */
  scope: (traces: () => Traces, related: RelatedIds | undefined) => Scope;
  /** The costs as sort keys, one for each currency; `resolve` gives those of the first currency in which a call has any. */
  costsOf: (parameters: Parameters) => SqlValue[];
  /** The condition that a call below failed, of which the status consists too. */
  failedBelow: () => string;
  usesPayload: () => boolean;
  feedback: FeedbackFields;
  joins: () => string;
  /** The joins without those of related calls, by which nothing is sorted. */
  sortJoins: () => string;
}

/**
 * The fields that calls of a project can be filtered and sorted by; `project` is the parameter with it. Costs are those
 * by `pricing`.
 */
export function callFields(
  project: string,
  reach: Reach,
  pricing: Pricing = NO_PRICES,
  feedback = new FeedbackFields(project),
): CallFields {
  let usesPayload = false;
  let usesTrace = false;
  const related = new RelatedCalls(project, () => callFields(project, "all", pricing));
  let costs: ReturnType<typeof shownCosts> | undefined;
  const costsOf = (parameters: Parameters) => {
    costs ??= shownCosts(project, pricing, parameters);
    return costs.amounts;
  };
  const resolve: FieldResolver = (path, parameters) => {
    const name = ALIASES.get(path) ?? path;
    usesTrace ||= name === "overview.status" || Object.hasOwn(SHOWN_FIELDS, name);
    if (name === "overview.status")
      return { ...text(callStatus(project)), equals: (status) => hasStatus(project, reach, status) };
    if (Object.hasOwn(FIELDS, name)) return FIELDS[name];
    if (name === TOTAL_COST) {
      const amounts = costsOf(parameters).map(({ sql }) => sql);
      return number(`coalesce(${["null::numeric", ...amounts].join(", ")})`);
    }
    const shown = Object.hasOwn(SHOWN_FIELDS, name) ? SHOWN_FIELDS[name] : undefined;
    if (shown) return { ...shown(project), isQuery: true };
    const given = feedback.resolve(name, parameters);
    if (given) return given;
    const payload = payloadField(project, name, parameters);
    usesPayload ||= payload !== undefined;
    return payload;
  };
  const sortJoins = () => {
    // Without an effect on the result, the server leaves out those that are not needed.
    const ofTrace = usesTrace || costs ? `${joinTotals(project)} ${joinFailures(project)} ${costs?.joins ?? ""}` : "";
    return `${usesPayload ? PAYLOAD_JOIN : ""} ${ofTrace} ${feedback.joins}`;
  };
  const fields: CallFields = {
    resolve,
    scope: (traces, ids) => related.scope(fields, traces, ids),
    costsOf,
    failedBelow: () => {
      usesTrace = true;
      return failedBelow(project, reach);
    },
    usesPayload: () => usesPayload,
    feedback,
    joins: () => `${sortJoins()} ${related.joins}`,
    sortJoins,
  };
  return fields;
}

function payloadField(project: string, path: string, parameters: Parameters): SqlValue | undefined {
  const attribute = parseAttributeField(path);
  if (attribute !== undefined) return jsonPath("p.attributes", attributePaths(attribute), parameters);
  const [column, ...inside] = fieldPath(path) ?? [];
  const payload = PAYLOAD_FIELDS.find((name) => name === column);
  if (!payload) return undefined;
  if (inside.length > 0) return jsonPath(`p.${payload}`, [inside], parameters);
  const searchable =
    payload === "inputs" || payload === "output"
      ? searchedPayload(project, payload)
      : `coalesce(p.${payload}_text, p.${payload})`;
  return { sql: `loupe_jsonb(p.${payload})`, type: "json", searchable };
}

import type { AuditFilter } from "@/lib/contract/audit";
import { AUDIT_KINDS, AUDIT_OUTCOMES } from "@/lib/contract/audit-kinds";
import { toTimestamp } from "@/lib/contract/time";
import type { TimeZone } from "@/lib/format/time";
import { endAfter } from "./end-after";
import { boundsOfSpan } from "./time-range";
import { dependsOnZone } from "./time-span";

/** The state of the audit log, all of which is in the URL. */
export interface AuditView {
  /** Text in the name of the owner. */
  who: string;
  /** A project; empty for all. */
  project: string;
  /** A kind, or an action; empty for all. */
  action: string;
  /** One of `AUDIT_OUTCOMES`; empty for all. */
  outcome: string;
  /** A request ID; empty for all. */
  request: string;
  /** Absolute bounds, ISO 8601; they take precedence over `range`. */
  from: string | null;
  to: string | null;
  /** Relative range as `writeRange` writes it, resolved when the list is read. */
  range: string | null;
  /** The time zone whose days the range means (UTC if absent); not in the URL. */
  zone?: TimeZone;
}

/** Selects all records. */
export const ALL_RECORDS: AuditView = {
  who: "",
  project: "",
  action: "",
  outcome: "",
  request: "",
  from: null,
  to: null,
  range: null,
};

/** The records that a view selects at `now` (milliseconds since 1970). */
export function selectAudit(view: AuditView, now: number): AuditFilter {
  const { who, project, action, outcome, request, zone = "UTC" } = view;
  const { since, until } = boundsOfSpan(view, { now, zone });
  const kind = AUDIT_KINDS.find((known) => known === action);
  const known = AUDIT_OUTCOMES.find((one) => one === outcome);
  return {
    ...(project && { project_id: project }),
    ...(who && { owner: who }),
    ...(kind ? { kinds: [kind] } : action && { actions: [action] }),
    ...(known && { outcomes: [known] }),
    ...(request && { request_id: request }),
    ...(since && { start: since }),
    ...(until && { end: toTimestamp(endAfter(until)) }),
  };
}

/** Whether a view selects only some records. */
export function isFiltered(view: AuditView): boolean {
  const { zone: _, ...chosen } = view;
  return Object.values(chosen).some((one) => one !== "" && one !== null);
}

/** The view with a time zone if its range names days, so that any other view is the same in every zone. */
export function zonedAudit(view: AuditView, zone: TimeZone): AuditView {
  return dependsOnZone(view) ? { ...view, zone } : view;
}

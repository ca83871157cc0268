import { createLoader, parseAsString, type SearchParams } from "nuqs/server";

import { rangeParam } from "@/components/data-table/range-param";
import { instantParam } from "@/components/data-table/url-params";
import { type AuditView, zonedAudit } from "@/lib/filter/audit-view";
import type { TimeZone } from "@/lib/format/time";

/** How the address has the view of the audit log. */
export const viewParams = {
  who: parseAsString.withDefault(""),
  project: parseAsString.withDefault(""),
  action: parseAsString.withDefault(""),
  outcome: parseAsString.withDefault(""),
  request: parseAsString.withDefault(""),
  from: instantParam,
  to: instantParam,
  range: rangeParam,
};

/** What the audit log first shows at an address, to somebody in a time zone. */
export function auditAt(search: SearchParams, zone: TimeZone = "UTC"): AuditView {
  return zonedAudit(createLoader(viewParams)(search), zone);
}

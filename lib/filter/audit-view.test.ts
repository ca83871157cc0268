import { expect, it } from "vitest";
import { auditExportRequest } from "@/lib/contract/audit";
import { ALL_RECORDS, type AuditView, isFiltered, selectAudit } from "./audit-view";

const NOW = Date.parse("2026-11-20T12:00:00Z");

it.each<[Partial<AuditView>, object]>([
  [{}, {}],
  [{ who: "ada" }, { owner: "ada" }],
  [{ project: "acme/a" }, { project_id: "acme/a" }],
  [{ action: "export" }, { kinds: ["export"] }],
  [{ action: "keysCreate" }, { actions: ["keysCreate"] }],
  [{ outcome: "refused" }, { outcomes: ["refused"] }],
  [{ outcome: "forged" }, {}],
  [{ request: "r-1" }, { request_id: "r-1" }],
  [{ range: "1h" }, { start: "2026-11-20T11:00:00.000Z" }],
  [{ to: "2026-11-20T11:00:00.000000Z" }, { end: "2026-11-20T11:00:00.001000Z" }],
])("%j selects %j", (view, filter) => {
  const selected = selectAudit({ ...ALL_RECORDS, ...view }, NOW);
  expect(selected).toEqual(filter);
  expect(auditExportRequest.safeParse(selected).success).toBe(true);
  expect(isFiltered({ ...ALL_RECORDS, ...view })).toBe(Object.keys(view).length > 0);
});

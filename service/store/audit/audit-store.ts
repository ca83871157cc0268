import type { AuditDetails, AuditRecord } from "@/lib/contract/audit";
import { expireAudit } from "./expire-audit";
import { exportAudit, queryAudit } from "./read-audit";
import { addAudit, endAudit } from "./write-audit";

/** A record as it is written before the request changes or returns anything. */
export type NewAuditRecord = Omit<AuditRecord, "at" | "result" | "ended_at" | "status" | "outcome">;

/** What became of a request; the project if it was not known before. */
export type AuditEnd = { status: number; outcome: string; result: AuditDetails; project_id?: string };

/** Records of changes and exports: added, completed once with their outcome, and never changed. */
export const auditStore = { addAudit, endAudit, queryAudit, exportAudit, expireAudit };

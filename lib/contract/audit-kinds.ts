/** What a request did to be in the audit log. */
export const AUDIT_KINDS = ["change", "export"] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

/**
 * What became of a request: done (status below 400), refused (4xx: nothing was changed), failed (5xx), or unknown, because
 * it is under way or the process that answered it died.
 */
export const AUDIT_OUTCOMES = ["done", "refused", "failed", "unknown"] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

export function auditOutcome(status: number | undefined): AuditOutcome {
  if (status === undefined) return "unknown";
  if (status < 400) return "done";
  return status < 500 ? "refused" : "failed";
}

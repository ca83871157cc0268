"use client";

import { useQueryStates } from "nuqs";
import { useCallback, useMemo } from "react";

import { useTimeZone } from "@/components/ui/use-time-zone";
import { type AuditView, zonedAudit } from "@/lib/filter/audit-view";

import { viewParams } from "./audit-params";

export type ChangeAuditView = (change: Partial<AuditView>) => void;

/** The whole view of the audit log, kept in the URL. */
export function useAuditView(): [AuditView, ChangeAuditView] {
  const [values, setValues] = useQueryStates(viewParams);
  const zone = useTimeZone();
  const view = useMemo(() => zonedAudit(values, zone), [values, zone]);
  const change = useCallback<ChangeAuditView>((next) => void setValues(next, { history: "push" }), [setValues]);
  return [view, change];
}

"use client";

import { SearchBox } from "@/components/ui/search-box";
import { Select } from "@/components/ui/select";
import { TimeRange } from "@/components/ui/time-range";
import { AUDIT_KINDS, AUDIT_OUTCOMES } from "@/lib/contract/audit-kinds";
import type { AuditView } from "@/lib/filter/audit-view";
import { auditActions, OUTCOME_WORDS } from "@/lib/format/audit-words";

import type { ChangeAuditView } from "./use-audit-view";
import type { ManagedProjects } from "./use-managed-projects";

export const searchId = "audit-who";
const lastRanges = ["1h", "24h", "7d", "30d"];

const actions = [
  { value: "", label: "All actions" },
  { value: "change", label: "All changes" },
  { value: "export", label: "All exports" },
  ...AUDIT_KINDS.flatMap(auditActions),
];
const outcomes = [
  { value: "", label: "All outcomes" },
  ...AUDIT_OUTCOMES.map((value) => ({ value, label: OUTCOME_WORDS[value] })),
];

interface AuditFiltersProps {
  view: AuditView;
  projects: ManagedProjects;
  onChange: ChangeAuditView;
}

export function AuditFilters({ view, projects, onChange }: AuditFiltersProps) {
  const named = view.project === "" || projects.ids.includes(view.project) ? [] : [view.project];
  const ids = [...named, ...projects.ids].map((id) => ({ value: id, label: id }));
  return (
    <>
      <SearchBox
        id={searchId}
        label="By person"
        text={view.who}
        onSearch={(who) => onChange({ who })}
        className="w-48 min-w-40 shrink max-sm:w-full"
      />
      <Select
        aria-label="Action"
        options={actions}
        value={view.action}
        onValueChange={(action) => onChange({ action })}
        className="max-w-48"
      />
      <Select
        aria-label="Project"
        options={projects.isAll ? [{ value: "", label: "All projects" }, ...ids] : ids}
        value={view.project}
        onValueChange={(project) => onChange({ project })}
        className="max-w-56"
      />
      <Select
        aria-label="Outcome"
        options={outcomes}
        value={view.outcome}
        onValueChange={(outcome) => onChange({ outcome })}
        className="max-w-36"
      />
      <SearchBox
        id="audit-request"
        label="Request ID"
        text={view.request}
        onSearch={(request) => onChange({ request: request.trim() })}
        className="w-40"
      />
      <TimeRange span={view} last={lastRanges} onChange={onChange} />
    </>
  );
}

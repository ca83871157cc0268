"use client";

import { useQuery } from "@tanstack/react-query";

import { maskingRules } from "@/lib/queries/masking";
import { useMay } from "@/lib/queries/use-may";

import { Section } from "../section";
import { SectionState } from "../section-state";
import { RulesForm } from "./rules-form";

/** What a project replaces before anything is stored. */
export function MaskingSection({ projectId }: { projectId: string }) {
  const mayRead = useMay(projectId, "member");
  const query = useQuery({ ...maskingRules(projectId), enabled: mayRead });
  return (
    <Section
      id="masking"
      title="Masking"
      description="Replaces what rules match before calls and feedback are stored, indexed or logged. What is already stored does not change."
    >
      {!mayRead ? (
        <p className="text-muted">Reading masking rules requires the member role on this project.</p>
      ) : query.data ? (
        <RulesForm projectId={projectId} masking={query.data} />
      ) : (
        <SectionState what="the masking rules" lacks="mask what it stores" query={query} />
      )}
    </Section>
  );
}

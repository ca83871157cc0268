"use client";

import { useQuery } from "@tanstack/react-query";

import { projectRetention } from "@/lib/queries/retention";

import { Section } from "../section";
import { SectionState } from "../section-state";
import { RetentionForm } from "./retention-form";
import { RunFacts } from "./run-facts";

/** How long a project keeps traces. */
export function RetentionSection({ projectId }: { projectId: string }) {
  const query = useQuery(projectRetention(projectId));
  return (
    <Section
      id="retention"
      title="Retention"
      description="Once a day, deletes traces whose newest call is older than a number of days, with their calls and feedback."
    >
      {query.data ? (
        <>
          <RunFacts state={query.data} />
          <RetentionForm projectId={projectId} state={query.data} />
        </>
      ) : (
        <SectionState what="the retention" lacks="delete old traces by itself" query={query} />
      )}
    </Section>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";

import { MissingExtension } from "@/components/ui/missing-extension";
import { isMissingEndpoint } from "@/lib/client/api-error";
import { scoringPath } from "@/lib/format/scoring-address";
import { scoringRules } from "@/lib/queries/scoring";

import { RuleList } from "./rule-list";

/** The scoring rules of a project. */
export function ScoringScreen({ projectId }: { projectId: string }) {
  const { error } = useQuery(scoringRules(projectId));
  if (isMissingEndpoint(error))
    return <MissingExtension lacks="score new traces" endpoint="scoringQuery" under={scoringPath(projectId)} />;
  return <RuleList projectId={projectId} />;
}

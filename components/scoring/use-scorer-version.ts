"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import { objectVersion } from "@/lib/queries/objects";
import { readScorer, type StoredScorer } from "@/lib/scorer/stored-scorer";

import { scorerIn } from "./rule-words";

interface ScorerVersion {
  /** The name of its object. */
  object: string;
  digest: string | undefined;
  /** Its number; undefined while it is read, as the scorer is. */
  index: number | undefined;
  scorer: StoredScorer | undefined;
  /** The type of the feedback that its scores are. */
  feedbackType: string;
}

/** The version of a scorer that a ref in a project names. */
export function useScorerVersion(projectId: string, ref: string): ScorerVersion {
  const { name, digest } = scorerIn(ref);
  const { data } = useQuery({
    ...objectVersion({ projectId, name, digest: digest ?? "" }),
    enabled: digest !== undefined,
  });
  const scorer = useMemo(() => data && readScorer(data.val), [data]);
  return {
    object: name,
    digest,
    index: data?.version_index,
    scorer,
    feedbackType: `core.runnable.${scorer?.name ?? name}`,
  };
}

"use client";

import { useQuery } from "@tanstack/react-query";

import { modelsOf, type NewExperiment } from "@/lib/experiment/new-experiment";
import { modelsList } from "@/lib/queries/models";

const AGAIN_MS = 5000;

/** The models of the form that no model server has which responds; none while that is unknown. */
export function useUnserved(projectId: string, fields: NewExperiment): string[] {
  const asked = modelsOf(fields).filter((model) => model !== "");
  const missingIn = (listed: readonly { id: string }[] | undefined) =>
    listed ? asked.filter((model) => !listed.some(({ id }) => id === model)) : [];
  const { data } = useQuery({
    ...modelsList(projectId),
    // A server that is started meanwhile is noticed.
    refetchInterval: ({ state }) => missingIn(state.data).length > 0 && AGAIN_MS,
  });
  return missingIn(data);
}

/** What is wrong with models that no server has. */
export function unservedText(models: readonly string[]): string | undefined {
  return models.length === 0 ? undefined : `No model server that responds has ${models.join(", ")}`;
}

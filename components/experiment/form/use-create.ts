"use client";

import { useMutation } from "@tanstack/react-query";
import { v7 as uuidV7 } from "uuid";

import { useGoTo } from "@/components/ui/use-go-to";
import { ApiError } from "@/lib/client/api-error";
import type { ExperimentDefinition } from "@/lib/contract/experiments";
import { type ExperimentProblems, fieldOfPath, listed, type NewExperiment } from "@/lib/experiment/new-experiment";
import { comparedExperimentsPath } from "@/lib/format/experiment-address";
import { createExperiments } from "@/lib/queries/experiment-runs";

interface Creation {
  projectId: string;
  /** Of the draft: with the same ids, what is sent twice is created once. */
  fields: NewExperiment;
  onIds: (ids: string) => void;
  /** Called once the service has accepted them. */
  onMade: () => void;
  onRefused: (problems: ExperimentProblems) => void;
}

/** Sends the experiments, one for each model, and opens their page. */
export function useCreate({ projectId, fields, onIds, onMade, onRefused }: Creation) {
  const goTo = useGoTo();
  const create = useMutation(createExperiments(projectId));
  const submit = (definitions: readonly ExperimentDefinition[]) => {
    if (create.isPending) return;
    const known = listed(fields.ids);
    const ids = definitions.map((_definition, place) => known[place] ?? uuidV7());
    onIds(ids.join(" "));
    create.mutate(
      definitions.map((definition, place) => ({ ...definition, id: ids[place] ?? uuidV7() })),
      {
        onSuccess: () => {
          onMade();
          goTo(comparedExperimentsPath(projectId, ids));
        },
        onError: (error) => onRefused(problemsOf(error)),
      },
    );
  };
  return { submit, isBusy: create.isPending, error: create.error };
}

/** What the service finds wrong, by field. */
function problemsOf(error: Error): ExperimentProblems {
  const problems: ExperimentProblems = {};
  for (const { path, message } of error instanceof ApiError ? error.errors : []) {
    const field = fieldOfPath(path);
    problems[field] ??= `${path} ${message}`;
  }
  return problems;
}

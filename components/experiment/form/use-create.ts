"use client";

import { useMutation } from "@tanstack/react-query";
import { v7 as uuidV7 } from "uuid";

import { useGoTo } from "@/components/ui/use-go-to";
import { ApiError } from "@/lib/client/api-error";
import type { ExperimentDefinition } from "@/lib/contract/experiments";
import { type ExperimentProblems, fieldOfPath, type NewExperiment } from "@/lib/experiment/new-experiment";
import { comparedExperimentsPath } from "@/lib/format/experiment-address";
import { createExperiment } from "@/lib/queries/experiment-runs";

interface Creation {
  projectId: string;
  /** Of the draft: with the same id, what is sent twice is created once. */
  fields: NewExperiment;
  onId: (id: string) => void;
  /** Called once the service has accepted it. */
  onMade: () => void;
  onRefused: (problems: ExperimentProblems) => void;
}

/** Sends the experiment, and opens its page. */
export function useCreate({ projectId, fields, onId, onMade, onRefused }: Creation) {
  const goTo = useGoTo();
  const create = useMutation(createExperiment());
  const submit = (definition: ExperimentDefinition) => {
    if (create.isPending) return;
    const id = fields.id || uuidV7();
    onId(id);
    create.mutate(
      { project_id: projectId, id, ...definition },
      {
        onSuccess: () => {
          onMade();
          goTo(comparedExperimentsPath(projectId, [id]));
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

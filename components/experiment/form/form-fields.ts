import type { ExperimentProblems, NewExperiment } from "@/lib/experiment/new-experiment";

/** What every part of the form has. */
export interface FormFields {
  projectId: string;
  fields: NewExperiment;
  problems: ExperimentProblems;
  onChange: (change: Partial<NewExperiment>) => void;
}

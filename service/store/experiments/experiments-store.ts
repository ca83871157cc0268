import type { ExperimentDefinition } from "@/lib/contract/experiments";
import { createExperiment } from "./create-experiment";
import { listExperiments, readExperiment } from "./read-experiments";
import { updateExperiment } from "./update-experiment";

export type ExperimentKey = { project_id: string; id: string };

/** An experiment to be run, with the digests of its rows in the order in which they are sent. */
export type NewExperiment = ExperimentKey & {
  definition: ExperimentDefinition;
  /** The versions of the objects of which it is a run. */
  evaluation_ref: string;
  model_ref: string;
  created_by: string;
  row_digests: readonly string[];
};

/** Experiments that the service runs, and their rows. */
export const experimentsStore = { createExperiment, readExperiment, listExperiments, updateExperiment };

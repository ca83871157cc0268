import type { RunnerDefinition } from "@/lib/contract/training-runner";
import {
  listTrainingRunners,
  readTrainingRunner,
  removeTrainingRunner,
  setTrainingRunner,
  sweepTrainingRunners,
  trainingRunnersVersion,
} from "./runners";

/** What an admin defines of a training runner; its secrets are sealed together. */
export type TrainingRunnerContent = {
  definition: RunnerDefinition;
  secretNames: { key: boolean; headers: string[]; env_vars: string[] };
  sealedSecrets?: string;
};

/** A stored training runner. */
export type TrainingRunner = TrainingRunnerContent & {
  id: string;
  /** Increases with every change, also from one runner to the next. */
  revision: number;
  createdBy: string;
  updatedAt: string;
  /** Whether it was replaced or removed, and is kept only for jobs that it has started. */
  isRetired: boolean;
};

/** The training runner that admins have set up, and earlier ones that still have jobs. */
export const runnersStore = {
  readTrainingRunner,
  listTrainingRunners,
  trainingRunnersVersion,
  setTrainingRunner,
  removeTrainingRunner,
  sweepTrainingRunners,
};

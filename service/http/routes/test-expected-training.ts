import type { EndpointName } from "@/lib/contract/endpoints";
import { tableRef } from "@/lib/contract/table-refs";
import type { Expected, Seeded } from "./test-expected";

const at = (project_id: string) => ({ project_id });
const byJob = (_project: string, { jobId }: Seeded) => ({ id: jobId });
const foreignJob = { body: byJob, foreign: 404, swapped: 404 };

/** One for every endpoint of training that reads or changes jobs and models. */
export const EXPECTED_OF_TRAINING = {
  trainingJobs: {
    needs: "viewer",
    body: (project, { modelId, callId }) => ({ ...at(project), model_id: modelId, call_id: callId }),
    swapped: 200,
  },
  trainingJob: { needs: "viewer", ...foreignJob },
  trainingJobEvents: { needs: "viewer", ...foreignJob },
  trainingJobGroups: { needs: "viewer", ...foreignJob },
  trainingJobGroup: { needs: "viewer", ...foreignJob, body: (_project, { jobId }) => ({ id: jobId, index: 0 }) },
  trainingJobBody: { needs: "viewer", ...foreignJob },
  trainingJobCancel: { needs: "member", ...foreignJob },
  trainingJobTestTable: {
    needs: "member",
    ...foreignJob,
    body: (project, { jobId, tableDigest }) => ({ id: jobId, test_table_ref: tableRef(project, tableDigest) }),
  },
  trainedModelCreate: {
    needs: "member",
    body: (project) => ({ ...at(project), name: "new", base_model: "base", return_existing: true }),
  },
  trainedModels: { needs: "viewer", body: at },
  checkpoints: { needs: "viewer", ...foreignJob, body: (_project, { modelId }) => ({ id: modelId }) },
  checkpointsDelete: {
    needs: "member",
    ...foreignJob,
    body: (_project, { modelId }) => ({ id: modelId, steps: [9] }),
  },
  checkpointFiles: {
    needs: "viewer",
    ...foreignJob,
    body: (_project, { modelId }) => ({ id: modelId, step: 1 }),
  },
  trainedModelDelete: {
    needs: "member",
    ...foreignJob,
    body: (_project, { disposableModelId }) => ({ id: disposableModelId }),
  },
  trainingRunner: { needs: "viewer", foreign: 200 },
  trainingBaseModels: { needs: "viewer", foreign: 200 },
} as const satisfies Partial<Record<EndpointName, Expected>>;

import * as z from "zod";
import type { Endpoint } from "../endpoint";
import { IDEMPOTENCY_HEADER } from "../idempotency";
import {
  checkpointsRequest,
  checkpointsResponse,
  trainedModel,
  trainedModelCreateRequest,
  trainedModelsRequest,
  trainedModelsResponse,
  trainingEventsRequest,
  trainingEventsResponse,
  trainingGroupRequest,
  trainingGroupResponse,
  trainingGroupsRequest,
  trainingGroupsResponse,
  trainingJob,
  trainingJobReadRequest,
  trainingJobRequest,
  trainingJobResponse,
  trainingJobsRequest,
  trainingJobsResponse,
  trainingRunnerRequest,
  trainingRunnerResponse,
} from "../training";

const JOBS = "/v1/preview/training-jobs";
const MODELS = "/v1/preview/models";

const training = {
  base: "base_url",
  auth: "bearer",
  errors: "openai",
  answer: "json",
  relayed: true,
} as const;

const reading = { ...training, method: "GET", role: "viewer", kind: "extension", unknownFields: "refuse" } as const;

export const trainingEndpoints = {
  trainingJobCreate: {
    ...training,
    method: "POST",
    path: JOBS,
    role: "member",
    kind: "core",
    unknownFields: "pass",
    summary: "Train a model on groups of scored trajectories",
    headers: { [IDEMPOTENCY_HEADER]: "A text of the caller's: a repeat with it answers the job that there is." },
    request: trainingJobRequest,
    response: trainingJobResponse,
  },
  trainingJobs: {
    ...reading,
    path: JOBS,
    summary: "List the training jobs of a project",
    request: trainingJobsRequest,
    response: trainingJobsResponse,
  },
  trainingJob: {
    ...reading,
    path: `${JOBS}/{id}`,
    summary: "Read how far a training job has come",
    request: trainingJobReadRequest,
    response: trainingJob,
  },
  trainingJobEvents: {
    ...reading,
    path: `${JOBS}/{id}/events`,
    summary: "List what a training job has said",
    request: trainingEventsRequest,
    response: trainingEventsResponse,
  },
  trainingJobGroups: {
    ...reading,
    path: `${JOBS}/{id}/groups`,
    summary: "List the groups of a training job, without what was said in them",
    request: trainingGroupsRequest,
    response: trainingGroupsResponse,
  },
  trainingJobGroup: {
    ...reading,
    path: `${JOBS}/{id}/groups/{index}`,
    summary: "Read one group of a training job as it was sent",
    request: trainingGroupRequest,
    response: trainingGroupResponse,
  },
  trainingJobBody: {
    ...reading,
    path: `${JOBS}/{id}/body`,
    summary: "Read the request of a training job, byte for byte",
    request: trainingJobReadRequest,
    answer: "binary",
    answerType: "application/octet-stream",
    response: z.unknown(),
  },
  trainingJobCancel: {
    ...training,
    method: "POST",
    path: `${JOBS}/{id}/cancel`,
    role: "member",
    kind: "extension",
    unknownFields: "refuse",
    summary: "Stop a training job; one that has ended stays as it is",
    request: trainingJobReadRequest,
    response: trainingJob,
  },
  trainedModelCreate: {
    ...training,
    method: "POST",
    path: MODELS,
    role: "member",
    kind: "extension",
    unknownFields: "ignore",
    summary: "Make a model to train",
    request: trainedModelCreateRequest,
    response: trainedModel,
  },
  trainedModels: {
    ...reading,
    path: MODELS,
    summary: "List the models of a project that can be trained",
    request: trainedModelsRequest,
    response: trainedModelsResponse,
  },
  checkpoints: {
    ...reading,
    path: `${MODELS}/{id}/checkpoints`,
    summary: "List the checkpoints of a trained model",
    request: checkpointsRequest,
    response: checkpointsResponse,
  },
  trainingRunner: {
    ...reading,
    path: "/v1/preview/training-runner",
    summary: "Say what runs training jobs here",
    request: trainingRunnerRequest,
    response: trainingRunnerResponse,
  },
} as const satisfies Record<string, Endpoint>;

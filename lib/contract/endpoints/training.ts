import * as z from "zod";
import { type Endpoint, exportable } from "../endpoint";
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
    audit: "change",
    method: "POST",
    path: JOBS,
    role: "member",
    kind: "core",
    unknownFields: "pass",
    summary: "Train a model on groups of trajectories with rewards",
    headers: {
      [IDEMPOTENCY_HEADER]: "Chosen by the caller. Repeating a request with the same key returns the existing job.",
    },
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
    summary: "Read the status and progress of a training job",
    request: trainingJobReadRequest,
    response: trainingJob,
  },
  trainingJobEvents: {
    ...reading,
    path: `${JOBS}/{id}/events`,
    summary: "List the events of a training job",
    request: trainingEventsRequest,
    response: trainingEventsResponse,
  },
  trainingJobGroups: {
    ...reading,
    path: `${JOBS}/{id}/groups`,
    summary: "List the groups of a training job, without their messages",
    request: trainingGroupsRequest,
    response: trainingGroupsResponse,
  },
  trainingJobGroup: {
    ...reading,
    path: `${JOBS}/{id}/groups/{index}`,
    summary: "Read one group of a training job as submitted",
    request: trainingGroupRequest,
    response: trainingGroupResponse,
  },
  trainingJobBody: {
    ...reading,
    ...exportable,
    path: `${JOBS}/{id}/body`,
    summary: "Read the request of a training job, byte for byte",
    request: trainingJobReadRequest,
    answer: "binary",
    answerType: "application/octet-stream",
    response: z.unknown(),
  },
  trainingJobCancel: {
    ...training,
    audit: "change",
    method: "POST",
    path: `${JOBS}/{id}/cancel`,
    role: "member",
    kind: "extension",
    unknownFields: "refuse",
    summary: "Cancel a training job; a job that has ended is not changed",
    request: trainingJobReadRequest,
    response: trainingJob,
  },
  trainedModelCreate: {
    ...training,
    audit: "change",
    method: "POST",
    path: MODELS,
    role: "member",
    kind: "extension",
    unknownFields: "ignore",
    summary: "Create a trainable model",
    request: trainedModelCreateRequest,
    response: trainedModel,
  },
  trainedModels: {
    ...reading,
    path: MODELS,
    summary: "List the trainable models of a project",
    request: trainedModelsRequest,
    response: trainedModelsResponse,
  },
  checkpoints: {
    ...reading,
    path: `${MODELS}/{id}/checkpoints`,
    summary: "List the checkpoints of a trainable model",
    request: checkpointsRequest,
    response: checkpointsResponse,
  },
  trainingRunner: {
    ...reading,
    path: "/v1/preview/training-runner",
    summary: "Read the training runner of this service",
    request: trainingRunnerRequest,
    response: trainingRunnerResponse,
  },
} as const satisfies Record<string, Endpoint>;

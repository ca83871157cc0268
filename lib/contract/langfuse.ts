import * as z from "zod";
import { jsonValue } from "@/lib/json/payload";
import { label } from "./labels";
import { BATCH_ITEMS, LABELS_PER_OBJECT } from "./limits";
import { list } from "./list";
import { name, projectId, text, timestamp } from "./primitives";

/** The project of the key, or of the header `x-project`: Langfuse's own keys belong to one project. */
export const langfuseProjects = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      organization: z.object({ id: z.string(), name: z.string() }),
      metadata: z.object({}),
    }),
  ),
});

export const langfuseHealth = z.object({ status: z.literal("OK"), version: z.string() });

/** No request has fields; the project is in the key or a header. */
export const langfuseNoFields = z.object({});

/** What a score's value is; by default it follows from the value. A boolean is sent as 0 or 1. */
const scoreDataType = z.enum(["NUMERIC", "CATEGORICAL", "BOOLEAN", "TEXT", "CORRECTION"]);

/** A score of an observation, or else of a trace, or else of a session. The same `id` again replaces it. */
export const langfuseScore = z.object({
  id: name.nullish(),
  name,
  value: jsonValue,
  dataType: scoreDataType.nullish(),
  traceId: name.nullish(),
  observationId: name.nullish(),
  sessionId: name.nullish(),
  datasetRunId: name.nullish(),
  comment: text.nullish(),
  metadata: jsonValue.nullish(),
  environment: text.nullish(),
  configId: text.nullish(),
  timestamp: timestamp.nullish(),
});
export type LangfuseScore = z.infer<typeof langfuseScore>;

const TOO_MANY = `must have at most ${BATCH_ITEMS} items`;

/** One score, or a list of them, which are accepted or rejected one by one. */
export const langfuseScoresRequest = z.union([langfuseScore, list(langfuseScore).max(BATCH_ITEMS, TOO_MANY)]);

/** For one score its ID; for a list 202 if all were accepted, else 207 with the errors. */
export const langfuseScoresResponse = z.union([
  z.object({ id: z.string() }),
  z.object({ message: z.literal("Accepted") }),
  z.object({ accepted: z.int(), rejected: z.int(), errors: z.array(z.object({ message: z.string() })) }),
]);

/** Events of the older batch interface, of which `score-create` is supported. */
export const langfuseIngestionRequest = z.object({
  batch: list(z.object({ id: name, type: z.string(), body: langfuseScore })).max(BATCH_ITEMS, TOO_MANY),
});

/** One result per event, with the event's ID. */
export const langfuseIngestionResponse = z.object({
  successes: z.array(z.object({ id: z.string(), status: z.int() })),
  errors: z.array(z.object({ id: z.string(), status: z.int(), message: z.string(), error: z.string() })),
});

const promptType = z.enum(["text", "chat"]);

/** `type` is that of the prompt: a text, or for `chat` a list of messages and placeholders. */
export const langfusePrompt = z.object({
  id: z.string(),
  type: promptType,
  name: z.string(),
  version: z.int(),
  prompt: jsonValue,
  config: jsonValue,
  labels: z.array(z.string()),
  tags: jsonValue,
  commitMessage: z.string().nullable(),
  resolutionGraph: z.null(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

const promptVersion = z.coerce.number().int("must be a whole number").min(1, "must be at least 1");

/** The version with this number, counted from 1, or with this label, `production` by default. */
export const langfusePromptRequest = z.object({
  name,
  version: promptVersion.optional(),
  label: z.string().optional(),
});

/** `latest` is always on the newest version, so it is accepted without effect. */
const promptLabels = list(z.union([z.literal("latest"), label], { error: "is not a label" })).max(
  LABELS_PER_OBJECT,
  `must have at most ${LABELS_PER_OBJECT} items`,
);

export const langfusePromptCreateRequest = z.object({
  name,
  type: promptType.nullish(),
  prompt: jsonValue,
  config: jsonValue.nullish(),
  labels: promptLabels.nullish(),
  tags: list(name).nullish(),
  commitMessage: text.nullish(),
});

/** Moves these labels to the version; those that are on it stay. */
export const langfusePromptLabelsRequest = z.object({ name, version: promptVersion, newLabels: promptLabels });

const SHA256 = /^[A-Za-z0-9+/]{43}=$/;

/** A file that a message refers to, to be uploaded. */
export const langfuseMediaCreateRequest = z.object({
  contentType: name,
  contentLength: z.int().min(0, "must not be negative"),
  /** SHA-256 of the bytes in base64. */
  sha256Hash: z.string().regex(SHA256, "must be a SHA-256 in base64"),
  traceId: name.nullish(),
  observationId: name.nullish(),
  datasetId: name.nullish(),
  datasetItemId: name.nullish(),
  field: name.nullish(),
});

/** The address takes a PUT of the bytes for ten minutes; null if they are stored already. */
export const langfuseMediaCreateResponse = z.object({ mediaId: z.string(), uploadUrl: z.string().nullable() });

export const langfuseMediaRequest = z.object({ media_id: name });

/** The address returns the bytes until `urlExpiry`. */
export const langfuseMedia = z.object({
  mediaId: z.string(),
  contentType: z.string(),
  contentLength: z.int(),
  uploadedAt: timestamp,
  url: z.string(),
  urlExpiry: timestamp,
});

const signed = { digest: name, project: projectId, key: name, expires: name, signature: name };

export const langfuseMediaContentRequest = z.object(signed);
export const langfuseMediaUploadRequest = z.object({ ...signed, type: name, length: z.coerce.number() });
export const langfuseNothing = z.object({});

/** A dataset: an object of class `Dataset` whose rows are a table. Its name is also its ID. */
export const langfuseDataset = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  metadata: jsonValue,
  projectId: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type LangfuseDataset = z.infer<typeof langfuseDataset>;

/** Changes the description and the metadata of an existing dataset, if given. */
export const langfuseDatasetCreateRequest = z.object({
  name,
  description: text.nullish(),
  metadata: jsonValue.nullish(),
});

export const langfuseDatasetRequest = z.object({ name });

const MAX_PAGE_ITEMS = 1000;
const pageNumber = z.coerce.number().int("must be a whole number").min(1, "must be at least 1");
const page = {
  page: pageNumber.default(1),
  limit: pageNumber.max(MAX_PAGE_ITEMS, `must be at most ${MAX_PAGE_ITEMS}`).default(50),
};
const pageMeta = z.object({ page: z.int(), limit: z.int(), totalItems: z.int(), totalPages: z.int() });

export const langfuseDatasetsRequest = z.object(page);
export const langfuseDatasetsResponse = z.object({ data: z.array(langfuseDataset), meta: pageMeta });

const itemStatus = z.enum(["ACTIVE", "ARCHIVED"]);

/** A row of a dataset. Rows of datasets that were published otherwise have their digest as ID. */
export const langfuseDatasetItem = z.object({
  id: z.string(),
  status: itemStatus,
  input: jsonValue,
  expectedOutput: jsonValue,
  metadata: jsonValue,
  sourceTraceId: z.string().nullable(),
  sourceObservationId: z.string().nullable(),
  datasetId: z.string(),
  datasetName: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
  mediaReferences: z.array(z.never()),
});
export type LangfuseDatasetItem = z.infer<typeof langfuseDatasetItem>;

/** An item with a known ID keeps what is not given. */
export const langfuseDatasetItemCreateRequest = z.object({
  datasetName: name,
  id: name.nullish(),
  input: jsonValue.nullish(),
  expectedOutput: jsonValue.nullish(),
  metadata: jsonValue.nullish(),
  sourceTraceId: name.nullish(),
  sourceObservationId: name.nullish(),
  status: itemStatus.nullish(),
});
export type LangfuseNewItem = z.output<typeof langfuseDatasetItemCreateRequest>;

export const langfuseDatasetItemsRequest = z.object({ datasetName: name, ...page, version: z.string().optional() });
export const langfuseDatasetItemsResponse = z.object({ data: z.array(langfuseDatasetItem), meta: pageMeta });

/** Links a call to the dataset item that it was run for, as feedback of type `dataset_run` on the call. */
export const langfuseRunItemCreateRequest = z.object({
  runName: name,
  runDescription: text.nullish(),
  metadata: jsonValue.nullish(),
  datasetItemId: name,
  traceId: name.nullish(),
  observationId: name.nullish(),
});

export const langfuseRunItem = z.object({
  id: z.string(),
  datasetRunId: z.string(),
  datasetRunName: z.string(),
  datasetItemId: z.string(),
  traceId: z.string().nullable(),
  observationId: z.string().nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

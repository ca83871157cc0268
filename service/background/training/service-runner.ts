import type { Dispatcher } from "undici";
import * as z from "zod";
import { jsonObject } from "@/lib/json/payload";
import { slicePlan } from "@/lib/json/slice-plan";
import { parseJson } from "@/lib/json/slice";
import { EVENTS_PER_PAGE, RUNNER_BASE_MODELS, TRAINING_EVENT_BYTES } from "@/lib/contract/limits";
import { IDEMPOTENCY_HEADER } from "@/lib/contract/idempotency";
import { inferenceEndpoints } from "@/lib/contract/endpoints/inference";
import { trainingEndpoints } from "@/lib/contract/endpoints/training";
import { addressOf } from "@/lib/contract/endpoint";
import { trainingJob } from "@/lib/contract/training";
import { trainingBaseModelsResponse } from "@/lib/contract/training-runner";
import { logEvent } from "./read-line";
import { Remote, isSuccess, valueOfJson } from "./remote";
import { findModel, replaceIn } from "./replace-model";
import {
  CheckFailed,
  JobRefused,
  type RemoteRunner,
  type RunnableJob,
  type RunnerCheck,
  type RunnerEnd,
  type RunnerEvent,
  type RunnerReport,
  type RunnerState,
} from "./runner";
import type { ServiceConfig } from "./runner-config";

const JSON_HEADERS = { "content-type": "application/json" };
/** Statuses of a service that does not have the endpoint. */
const MODELS_PATH = inferenceEndpoints.models.path;
const NO_ENDPOINT = new Set([404, 405, 501]);

// Parsed loosely: it may be another implementation of the interface.
const remoteRunner = z.looseObject({
  runner: z
    .string()
    .nullish()
    .transform((runner) => runner ?? undefined),
});
const remoteModel = z.looseObject({ id: z.string(), base_model: z.string().nullish() });
const remoteCreated = z.looseObject({ id: z.string() });
const remoteJob = z.looseObject({
  status: trainingJob.shape.status,
  failure: trainingJob.shape.failure,
  resources: trainingJob.shape.resources,
});
const remoteEvents = z.looseObject({
  data: z.array(z.looseObject({ id: z.string(), type: z.string(), data: jsonObject })),
  has_more: z.boolean().nullish(),
});

const serviceState = z.object({ job: z.string(), after: z.string().optional() });

/**
 * Forwards each job to another service with the same interface and reports its events. The job is sent with an
 * idempotency key, so that a retry finds it, and byte for byte except for the id of the model, which differs there.
 */
export class ServiceRunner implements RemoteRunner {
  readonly kind = "service";
  readonly #config: ServiceConfig;
  readonly #remote: Remote;
  readonly #name: string;

  constructor(config: ServiceConfig, dispatcher?: Dispatcher) {
    this.#config = config;
    this.#name = `The training service at ${new URL(config.base_url).host}`;
    const headers = { authorization: `Bearer ${config.api_key}` };
    this.#remote = new Remote(this.#name, config.base_url, headers, { dispatcher });
  }

  async check(timeoutMs: number): Promise<RunnerCheck> {
    const ask = async (path: string) =>
      this.#remote.ask({ method: "GET", path, signal: AbortSignal.timeout(timeoutMs) });
    const answer = await ask(trainingEndpoints.trainingRunner.path);
    // A service may have only the interface's own endpoints.
    const isPlain = NO_ENDPOINT.has(answer.status);
    const problem = this.#remote.checked(isPlain ? await ask(MODELS_PATH) : answer, "training service");
    if (problem) throw problem;
    if (isPlain) return {};
    const described = remoteRunner.safeParse(valueOfJson(answer.text));
    if (!described.success) throw new CheckFailed("There is no training service at this address", "address");
    if (described.data.runner === undefined)
      throw new CheckFailed(`${this.#name} has no training runner itself, so jobs would wait there`);
    return { baseModels: await this.baseModels(timeoutMs) };
  }

  async baseModels(timeoutMs: number): Promise<readonly string[]> {
    const { path } = trainingEndpoints.trainingBaseModels;
    const answer = await this.#remote.ask({ method: "GET", path, signal: AbortSignal.timeout(timeoutMs) });
    if (NO_ENDPOINT.has(answer.status)) return [];
    if (!isSuccess(answer)) throw this.#remote.refusal(answer);
    return trainingBaseModelsResponse.parse(JSON.parse(answer.text)).base_models.slice(0, RUNNER_BASE_MODELS);
  }

  async start(job: RunnableJob, signal: AbortSignal): Promise<RunnerState> {
    const model = await this.#findModel(job);
    const body =
      model === undefined ? job.body() : replaceIn(job.body(), await findModel(job.body()), JSON.stringify(model));
    const text = await this.#remote.requestText({
      method: "POST",
      path: trainingEndpoints.trainingJobCreate.path,
      headers: { ...JSON_HEADERS, [IDEMPOTENCY_HEADER]: job.id },
      body,
      signal,
    });
    return { job: remoteCreated.parse(JSON.parse(text)).id } satisfies z.infer<typeof serviceState>;
  }

  async follow(_job: RunnableJob, storedState: RunnerState): Promise<RunnerReport> {
    const state = serviceState.parse(storedState);
    // Read before its events, so that they include everything up to the end.
    const job = await this.#readJob(state.job);
    const page = await this.#readEvents(state);
    if (!page) return { events: [], state, end: job ? endOf(job) : this.#endUnknown(state.job) };
    const events = page.data.map(eventOf);
    const next = { ...state, after: page.data.at(-1)?.id ?? state.after };
    const isAtEnd = page.has_more !== true;
    const end = job ? endOf(job) : endBy(events);
    return {
      events,
      state: next,
      hasMore: !isAtEnd && events.length > 0,
      resources: job?.resources,
      isWaiting: job?.status === "queued",
      ...(isAtEnd && end && { end }),
    };
  }

  async stop(job: RunnableJob, storedState: RunnerState | undefined): Promise<void> {
    // If it is unknown whether it was sent, it is sent (again), because cancelling needs its id.
    const { job: id } = serviceState.parse(
      storedState ?? (await this.start(job, AbortSignal.timeout(STOP_TIMEOUT_MS))),
    );
    const path = addressOf(trainingEndpoints.trainingJobCancel, { id });
    const answer = await this.#remote.ask({ method: "POST", path });
    if (!isSuccess(answer) && !NO_ENDPOINT.has(answer.status)) throw this.#remote.refusal(answer);
  }

  async forget(): Promise<void> {
    // The other service keeps its own copy of the job.
  }

  /** The id of the model there; undefined if that service does not create models and takes the id as it is. */
  async #findModel({ project_id, model }: RunnableJob): Promise<string | undefined> {
    const [entity = "", project = ""] = (this.#config.project ?? project_id).split("/");
    const answer = await this.#remote.ask({
      method: "POST",
      path: trainingEndpoints.trainedModelCreate.path,
      headers: JSON_HEADERS,
      body: JSON.stringify({ entity, project, name: model.name, base_model: model.base_model, return_existing: true }),
    });
    if (NO_ENDPOINT.has(answer.status)) return undefined;
    if (!isSuccess(answer))
      throw answer.status === CONFLICT
        ? new JobRefused(this.#remote.refusal(answer).message)
        : this.#remote.refusal(answer);
    const found = remoteModel.parse(JSON.parse(answer.text));
    if (typeof found.base_model === "string" && found.base_model !== model.base_model)
      throw new JobRefused(
        `${this.#name} already has a model ${model.name} with a different base model (${found.base_model}); rename the model, or use that base model`,
      );
    return found.id;
  }

  async #readJob(id: string): Promise<z.infer<typeof remoteJob> | undefined> {
    const answer = await this.#remote.ask({ method: "GET", path: addressOf(trainingEndpoints.trainingJob, { id }) });
    if (NO_ENDPOINT.has(answer.status)) return undefined;
    if (!isSuccess(answer)) throw this.#remote.refusal(answer);
    return remoteJob.parse(JSON.parse(answer.text));
  }

  async #readEvents({ job, after }: z.infer<typeof serviceState>) {
    const path = addressOf(trainingEndpoints.trainingJobEvents, { id: job, after, limit: EVENTS_PER_PAGE });
    const answer = await this.#remote.ask({ method: "GET", path });
    if (NO_ENDPOINT.has(answer.status)) return undefined;
    if (!isSuccess(answer)) throw this.#remote.refusal(answer);
    return remoteEvents.parse(parseJson(answer.text, slicePlan(remoteEvents)));
  }

  #endUnknown(id: string): RunnerEnd {
    const reason = `Forwarded as job ${id}, but ${this.#name} does not report job status, so the outcome is unknown`;
    return { status: "failed", failure: { reason } };
  }
}

const STOP_TIMEOUT_MS = 60_000;
const CONFLICT = 409;

function eventOf({ type, data }: z.infer<typeof remoteEvents>["data"][number]): RunnerEvent {
  if (Buffer.byteLength(data.text) <= TRAINING_EVENT_BYTES) return { type, data };
  return logEvent(`${type} ${data.text}`, "stdout");
}

function endOf({ status, failure }: z.infer<typeof remoteJob>): RunnerEnd | undefined {
  return status === "queued" || status === "running" ? undefined : { status, failure };
}

/** The end according to the events, for a service that does not report job status. */
function endBy(events: readonly RunnerEvent[]): RunnerEnd | undefined {
  const last = events.findLast(({ type }) => type === "training_ended" || type === "training_failed");
  if (!last) return undefined;
  return { status: last.type === "training_ended" ? "succeeded" : "failed" };
}

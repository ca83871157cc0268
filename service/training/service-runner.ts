import * as z from "zod";
import { jsonObject } from "@/lib/json/payload";
import { slicePlan } from "@/lib/json/slice-plan";
import { parseJson } from "@/lib/json/slice";
import { EVENTS_PER_PAGE, TRAINING_EVENT_BYTES } from "@/lib/contract/limits";
import { IDEMPOTENCY_HEADER } from "@/lib/contract/idempotency";
import { trainingEndpoints } from "@/lib/contract/endpoints/training";
import { addressOf } from "@/lib/contract/endpoint";
import { trainingJob } from "@/lib/contract/training";
import { logEvent } from "./read-line";
import { Remote, isYes } from "./remote";
import { findModel, replaceIn } from "./replace-model";
import {
  JobRefused,
  type RunnableJob,
  type Runner,
  type RunnerEnd,
  type RunnerEvent,
  type RunnerReport,
  type RunnerState,
} from "./runner";
import type { ServiceConfig } from "./runner-config";

const JSON_HEADERS = { "content-type": "application/json" };
/** What a service answers that has not the endpoint. */
const LACKING = new Set([404, 405, 501]);

// Read loosely: it may be another kind of service than this one.
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
 * Hands each job to another service with this same interface, and tells what that one tells. The job is sent under an
 * idempotency key, so that a repeat finds it, and byte for byte but for the model's id, which is another over there.
 */
export class ServiceRunner implements Runner {
  readonly kind = "service";
  readonly #config: ServiceConfig;
  readonly #remote: Remote;
  readonly #name: string;

  constructor(config: ServiceConfig) {
    this.#config = config;
    this.#name = `The training service at ${new URL(config.base_url).host}`;
    this.#remote = new Remote(this.#name, config.base_url, { authorization: `Bearer ${config.api_key}` });
  }

  async start(job: RunnableJob, signal: AbortSignal): Promise<RunnerState> {
    const model = await this.#findModel(job);
    const body =
      model === undefined ? job.body() : replaceIn(job.body(), await findModel(job.body()), JSON.stringify(model));
    const text = await this.#remote.askFor({
      method: "POST",
      path: trainingEndpoints.trainingJobCreate.path,
      headers: { ...JSON_HEADERS, [IDEMPOTENCY_HEADER]: job.id },
      body,
      signal,
    });
    return { job: remoteCreated.parse(JSON.parse(text)).id } satisfies z.infer<typeof serviceState>;
  }

  async follow(_job: RunnableJob, given: RunnerState): Promise<RunnerReport> {
    const state = serviceState.parse(given);
    // Before its events: whatever was said until the end is among them.
    const job = await this.#readJob(state.job);
    const page = await this.#readEvents(state);
    if (!page) return { events: [], state, end: job ? endOf(job) : this.#handedOver(state.job) };
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

  async stop(job: RunnableJob, given: RunnerState | undefined): Promise<void> {
    // Where it is not known whether it was sent, it is sent: only its id can be cancelled.
    const { job: id } = serviceState.parse(given ?? (await this.start(job, AbortSignal.timeout(STOP_PATIENCE_MS))));
    const path = addressOf(trainingEndpoints.trainingJobCancel, { id });
    const answer = await this.#remote.ask({ method: "POST", path });
    if (!isYes(answer) && !LACKING.has(answer.status)) throw this.#remote.refusal(answer);
  }

  async forget(): Promise<void> {
    // The job over there is that service's to keep.
  }

  /** Its id over there; undefined where the service makes no models, and takes the id as it is. */
  async #findModel({ project_id, model }: RunnableJob): Promise<string | undefined> {
    const [entity = "", project = ""] = (this.#config.project ?? project_id).split("/");
    const answer = await this.#remote.ask({
      method: "POST",
      path: trainingEndpoints.trainedModelCreate.path,
      headers: JSON_HEADERS,
      body: JSON.stringify({ entity, project, name: model.name, base_model: model.base_model, return_existing: true }),
    });
    if (LACKING.has(answer.status)) return undefined;
    if (!isYes(answer))
      throw answer.status === CONFLICT
        ? new JobRefused(this.#remote.refusal(answer).message)
        : this.#remote.refusal(answer);
    const found = remoteModel.parse(JSON.parse(answer.text));
    if (typeof found.base_model === "string" && found.base_model !== model.base_model)
      throw new JobRefused(`${this.#name} has a model ${model.name} over ${found.base_model} already`);
    return found.id;
  }

  async #readJob(id: string): Promise<z.infer<typeof remoteJob> | undefined> {
    const answer = await this.#remote.ask({ method: "GET", path: addressOf(trainingEndpoints.trainingJob, { id }) });
    if (LACKING.has(answer.status)) return undefined;
    if (!isYes(answer)) throw this.#remote.refusal(answer);
    return remoteJob.parse(JSON.parse(answer.text));
  }

  async #readEvents({ job, after }: z.infer<typeof serviceState>) {
    const path = addressOf(trainingEndpoints.trainingJobEvents, { id: job, after, limit: EVENTS_PER_PAGE });
    const answer = await this.#remote.ask({ method: "GET", path });
    if (LACKING.has(answer.status)) return undefined;
    if (!isYes(answer)) throw this.#remote.refusal(answer);
    return remoteEvents.parse(parseJson(answer.text, slicePlan(remoteEvents)));
  }

  #handedOver(id: string): RunnerEnd {
    const reason = `It was handed over as job ${id}: ${this.#name} does not tell how its jobs go on, so its end is not known`;
    return { status: "failed", failure: { reason } };
  }
}

const STOP_PATIENCE_MS = 60_000;
const CONFLICT = 409;

function eventOf({ type, data }: z.infer<typeof remoteEvents>["data"][number]): RunnerEvent {
  if (Buffer.byteLength(data.text) <= TRAINING_EVENT_BYTES) return { type, data };
  return logEvent(`${type} ${data.text}`, "stdout");
}

function endOf({ status, failure }: z.infer<typeof remoteJob>): RunnerEnd | undefined {
  return status === "queued" || status === "running" ? undefined : { status, failure };
}

/** The end that a service tells by events alone. */
function endBy(events: readonly RunnerEvent[]): RunnerEnd | undefined {
  const last = events.findLast(({ type }) => type === "training_ended" || type === "training_failed");
  if (!last) return undefined;
  return { status: last.type === "training_ended" ? "succeeded" : "failed" };
}

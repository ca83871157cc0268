import { pino } from "pino";
import { afterEach, vi } from "vitest";
import { endpoints } from "@/lib/contract/endpoints";
import { type Experiment, experimentResponse } from "@/lib/contract/experiments";
import type { ScorerDefinition } from "@/lib/contract/scorers";
import { versionRef } from "@/lib/contract/refs";
import { readResult, type Result } from "@/lib/experiment/result";
import { parseJson } from "@/lib/json/slice";
import { slicePlan } from "@/lib/json/slice-plan";
import { writeScorer } from "@/lib/scorer/stored-scorer";
import { Quarantine } from "@/service/background/leases/quarantine";
import { type Inference, openInference } from "@/service/inference/gateway";
import { BodyMemory } from "@/service/limits/body-memory";
import { answerJson, MODEL, type startUpstream, type TestUpstream } from "@/service/inference/test-upstream";
import { sleep } from "@/lib/limit/sleep";
import { type TestService, useService } from "@/service/http/routes/test-service";
import { list, unique } from "@/service/store/testing/test-store";
import { experimentDispatcher } from "./dispatcher";
import type { ExperimentRunOptions } from "./experiment-run";

/** Long, since other test files use the same cores; it limits tests that hang. */
const WAIT = { timeout: 50_000, interval: 10 };
const POLL_MS = 10;
const PLAN = slicePlan(experimentResponse);
const logger = pino({ enabled: false });

/** For tests: an answer of a model. */
export const completionOf = (
  content: string,
  usage: object | undefined = { prompt_tokens: 3, completion_tokens: 2 },
) => ({
  id: "c",
  object: "chat.completion",
  model: MODEL,
  choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
  usage,
});
/** For tests: what a model was asked. */
export const asked = ({ body }: { body: string }): string => JSON.parse(body).messages[0].content;
/** For tests: a model that answers in capitals. */
export const shouts: NonNullable<Parameters<typeof startUpstream>[0]> = (response, request) =>
  answerJson(completionOf(asked(request).toUpperCase()))(response, request);
/** For tests: the cost of each of its answers, with the prices of `setPrices`. */
export const COST = 0.07;

/** For tests: a project with a table, whose experiments are run by dispatchers that the test starts. */
export class TestExperiments {
  readonly service: TestService;
  project = "";
  table = "";
  rowDigests: string[] = [];
  readonly #started: (() => Promise<void>)[] = [];

  constructor(service: TestService) {
    this.service = service;
  }

  async post(path: string, body: object, status = 200) {
    const response = await this.service.post(path, { project_id: this.project, ...body });
    const text = await response.text();
    if (response.status !== status) throw new Error(`${path}: ${response.status} ${text}`);
    return text;
  }

  /** Stores the rows in a project of their own. */
  async useRows(rows: readonly object[]): Promise<void> {
    this.project = unique("acme/experiments");
    const stored = JSON.parse(await this.post("/table/create", { table: { project_id: this.project, rows } }));
    [this.table, this.rowDigests] = [String(stored.digest), stored.row_digests];
  }

  async create(fields: object = {}): Promise<Experiment> {
    const request = { model: MODEL, messages: [{ role: "user", content: "{{q}}" }] };
    return this.#experiment(endpoints.experimentCreate.path, {
      name: "e",
      table_digest: this.table,
      request,
      ...fields,
    });
  }

  async update(id: string, change: object): Promise<Experiment> {
    return this.#experiment(endpoints.experimentUpdate.path, { id, ...change });
  }

  async read(id: string): Promise<Experiment> {
    return this.#experiment(endpoints.experimentRead.path, { id });
  }

  async setPrices(): Promise<void> {
    await this.post("/cost/create", {
      costs: {
        [MODEL]: { prompt_token_cost: 0.01, completion_token_cost: 0.02, effective_date: "2020-01-01T00:00:00Z" },
      },
    });
  }

  async children(parent: string) {
    return list(this.service.store, {
      project_id: this.project,
      filter: { parent_ids: [parent] },
      sort_by: [{ field: "started_at", direction: "asc" }],
    });
  }

  async resultsOf({ id }: Experiment): Promise<Result[]> {
    return (await this.children(id)).flatMap((row) => readResult(row) ?? []);
  }

  async publishScorer(name: string, definition: ScorerDefinition): Promise<string> {
    const obj = { project_id: this.project, object_id: name, val: writeScorer({ name, definition }) };
    const { digest } = JSON.parse(await this.post("/obj/create", { obj }));
    return versionRef(this.project, { kind: "object", name, digest });
  }

  /** Runs experiments until the test ends, or the returned function is called. */
  start(upstream: TestUpstream, change: Partial<Omit<ExperimentRunOptions, "wentOn">> = {}): () => Promise<void> {
    const stopping = new AbortController();
    let opened: Inference | undefined;
    const dispatcher = experimentDispatcher({
      store: this.service.store,
      memory: new BodyMemory(),
      quarantine: new Quarantine(),
      inference: () => (opened ??= openInference({ upstreams: [upstream.config] })),
      holder: unique("holder"),
      diskIsFull: () => false,
      times: { renewMs: 20, retryMs: 5 },
      logger,
      onRow: () => {},
      pollMs: POLL_MS,
      ...change,
    });
    const working = (async () => {
      while (!stopping.signal.aborted) {
        await dispatcher.take(stopping.signal);
        await sleep(POLL_MS, stopping.signal);
      }
      await dispatcher.finish();
      await opened?.close();
    })();
    const stop = async () => {
      stopping.abort();
      await working;
    };
    this.#started.push(stop);
    return stop;
  }

  async until(id: string, holds: (experiment: Experiment) => boolean): Promise<Experiment> {
    return vi.waitFor(async () => {
      const experiment = await this.read(id);
      if (!holds(experiment)) throw new Error(`the experiment is ${JSON.stringify({ ...experiment, definition: 0 })}`);
      return experiment;
    }, WAIT);
  }

  async ended(id: string): Promise<Experiment> {
    return this.until(id, ({ ended_at }) => ended_at !== undefined);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#started.splice(0).map((stop) => stop()));
  }

  async #experiment(path: string, body: object): Promise<Experiment> {
    return experimentResponse.parse(parseJson(await this.post(path, body), PLAN)).experiment;
  }
}

/** Stops what a test has started after it. */
export function useExperiments(): TestExperiments {
  const experiments = new TestExperiments(useService());
  afterEach(async () => experiments.stop());
  return experiments;
}

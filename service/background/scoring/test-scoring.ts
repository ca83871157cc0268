import { pino } from "pino";
import { afterEach, onTestFinished, vi } from "vitest";
import { endpoints } from "@/lib/contract/endpoints";
import type { Feedback } from "@/lib/contract/feedback";
import { callRef, versionRef } from "@/lib/contract/refs";
import type { ScorerDefinition } from "@/lib/contract/scorers";
import { type ScoringFailure, type ScoringRule, scoringResponse } from "@/lib/contract/scoring";
import { parseJson } from "@/lib/json/slice";
import { slicePlan } from "@/lib/json/slice-plan";
import { writeScorer } from "@/lib/scorer/stored-scorer";
import { Quarantine } from "@/service/background/leases/quarantine";
import { type Inference, openInference } from "@/service/inference/gateway";
import { BodyMemory } from "@/service/limits/body-memory";
import type { TestUpstream } from "@/service/inference/test-upstream";
import { sleep } from "@/lib/limit/sleep";
import { type TestService, postOf, useService } from "@/service/http/routes/test-service";
import type { CallWrite } from "@/service/store/calls/call-write";
import type { Store } from "@/service/store/store";
import { finished, unique } from "@/service/store/testing/test-store";
import { scoringDispatcher } from "./dispatcher";
import type { RuleRunOptions } from "./rule-run";

/** Long, since other test files use the same cores; it limits tests that hang. */
const WAIT = { timeout: 50_000, interval: 10 };
const POLL_MS = 10;
const PLAN = slicePlan(scoringResponse);
const logger = pino({ enabled: false });

/** For tests: a project whose calls are scored by dispatchers that the test starts. */
export class TestScoring {
  readonly service: Omit<TestService, "connection">;
  project = unique("acme/scoring");
  readonly #started: (() => Promise<void>)[] = [];

  constructor(service: Omit<TestService, "connection">) {
    this.service = service;
  }

  async post(path: string, body: object, status = 200): Promise<string> {
    const response = await this.service.post(path, { project_id: this.project, ...body });
    const text = await response.text();
    if (response.status !== status) throw new Error(`${path}: ${response.status} ${text}`);
    return text;
  }

  async publishScorer(definition: ScorerDefinition, name = "tone"): Promise<string> {
    const obj = { project_id: this.project, object_id: name, val: writeScorer({ name, definition }) };
    const { digest } = JSON.parse(await this.post("/obj/create", { obj }));
    return versionRef(this.project, { kind: "object", name, digest });
  }

  async create(fields: object): Promise<ScoringRule> {
    return this.#rule(endpoints.scoringCreate.path, { name: "Tone of answers", unit: "traces", ...fields });
  }

  async update(id: string, change: object): Promise<ScoringRule> {
    return this.#rule(endpoints.scoringUpdate.path, { id, ...change });
  }

  async backfill(id: string, range: { start: string; end: string }): Promise<ScoringRule> {
    return this.#rule(endpoints.scoringBackfill.path, { id, ...range });
  }

  async read(id: string): Promise<ScoringRule> {
    const rule = await this.service.store.readScoringRule({ project_id: this.project, id });
    if (!rule) throw new Error(`there is no rule ${id}`);
    return rule;
  }

  async failures(id: string): Promise<ScoringFailure[]> {
    return JSON.parse(await this.post(endpoints.scoringFailures.path, { id })).failures;
  }

  /** Stores calls that have ended, and computes the totals of their traces, which the service does in the background. */
  async write(...calls: (Partial<CallWrite> & { id: string })[]): Promise<void> {
    await this.service.store.writeCalls(
      calls.map((call) => finished({ project_id: this.project, trace_id: `trace of ${call.id}`, ...call })),
    );
    await this.total();
  }

  async total(): Promise<void> {
    await this.service.store.totalTraces(new AbortController().signal);
  }

  /** The scores of a call, by type. */
  async scores(callId: string): Promise<Feedback[]> {
    const stored = await this.service.store.readFeedbackOn(this.project, [callRef(this.project, callId)]);
    return [...stored];
  }

  /** Scores calls until the test ends, or the returned function is called. */
  start(upstream?: TestUpstream, change: Partial<RuleRunOptions["store"]> = {}): () => Promise<void> {
    const stopping = new AbortController();
    let opened: Inference | undefined;
    const dispatcher = scoringDispatcher({
      store: { ...this.service.store, ...change },
      memory: new BodyMemory(),
      quarantine: new Quarantine(),
      inference: () => (opened ??= openInference({ upstreams: upstream ? [upstream.config] : [] })),
      holder: unique("holder"),
      diskIsFull: () => false,
      times: { renewMs: 20, retryMs: 5 },
      logger,
      onCall: () => {},
      pollMs: POLL_MS,
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

  async until(id: string, holds: (rule: ScoringRule) => boolean): Promise<ScoringRule> {
    return vi.waitFor(async () => {
      const rule = await this.read(id);
      if (!holds(rule)) throw new Error(`the rule is ${JSON.stringify({ ...rule, definition: 0 })}`);
      return rule;
    }, WAIT);
  }

  /** Once so many calls are scored or have failed, and none waits. */
  async settled(id: string, count: number): Promise<ScoringRule> {
    return this.until(
      id,
      ({ calls: { waiting, sent, scored, failed } }) => waiting + sent === 0 && scored + failed === count,
    );
  }

  async stop(): Promise<void> {
    await Promise.all(this.#started.splice(0).map((stop) => stop()));
  }

  async #rule(path: string, body: object): Promise<ScoringRule> {
    return scoringResponse.parse(parseJson(await this.post(path, body), PLAN)).rule;
  }
}

/** A project for each test, whose dispatchers are stopped after it. */
export function useScoring(): TestScoring {
  const scoring = new TestScoring(useService());
  afterEach(async () => {
    await scoring.stop();
    scoring.project = unique("acme/scoring");
  });
  return scoring;
}

/** A project in another store than that of the service, whose dispatchers are stopped once the test has finished. */
export function scoringOn(service: TestService, store: Store, project: string): TestScoring {
  const app = service.app({ store });
  const scoring = new TestScoring({
    log: service.log,
    app: (overrides) => service.app(overrides),
    store,
    post: async (path, body) => app.request(path, postOf(body)),
  });
  scoring.project = project;
  onTestFinished(() => scoring.stop());
  return scoring;
}

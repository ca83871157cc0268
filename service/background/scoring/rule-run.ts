import type { Logger } from "pino";
import { SlowOnes } from "@/lib/limit/slow-ones";
import type { ScoringStatus } from "@/lib/contract/scoring";
import type { Inference } from "@/service/inference/gateway";
import type { BodyMemory } from "@/service/limits/body-memory";
import { Lease } from "@/service/background/leases/lease";
import type { FollowedRule, ScoringCall } from "@/service/store/scoring/scoring-store";
import type { Store } from "@/service/store/store";
import { CallScorer } from "./call-scorer";
import { Collector } from "./collector";
import { Completions } from "./completions";
import { modelProblem } from "./model-problem";
import { readScorers } from "./read-scorers";
import type { SlowScorers } from "./time-limit";

/** Calls that are scored between two looks for new ones, by rules and by a judge. */
const CALLS = { rule: 100, judge: 8 };

/** How often the lease is renewed, and the pause after the first failure of a model server, in milliseconds. */
export type ScoringTimes = { renewMs: number; retryMs: number };
export const SCORING_TIMES: ScoringTimes = { renewMs: 1_000, retryMs: 1_000 };

export type RuleRunOptions = {
  store: Store;
  inference: () => Inference;
  /** Of the requests that are built. */
  memory: BodyMemory;
  /** Identifies this process. */
  holder: string;
  /** Called whenever results were stored. */
  wentOn: () => Promise<void>;
  times: ScoringTimes;
  logger: Logger;
  onCall: (status: "scored" | "failed") => void;
};

type StatusLease = Lease<{ status: ScoringStatus }>;

/** One rule, from the time this process claims it until there is nothing to score or another process has it. */
export class RuleRun {
  readonly #key: FollowedRule;
  readonly #options: RuleRunOptions;
  readonly #lease: StatusLease;
  readonly #completions: Completions;
  readonly #slow: SlowScorers = new SlowOnes();

  private constructor(rule: FollowedRule, options: RuleRunOptions, lease: StatusLease) {
    this.#key = rule;
    this.#options = options;
    this.#lease = lease;
    const { store, inference, memory, logger, times } = options;
    this.#completions = new Completions({ store, inference, memory, logger, retryMs: times.retryMs });
  }

  /** Collects and scores the calls of a rule that this process has claimed. Once the signal aborts no more are sent. */
  static async follow(rule: FollowedRule, options: RuleRunOptions, signal: AbortSignal): Promise<void> {
    const { store, holder, times } = options;
    const lease = await Lease.hold<{ status: ScoringStatus }>({
      renew: () => store.renewScoringRule(holder, rule),
      unwatched: { status: "active" },
      // Not that of the process: calls that were sent are finished, if there is time.
      signal: new AbortController().signal,
      everyMs: times.renewMs,
    });
    try {
      await new RuleRun(rule, options, lease).#follow(signal);
    } finally {
      await lease.close();
      await store.releaseScoringRule(holder, rule);
    }
  }

  async #follow(stopping: AbortSignal): Promise<void> {
    const { store, holder } = this.#options;
    await this.#recover();
    for (;;) {
      if (stopping.aborted || this.#lease.signal.aborted) return;
      const rule = await store.followedScoringRule(holder, this.#key);
      if (!rule) return;
      const collector = new Collector(rule, { store, holder, signal: this.#lease.signal });
      const hasCollected = await collector.collect();
      if (!(await this.#scoreNext(rule, stopping)) && !hasCollected) return;
    }
  }

  /** Finishes calls that another process has sent: with the verdict that is recorded, else they wait again. */
  async #recover(): Promise<void> {
    const { store, holder } = this.#options;
    const sent = await store.sentScoringCalls(this.#key);
    if (sent.length === 0) return;
    const answered = await this.#scorer(this.#key).answered(sent);
    const others = sent.filter((call) => !answered.includes(call));
    await store.requeueScoringCalls(
      holder,
      this.#key,
      others.map(({ key }) => key),
    );
    if (answered.length > 0) await this.#score(this.#key, answered);
  }

  /** Scores the next calls that wait; false if there are none, or none may be sent now. */
  async #scoreNext(rule: FollowedRule, stopping: AbortSignal): Promise<boolean> {
    const { store, holder, inference, times } = this.#options;
    const [scorer] = await readScorers(store, rule.project_id, [rule.definition.scorer_ref]);
    const judge = scorer?.definition.type === "judge" ? scorer.definition : undefined;
    if (judge) {
      const ending = AbortSignal.any([stopping, this.#lease.signal]);
      const reason = await modelProblem(inference(), rule.project_id, judge.model, times.retryMs, ending);
      if (ending.aborted) return false;
      await store.noteScoringProblem(holder, rule, reason === undefined ? undefined : { reason, pauses: false });
      if (reason !== undefined) return false;
    }
    const next = await store.sendScoringCalls(holder, rule, judge ? CALLS.judge : CALLS.rule);
    if ("calls" in next) {
      await this.#score(rule, next.calls);
      await this.#options.wentOn();
      return true;
    }
    if (next.none === "budget used up")
      await store.noteScoringProblem(holder, rule, {
        reason: `The budget of $${rule.definition.budget_usd ?? 0} is used up`,
        pauses: true,
      });
    return false;
  }

  async #score(rule: FollowedRule, calls: readonly ScoringCall[]): Promise<void> {
    const { store, holder, onCall } = this.#options;
    const outcomes = await this.#scorer(rule).score(calls);
    if (this.#lease.signal.aborted) return;
    if (!(await store.finishScoringCalls(holder, rule, outcomes))) return this.#lease.lose();
    for (const { failure } of outcomes) onCall(failure === undefined ? "scored" : "failed");
  }

  #scorer(rule: FollowedRule): CallScorer {
    return new CallScorer(rule, {
      store: this.#options.store,
      completions: this.#completions,
      slow: this.#slow,
      signal: this.#lease.signal,
    });
  }
}

import { atLeast } from "@/lib/contract/conditions";
import { type Expression, literal } from "@/lib/contract/expression";
import type { ScoredUnit } from "@/lib/contract/scoring";
import { newId } from "@/service/ingest/new-id";
import type { Collected } from "@/service/store/scoring/collect-calls";
import type { CollectedCall, FollowedRule } from "@/service/store/scoring/scoring-store";
import type { Store } from "@/service/store/store";
import { isSampled, type ScoredThing, scoredKey } from "./call-key";
import { type MatchingCall, MatchingCalls, type MatchingStore, type Selection } from "./matching-calls";

/** Traces and threads that are read at once. */
const NOTES = 500;
const THREADS = 50;
const DEFAULT_QUIET_MINUTES = 10;
/** After so long without anything new the parent of a root is not waited for. */
const ORPHAN_MINUTES = 10;

type CollectorStore = MatchingStore & Pick<Store, "changedTraces" | "quietThreads" | "collectForScoring">;

type CollectorOptions = {
  store: CollectorStore;
  /** Identifies this process. */
  holder: string;
  signal: AbortSignal;
};

/** Finds the calls that one rule is to score. */
export class Collector {
  readonly #rule: FollowedRule;
  readonly #options: CollectorOptions;
  readonly #calls: MatchingCalls;

  constructor(rule: FollowedRule, options: CollectorOptions) {
    this.#rule = rule;
    this.#options = options;
    this.#calls = new MatchingCalls(options.store, rule.project_id, options.signal);
  }

  /** Collects some of what has come, and all of a backfill; whether there was anything. */
  async collect(): Promise<boolean> {
    const [traces, threads] = [await this.#collectTraces(), await this.#collectThreads()];
    if (!this.#rule.backfill) return traces || threads;
    await this.#collectEarlier(this.#rule.backfill);
    return true;
  }

  async #collectTraces(): Promise<boolean> {
    const { store } = this.#options;
    const traces = await store.changedTraces(this.#rule, NOTES);
    if (traces.length === 0) return false;
    const ids = traces.map(({ traceId }) => traceId);
    const isNew = atLeast("overview.received_at", this.#rule.activeSince);
    const { definition } = this.#rule;
    if (definition.unit === "threads") {
      const threads = await this.#calls.threadsOf(ids, [isNew]);
      await this.#store({
        calls: [],
        threads: { ids: this.#sample(threads), quietMinutes: this.#quietMinutes },
        traces,
      });
      return true;
    }
    const calls: CollectedCall[] = [];
    const waiting: string[] = [];
    for await (const matching of this.#calls.select(definition, { trace_ids: ids }, [isNew])) {
      const isWaiting = ({ isOrphan }: MatchingCall) => definition.unit === "traces" && isOrphan;
      calls.push(...this.#sampled(matching.filter((call) => !isWaiting(call))));
      waiting.push(...matching.filter(isWaiting).map(({ traceId }) => traceId));
    }
    await this.#store({
      calls,
      ...(waiting.length > 0 && { threads: { ids: waiting, quietMinutes: ORPHAN_MINUTES } }),
      traces,
    });
    return true;
  }

  #sampled(matching: readonly MatchingCall[]): CollectedCall[] {
    return this.#sample(matching.map(({ id }) => id)).map((id) => this.#collected(id, false));
  }

  async #collectThreads(): Promise<boolean> {
    const { store } = this.#options;
    const quiet = await store.quietThreads(this.#rule, THREADS);
    if (quiet.length === 0) return false;
    if (this.#rule.definition.unit === "traces") return this.#collectOrphans(quiet);
    const last: string[] = [];
    for (const { threadId } of quiet) {
      const turn = (await this.#calls.turnsOf(threadId)).at(-1);
      if (turn !== undefined) last.push(turn);
    }
    const calls: CollectedCall[] = [];
    for await (const matching of this.#calls.select(this.#rule.definition, { call_ids: last }))
      calls.push(...matching.map(({ id }) => this.#collected(id, true)));
    await this.#store({ calls, quiet });
    return true;
  }

  /** Roots whose parents are missing, of traces that have been quiet long enough to assume that they never arrive. */
  async #collectOrphans(quiet: NonNullable<Collected["quiet"]>): Promise<boolean> {
    const isNew = atLeast("overview.received_at", this.#rule.activeSince);
    const traces = { trace_ids: quiet.map(({ threadId }) => threadId) };
    const calls: CollectedCall[] = [];
    for await (const matching of this.#calls.select(this.#rule.definition, traces, [isNew]))
      calls.push(...this.#sampled(matching));
    await this.#store({ calls, quiet });
    return true;
  }

  async #collectEarlier(range: { start: string; end: string }): Promise<void> {
    for await (const found of earlierCalls(this.#calls, this.#rule.definition, range)) {
      const sampled = this.#sample(found);
      if (this.#rule.definition.unit === "threads")
        await this.#store({ calls: [], threads: { ids: sampled, quietMinutes: 0 } });
      else await this.#store({ calls: sampled.map((id) => this.#collected(id, false)) });
    }
    if (!this.#options.signal.aborted) await this.#store({ calls: [], endsBackfill: true });
  }

  get #quietMinutes(): number {
    return this.#rule.definition.quiet_minutes ?? DEFAULT_QUIET_MINUTES;
  }

  #sample(ids: readonly string[]): string[] {
    const rate = this.#rule.definition.sampling_rate ?? 1;
    return ids.filter((id) => isSampled(id, rate));
  }

  #collected(callId: string, ofThread: boolean): CollectedCall {
    const thing: ScoredThing = { callId, scorerRef: this.#rule.definition.scorer_ref, ofThread };
    return { ...thing, key: scoredKey(thing), id: newId(new Date()) };
  }

  async #store(collected: Collected): Promise<void> {
    const { store, holder } = this.#options;
    await store.collectForScoring(holder, this.#rule, collected);
  }
}

/**
 * What a rule selects among the calls that start in a range, in batches: ids of calls, or of threads with a turn that it
 * selects, each once.
 */
export async function* earlierCalls(
  calls: MatchingCalls,
  selection: Selection,
  range: { start: string; end: string },
): AsyncGenerator<string[]> {
  const threads = new Set<string>();
  for await (const matching of calls.select(selection, {}, startsIn(range, selection.unit))) {
    if (selection.unit !== "threads") {
      yield matching.map(({ id }) => id);
      continue;
    }
    const found = new Set(matching.flatMap(({ threadId }) => threadId ?? []));
    yield [...found].filter((id) => !threads.has(id));
    for (const id of found) threads.add(id);
  }
}

function startsIn({ start, end }: { start: string; end: string }, unit: ScoredUnit): Expression[] {
  return [
    atLeast("started_at", start),
    { $lt: [{ $getField: "started_at" }, literal(end)] },
    ...(unit === "threads" ? [{ $convert: { input: { $getField: "thread_id" }, to: "exists" as const } }] : []),
  ];
}

import type { CallRow } from "@/lib/contract/calls";
import { toJsonText } from "@/lib/json/text";
import type { FilledRequest } from "@/lib/playground/fill-variables";
import { conversationText, scoredRow, textsOfCall } from "@/lib/scorer/scored-call";
import { projectPricing } from "@/service/costs/priced-usage";
import { withShownCosts } from "@/service/costs/shown-costs";
import type { FollowedRule, ScoringCall, ScoringOutcome } from "@/service/store/scoring/scoring-store";
import type { Store } from "@/service/store/store";
import { type Attempted, type Completions, TRIES } from "./completions";
import { derivedId } from "./derived-id";
import { MatchingCalls, type MatchingStore } from "./matching-calls";
import { readScorers } from "./read-scorers";
import { readCompletion } from "./recorded-completion";
import { type AskJudge, feedbackOf, scoreAnswer, type VersionedScorer } from "./score-answer";
import type { SlowScorers } from "./time-limit";
import { VerdictsTrace } from "./verdicts-trace";

/** Turns of a thread that a judge reads, the last ones. */
const TURNS = 100;
/** Calls that are scored at once. */
const AT_ONCE = 8;
/** Characters of payloads that are read before what was read is scored, and calls whose payloads are those of others. */
const READ_CHARS = 16 * 1024 * 1024;
const READ_BORROWING = 8;

type ScorerStore = MatchingStore &
  Pick<Store, "readObjectValues" | "readShownUsage" | "createFeedbackBatch" | "writeCalls">;

type CallScorerOptions = {
  store: ScorerStore;
  completions: Completions;
  /** Of the rule, for as long as it is followed. */
  slow: SlowScorers;
  /** Aborts once another process may have the rule. */
  signal: AbortSignal;
  readChars?: number;
};

type TurnTexts = ReturnType<typeof textsOfCall>;
type Payloads = Pick<CallRow, "id" | "inputs" | "output" | "exception" | "overview">;

/** Scores calls that one rule has collected, and records the scores as feedback. */
export class CallScorer {
  readonly #rule: FollowedRule;
  readonly #options: CallScorerOptions;
  readonly #calls: MatchingCalls;

  constructor(rule: FollowedRule, options: CallScorerOptions) {
    this.#rule = rule;
    this.#options = options;
    this.#calls = new MatchingCalls(options.store, rule.project_id, options.signal);
  }

  /** What became of each call. Once the signal has aborted, nothing that is returned is meaningful. */
  async score(calls: readonly ScoringCall[]): Promise<ScoringOutcome[]> {
    const { store } = this.#options;
    const refs = [...new Set(calls.map(({ scorerRef }) => scorerRef))];
    const scorers = new Map(
      (await readScorers(store, this.#rule.project_id, refs)).map((scorer) => [scorer.ref, scorer]),
    );
    const needsCost = [...scorers.values()].some(({ definition }) => definition.type === "cost");
    const verdicts = new VerdictsTrace(this.#rule, new Date());
    const asks = [...scorers.values()].some(({ definition }) => definition.type === "judge");
    if (asks) await store.writeCalls([verdicts.start()]);
    const outcomes: ScoringOutcome[] = [];
    // Payloads have any size, so those of all calls may be too many to be in memory at once.
    for (let left = calls; left.length > 0;) {
      const { rows, isAll } = await this.#read(
        left.map(({ callId }) => callId),
        needsCost,
      );
      const read = isAll ? left : left.filter(({ callId }) => rows.has(callId));
      for (let from = 0; from < read.length; from += AT_ONCE)
        outcomes.push(
          ...(await Promise.all(
            read
              .slice(from, from + AT_ONCE)
              .map(async (call) => this.#scoreOne(call, scorers.get(call.scorerRef), rows.get(call.callId), verdicts)),
          )),
        );
      left = isAll ? [] : left.filter(({ callId }) => !rows.has(callId));
    }
    if (asks) await store.writeCalls([verdicts.end(new Date())]);
    return outcomes;
  }

  /** The calls among those that were sent whose verdict is recorded, although it is not known what became of them. */
  async answered(calls: readonly ScoringCall[]): Promise<ScoringCall[]> {
    const found: ScoringCall[] = [];
    for (const call of calls) if (await this.#recorded(call)) found.push(call);
    return found;
  }

  async #scoreOne(
    call: ScoringCall,
    scorer: VersionedScorer | undefined,
    row: Payloads | undefined,
    verdicts: VerdictsTrace,
  ): Promise<ScoringOutcome> {
    const { key } = call;
    const free = { key, costUsd: undefined, isUnpriced: false };
    if (!scorer) return { ...free, failure: "This version of the scorer does not exist any more" };
    if (!row) return { ...free, failure: "The call does not exist any more" };
    const { input, output: text } = textsOfCall({ inputs: row.inputs, output: row.output });
    if (text === undefined || !row.output)
      return { ...free, failure: row.exception === undefined ? "The call has no output" : "The call failed" };
    const conversation = call.ofThread ? await this.#conversation(call.callId) : undefined;
    const latencyMs = row.overview?.latency_ms ?? 0;
    const completion = { id: row.id, output: row.output, latencyMs, costUsd: row.overview?.total_cost?.USD };
    const answered = {
      row: scoredRow(row.inputs, { input, conversation }),
      callId: call.id,
      completion,
      answer: { text, value: toJsonText(text) },
    };
    const judge: AskJudge = async (_place, request) =>
      (await this.#recorded(call)) ?? this.#ask(call, request, verdicts);
    const scored = await scoreAnswer([scorer], {}, answered, judge, this.#options.slow);
    const [one] = scored;
    const cost = {
      key,
      costUsd: one?.judged?.costUsd,
      isUnpriced: one?.judged !== undefined && one.judged.costUsd === undefined,
    };
    if (!one || this.#options.signal.aborted) return { ...cost, failure: "The service stopped" };
    if ("problem" in one.value) return { ...cost, failure: one.value.problem };
    const { store } = this.#options;
    const [stored] = await store.createFeedbackBatch(
      feedbackOf(this.#rule.project_id, this.#rule.created_by, answered, scored),
    );
    // With other content it is the score of a process that could not store what became of the call: it stays.
    const isRefused = stored && "code" in stored && stored.code !== "conflict";
    return isRefused ? { ...cost, failure: stored.message } : cost;
  }

  async #ask(call: ScoringCall, request: FilledRequest, verdicts: VerdictsTrace): Promise<Attempted> {
    return this.#options.completions.ask({
      projectId: this.#rule.project_id,
      owner: this.#rule.created_by,
      request,
      idOf: (attempt) => verdictId(call, attempt),
      trace: { traceId: verdicts.id, parentId: verdicts.id },
      signal: this.#options.signal,
    });
  }

  /** The verdict of an attempt that another process has made and recorded. */
  async #recorded(call: ScoringCall): Promise<Attempted | undefined> {
    const { store, signal } = this.#options;
    const project_id = this.#rule.project_id;
    const call_ids = Array.from({ length: TRIES }, (_, place) => verdictId(call, place + 1));
    for await (const rows of store.listCalls({ project_id, filter: { call_ids } }, signal))
      for (const row of rows) {
        const completion = await readCompletion(store, project_id, row);
        if (completion) return { completion };
      }
    return undefined;
  }

  /**
   * The calls with their payloads, by id, or as many of them as are to be in memory at once, at least one; a root without
   * them has those of its trace that lists show instead.
   */
  async #read(
    ids: readonly string[],
    needsCost: boolean,
  ): Promise<{ rows: ReadonlyMap<string, Payloads>; isAll: boolean }> {
    const { store, readChars = READ_CHARS } = this.#options;
    const { rows, isAll } = await this.#payloads(ids, true, readChars);
    const borrowed = rows.flatMap(({ overview }) => Object.values(overview?.borrowed ?? {}));
    const lent = await this.#payloads(borrowed, false, Infinity);
    const lenders = new Map(lent.rows.map((row) => [row.id, row]));
    const pricing = needsCost ? await projectPricing(store, this.#rule.project_id) : undefined;
    const priced = pricing ? await withShownCosts(store, this.#rule.project_id, rows, pricing) : rows;
    const whole = priced.map((row): [string, Payloads] => {
      const { input, output } = row.overview?.borrowed ?? {};
      const lent = { inputs: lenders.get(input ?? "")?.inputs, output: lenders.get(output ?? "")?.output };
      return [row.id, { ...row, inputs: lent.inputs ?? row.inputs, output: lent.output ?? row.output }];
    });
    return { rows: new Map(whole), isAll };
  }

  async #payloads(
    ids: readonly string[],
    include_overview: boolean,
    mostChars: number,
  ): Promise<{ rows: Payloads[]; isAll: boolean }> {
    const rows: CallRow[] = [];
    if (ids.length === 0) return { rows, isAll: true };
    const query = {
      project_id: this.#rule.project_id,
      filter: { call_ids: [...new Set(ids)] },
      columns: ["id" as const, "inputs" as const, "output" as const, "exception" as const],
      include_overview,
    };
    let chars = 0;
    let borrowing = 0;
    for await (const batch of this.#options.store.listCalls(query, this.#options.signal)) {
      rows.push(...batch);
      for (const { inputs, output, overview } of batch) {
        chars += (inputs?.text.length ?? 0) + (output?.text.length ?? 0);
        if (overview?.borrowed) borrowing += 1;
      }
      if (chars >= mostChars || borrowing >= READ_BORROWING) return { rows, isAll: rows.length === new Set(ids).size };
    }
    return { rows, isAll: true };
  }

  /** The turns of the thread up to the one that stands for it. */
  async #conversation(lastId: string): Promise<string | undefined> {
    const { store, signal } = this.#options;
    const query = {
      project_id: this.#rule.project_id,
      filter: { call_ids: [lastId] },
      columns: ["thread_id" as const],
    };
    for await (const [row] of store.listCalls(query, signal)) {
      if (row?.thread_id === undefined) return undefined;
      const turns = await this.#calls.turnsOf(row.thread_id);
      const upToLast = turns.slice(0, turns.indexOf(lastId) + 1).slice(-TURNS);
      return conversationText(await this.#lastTurns(upToLast));
    }
    return undefined;
  }

  /** The texts of turns, from the last one back until they have as many characters as are read at once. */
  async #lastTurns(ids: readonly string[]): Promise<TurnTexts[]> {
    const { readChars = READ_CHARS } = this.#options;
    const found: TurnTexts[] = [];
    let chars = 0;
    for (let to = ids.length; to > 0 && chars < readChars; to -= AT_ONCE) {
      const some = ids.slice(Math.max(0, to - AT_ONCE), to);
      const { rows } = await this.#read(some, false);
      const texts = some.flatMap((id) => {
        const turn = rows.get(id);
        return turn ? [textsOfCall({ inputs: turn.inputs, output: turn.output })] : [];
      });
      for (const { input, output } of texts) chars += (input?.length ?? 0) + (output?.length ?? 0);
      found.unshift(...texts);
    }
    return found;
  }
}

/** The ids of the calls in which a judge may have been asked about a scoring call, in so many attempts. */
export const verdictIds = (scoringCallId: string, attempts: number): string[] =>
  Array.from({ length: attempts }, (_, before) =>
    Array.from({ length: TRIES }, (__, retry) => verdictId({ id: scoringCallId, attempt: before + 1 }, retry + 1)),
  ).flat();

const verdictId = ({ id, attempt }: Pick<ScoringCall, "id" | "attempt">, retry: number) =>
  derivedId(id, `verdict ${attempt} ${retry}`);

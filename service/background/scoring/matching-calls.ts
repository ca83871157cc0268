import type { CallRow, CallsFilter } from "@/lib/contract/calls";
import { exists, whereAll } from "@/lib/contract/conditions";
import type { Expression } from "@/lib/contract/expression";
import { versionRef } from "@/lib/contract/refs";
import type { ScoringDefinition } from "@/lib/contract/scoring";
import { EVALUATE_OP } from "@/lib/experiment/result";
import { readTurns } from "@/lib/trace/turns";
import { pricingFor, type PricingStore } from "@/service/costs/priced-usage";
import type { CallsListQuery } from "@/service/store/calls/list-calls";
import type { Store } from "@/service/store/store";
import { VERDICTS_OP } from "./verdicts-trace";

export type MatchingStore = PricingStore & Pick<Store, "listCalls">;

/** The part of a rule that selects calls. */
export type Selection = Pick<ScoringDefinition, "unit" | "filter" | "query">;

/** A call that a rule selects. */
export type MatchingCall = { id: string; traceId: string; threadId: string | undefined; isOrphan: boolean };

/** Calls that are read at once. */
const PAGE = 1_000;

const COLUMNS = ["id" as const, "trace_id" as const, "thread_id" as const, "parent_id" as const];

/** The calls of a project that rules score. */
export class MatchingCalls {
  readonly #store: MatchingStore;
  readonly #projectId: string;
  readonly #signal: AbortSignal;

  constructor(store: MatchingStore, projectId: string, signal: AbortSignal) {
    this.#store = store;
    this.#projectId = projectId;
    this.#signal = signal;
  }

  /**
   * The calls that have ended and that a rule selects, in batches: of these ids, if any are given, and that meet further
   * conditions. For traces, their roots, also those whose parents have not arrived; for threads, turns. Calls of traces
   * that evaluate something are left out.
   */
  async *select(
    { unit, filter, query }: Selection,
    within: Pick<CallsFilter, "trace_ids" | "call_ids">,
    further: readonly Expression[] = [],
  ): AsyncGenerator<MatchingCall[]> {
    const narrowed = narrow(filter ?? {}, within);
    if (!narrowed) return;
    const conditions = [exists("ended_at"), ...(query ? [query.$expr] : []), ...further];
    const selected = {
      project_id: this.#projectId,
      filter: { ...narrowed, ...(unit === "traces" && { trace_roots_only: true }) },
      query: whereAll(conditions),
    };
    const pricing = await pricingFor(this.#store, selected);
    for await (const rows of this.#pages({ ...selected, columns: COLUMNS, pricing })) {
      const calls = rows.map(readMatching);
      const evaluating = await this.#evaluating(calls.map(({ traceId }) => traceId));
      yield calls.filter(({ traceId }) => !evaluating.has(traceId));
    }
  }

  /** The threads of the calls of some traces. */
  async threadsOf(traceIds: readonly string[], further: readonly Expression[]): Promise<string[]> {
    const threads = new Set<string>();
    const everyCall: Selection = { unit: "threads" };
    for await (const calls of this.select(everyCall, { trace_ids: [...traceIds] }, [exists("thread_id"), ...further]))
      for (const { threadId } of calls) if (threadId !== undefined) threads.add(threadId);
    return [...threads];
  }

  /** The turns of a thread, in their order. */
  async turnsOf(threadId: string): Promise<string[]> {
    const rows: CallRow[] = [];
    const query = {
      project_id: this.#projectId,
      filter: { thread_ids: [threadId] },
      columns: [...COLUMNS, "turn_id" as const, "started_at" as const, "ended_at" as const],
    };
    for await (const page of this.#pages(query)) rows.push(...page);
    return readTurns(threadId, rows, Date.now()).turns.map(({ id }) => id);
  }

  /** Those of some traces that have an evaluation, or verdicts of judges. */
  async #evaluating(traceIds: readonly string[]): Promise<ReadonlySet<string>> {
    const traces = new Set<string>();
    if (traceIds.length === 0) return traces;
    const anyVersion = versionRef(this.#projectId, { kind: "op", name: EVALUATE_OP, digest: "*" });
    const query = {
      project_id: this.#projectId,
      filter: { trace_ids: [...new Set(traceIds)], op_names: [EVALUATE_OP, anyVersion, VERDICTS_OP] },
      columns: COLUMNS,
    };
    for await (const rows of this.#pages(query)) for (const row of rows) traces.add(readMatching(row).traceId);
    return traces;
  }

  /** The calls of a list by start, page by page: no connection is held while what was read leads to further reads. */
  async *#pages(query: CallsListQuery): AsyncGenerator<CallRow[]> {
    for (let after_id: string | undefined; !this.#signal.aborted;) {
      const page: CallRow[] = [];
      for await (const rows of this.#store.listCalls({ ...query, after_id, limit: PAGE }, this.#signal))
        page.push(...rows);
      if (page.length > 0) yield page;
      after_id = page.at(-1)?.id;
      if (page.length < PAGE) return;
    }
  }
}

function readMatching({ id, trace_id, thread_id, parent_id }: CallRow): MatchingCall {
  return { id, traceId: trace_id ?? id, threadId: thread_id, isOrphan: parent_id !== undefined };
}

/** A filter that selects only among some ids too; undefined if nothing can match both. */
function narrow(filter: CallsFilter, within: Pick<CallsFilter, "trace_ids" | "call_ids">): CallsFilter | undefined {
  const narrowed: CallsFilter = { ...filter };
  for (const field of ["trace_ids", "call_ids"] as const) {
    const [wanted, given] = [within[field], filter[field]];
    if (!wanted) continue;
    const among = given && new Set(given);
    const both = among ? wanted.filter((id) => among.has(id)) : wanted;
    if (both.length === 0) return undefined;
    narrowed[field] = both;
  }
  return narrowed;
}

import type { CallRow } from "@/lib/contract/calls";
import type { Store } from "@/service/store/store";
import type { PriceStore } from "@/service/background/scoring/completion-cost";
import { TRIES, type Completion } from "@/service/background/scoring/completions";
import { derivedId } from "@/service/background/scoring/derived-id";
import { readCompletion } from "@/service/background/scoring/recorded-completion";

export type RecordedStore = PriceStore & Pick<Store, "listCalls" | "readCall">;

const UNABORTED = new AbortController().signal;

/** The id of the call of a request for an answer, or for the verdict of the judge at a place; its requests count from 1. */
export const completionId = (callId: string, request: number, judge?: number): string =>
  derivedId(callId, judge === undefined ? `completion ${request}` : `judge ${judge} ${request}`);

/** The number of a try in an attempt at a row: a result whose scorers are asked again keeps the requests from before. */
export const requestNumber = (attempt: number, tried: number): number => (attempt - 1) * TRIES + tried;

/** What is recorded of a result: its own call, and the completions below it. */
export class RecordedCalls {
  readonly #callId: string;
  readonly #completions: ReadonlyMap<string, Completion>;
  /** The result, if it has ended. */
  readonly ended: Pick<CallRow, "exception" | "output"> | undefined;

  private constructor(callId: string, ended: RecordedCalls["ended"], completions: ReadonlyMap<string, Completion>) {
    this.#callId = callId;
    this.ended = ended;
    this.#completions = completions;
  }

  static async read(store: RecordedStore, projectId: string, callId: string): Promise<RecordedCalls> {
    const result = await store.readCall(projectId, callId, { storageSize: false, totalStorageSize: false });
    const completions = new Map<string, Completion>();
    const query = { project_id: projectId, filter: { parent_ids: [callId] } };
    for await (const rows of store.listCalls(query, UNABORTED))
      for (const row of rows) {
        const completion = await readCompletion(store, projectId, row);
        if (completion) completions.set(row.id, completion);
      }
    const ended = result?.ended_at === undefined ? undefined : { exception: result.exception, output: result.output };
    return new RecordedCalls(callId, ended, completions);
  }

  /** Whether there is any answer, for which somebody pays. */
  get hasCompletions(): boolean {
    return this.#completions.size > 0;
  }

  /** The answer to the row, or the verdict of a judge, that an attempt got; undefined if none was recorded. */
  completion(attempt: number, judge?: number): Completion | undefined {
    for (let tried = 1; tried <= TRIES; tried += 1) {
      const found = this.#completions.get(completionId(this.#callId, requestNumber(attempt, tried), judge));
      if (found) return found;
    }
    return undefined;
  }

  /** The newest that one of so many attempts got. */
  newest(attempts: number, judge?: number): Completion | undefined {
    for (let attempt = attempts; attempt > 0; attempt -= 1) {
      const found = this.completion(attempt, judge);
      if (found) return found;
    }
    return undefined;
  }
}

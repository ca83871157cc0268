import type { Store } from "@/service/store/store";
import type { PriceStore } from "@/service/scoring/completion-cost";
import { TRIES, type Completion } from "@/service/scoring/completions";
import { derivedId } from "@/service/scoring/derived-id";
import { readCompletion } from "@/service/scoring/recorded-completion";

export type RecordedStore = PriceStore & Pick<Store, "listCalls" | "readCall">;

const UNABORTED = new AbortController().signal;

/** The id of the call of an attempt to get an answer, or the verdict of the judge at a place. */
export const completionId = (callId: string, attempt: number, judge?: number): string =>
  derivedId(callId, judge === undefined ? `completion ${attempt}` : `judge ${judge} ${attempt}`);

/** What is recorded of a result: its own call, and the completions below it. */
export class RecordedCalls {
  readonly #callId: string;
  readonly #completions: ReadonlyMap<string, Completion>;
  /** The result, if it has ended. */
  readonly ended: { exception: string | undefined } | undefined;

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
    const ended = result?.ended_at === undefined ? undefined : { exception: result.exception };
    return new RecordedCalls(callId, ended, completions);
  }

  /** The answer to the row, or the verdict of a judge; undefined if none was recorded. */
  completion(judge?: number): Completion | undefined {
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      const found = this.#completions.get(completionId(this.#callId, attempt, judge));
      if (found) return found;
    }
    return undefined;
  }

  all(): Completion[] {
    return [...this.#completions.values()];
  }
}

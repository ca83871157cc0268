import type { CallRow } from "@/lib/contract/calls";
import { toMicroseconds } from "@/lib/contract/time";
import { JsonNode } from "@/lib/json/node";
import type { Store } from "@/service/store/store";
import { completionCost, type PriceStore } from "@/service/scoring/completion-cost";
import { TRIES, type Completion } from "@/service/scoring/completions";
import { derivedId } from "@/service/scoring/derived-id";

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

async function readCompletion(store: PriceStore, projectId: string, row: CallRow): Promise<Completion | undefined> {
  const { id, inputs, output, exception, started_at: startedAt, ended_at: endedAt } = row;
  if (!output || exception !== undefined || startedAt === undefined || endedAt === undefined) return undefined;
  const model = (inputs && JsonNode.parse(inputs).get("model")?.string()) ?? "";
  return {
    id,
    output,
    latencyMs: (toMicroseconds(endedAt) - toMicroseconds(startedAt)) / 1000,
    costUsd: await completionCost(store, projectId, { model, output, startedAt }),
  };
}

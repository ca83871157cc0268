import { AppError } from "@/lib/contract/app-error";
import { rowRequest } from "@/lib/experiment/row-request";
import { type JsonText, toJsonText } from "@/lib/json/text";
import { SlowOnes } from "@/lib/limit/slow-ones";
import type { FilledRequest } from "@/lib/playground/fill-variables";
import type { FollowedExperiment, RowOutcome, SentRow } from "@/service/store/experiments/experiments-store";
import type { Store } from "@/service/store/store";
import { resultEnd, resultStart } from "./calls";
import type { Attempted, Completion, Completions } from "@/service/scoring/completions";
import { modelAnswer } from "@/service/scoring/model-answer";
import { completionId, RecordedCalls, type RecordedStore } from "./recorded-calls";
import {
  type AskJudge,
  type VersionedScorer,
  feedbackOf,
  scoreAnswer,
  scoresByName,
} from "@/service/scoring/score-answer";
import type { SlowScorers } from "@/service/scoring/time-limit";

/** Why a row has no answer whose process ended before it was recorded. */
const INTERRUPTED = "The service stopped before the answer arrived";

type RowStore = RecordedStore & Pick<Store, "readTableValues" | "writeCalls" | "deleteCalls" | "createFeedbackBatch">;

type RowRunOptions = {
  store: RowStore;
  completions: Completions;
  scorers: readonly VersionedScorer[];
  /** Aborts once another process may have the experiment. */
  signal: AbortSignal;
};

/** What a row's completions have cost, and why it failed. */
class Bill {
  #completions: Completion[] = [];

  add(...completions: readonly Completion[]): void {
    this.#completions.push(...completions);
  }

  outcome(failure?: string): RowOutcome {
    const costs = this.#completions.map(({ costUsd }) => costUsd);
    return {
      failure,
      costUsd: costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0),
      unpriced: costs.filter((cost) => cost === undefined).length,
    };
  }
}

/** Runs rows of one experiment: the answer, its scores, and the calls that record both. */
export class RowRun {
  readonly #experiment: FollowedExperiment;
  readonly #options: RowRunOptions;
  readonly #slow: SlowScorers = new SlowOnes();

  constructor(experiment: FollowedExperiment, options: RowRunOptions) {
    this.#experiment = experiment;
    this.#options = options;
  }

  /** Gets an answer to a row that is marked as sent, and scores it. Undefined if the signal aborted before its end. */
  async send(row: SentRow): Promise<RowOutcome | undefined> {
    const { store, completions, signal } = this.#options;
    const { project_id, definition } = this.#experiment;
    // A row has one result: otherwise that of the failed attempt would count as a repetition.
    if (row.previousCallId !== undefined) await store.deleteCalls(project_id, [row.previousCallId]);
    const value = await this.#begin(row);
    const bill = new Bill();
    const { body, missing } = rowRequest(definition, value);
    if (missing.length > 0) return this.#fail(row, bill, `The row has no value for ${missing.join(", ")}`);
    if (body.problem !== undefined) return this.#fail(row, bill, body.problem);
    const asked = await this.#ask(completions, row, body, definition.prompt_ref ?? undefined);
    if (signal.aborted) return undefined;
    if ("failure" in asked) return this.#fail(row, bill, asked.failure);
    bill.add(asked.completion);
    const judge: AskJudge = async (place, request) => this.#ask(completions, row, request, undefined, place);
    const failure = await this.#score(row, value, asked.completion, judge, bill);
    if (signal.aborted) return undefined;
    return bill.outcome(failure);
  }

  /**
   * What became of a row that another process has sent, by what is recorded; nothing is sent. A recorded answer without
   * scores is scored.
   */
  async recover(row: SentRow): Promise<RowOutcome> {
    const { store } = this.#options;
    const recorded = await RecordedCalls.read(store, this.#experiment.project_id, row.callId);
    const bill = new Bill();
    bill.add(...recorded.all());
    if (recorded.ended) return bill.outcome(recorded.ended.exception);
    const value = await this.#begin(row);
    const completion = recorded.completion();
    if (!completion) return this.#fail(row, bill, INTERRUPTED);
    const judge: AskJudge = async (place) => {
      const verdict = recorded.completion(place);
      return verdict ? { completion: verdict } : { failure: INTERRUPTED };
    };
    // What judges have cost is part of the bill already.
    return bill.outcome(await this.#score(row, value, completion, judge, new Bill()));
  }

  async #begin(row: SentRow): Promise<JsonText> {
    const { project_id, definition } = this.#experiment;
    const { store } = this.#options;
    await store.writeCalls([resultStart(this.#experiment, row)]);
    const [value] = await store.readTableValues(project_id, definition.table_digest, [{ digest: row.digest }]);
    if (!value) throw new AppError("not_found", `There is no row ${row.digest} in table ${definition.table_digest}`);
    return value;
  }

  async #ask(
    completions: Completions,
    { callId }: SentRow,
    request: FilledRequest,
    promptRef?: string,
    judge?: number,
  ): Promise<Attempted> {
    const { project_id, id, created_by } = this.#experiment;
    return completions.ask({
      projectId: project_id,
      owner: created_by,
      request,
      idOf: (attempt) => completionId(callId, attempt, judge),
      trace: { traceId: id, parentId: callId },
      promptRef,
      signal: this.#options.signal,
    });
  }

  /** Scores an answer, records the result, and returns why it is none. */
  async #score(
    row: SentRow,
    value: JsonText,
    completion: Completion,
    judge: AskJudge,
    bill: Bill,
  ): Promise<string | undefined> {
    const { store, scorers, signal } = this.#options;
    const { project_id, definition, created_by } = this.#experiment;
    const answer = modelAnswer(completion.output);
    if (!answer) return this.#end(row, { exception: "The model server's response has no answer" });
    const answered = { row: value, callId: row.callId, completion, answer };
    const scored = await scoreAnswer(scorers, definition, answered, judge, this.#slow);
    for (const { judged } of scored) if (judged) bill.add(judged);
    if (signal.aborted) return undefined;
    const feedback = feedbackOf(project_id, created_by, answered, scored);
    if (feedback.length > 0) await store.createFeedbackBatch(feedback);
    const output = toJsonText({
      output: answer.value,
      scores: scoresByName(scored),
      model_latency: completion.latencyMs / 1000,
    });
    return this.#end(row, { output });
  }

  async #fail(row: SentRow, bill: Bill, failure: string): Promise<RowOutcome> {
    return bill.outcome(await this.#end(row, { exception: failure }));
  }

  /** Records the end of the result; returns its exception. */
  async #end(row: SentRow, ending: { output?: JsonText; exception?: string }): Promise<string | undefined> {
    await this.#options.store.writeCalls([resultEnd(this.#experiment, row, ending)]);
    return ending.exception;
  }
}

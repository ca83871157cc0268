import { AppError } from "@/lib/contract/app-error";
import { rowRequest } from "@/lib/experiment/row-request";
import { JsonNode } from "@/lib/json/node";
import { type JsonText, toJsonText } from "@/lib/json/text";
import { SlowOnes } from "@/lib/limit/slow-ones";
import type { FilledRequest } from "@/lib/playground/fill-variables";
import type { FollowedExperiment, RowOutcome, SentRow } from "@/service/store/experiments/experiments-store";
import type { Store } from "@/service/store/store";
import { asFailedAttempt, resultEnd, resultStart } from "./calls";
import type { Attempted, Completion, Completions } from "@/service/background/scoring/completions";
import { modelAnswer } from "@/service/background/scoring/model-answer";
import { completionId, RecordedCalls, requestNumber, type RecordedStore } from "./recorded-calls";
import {
  type AskJudge,
  type VersionedScorer,
  feedbackOf,
  scoreAnswer,
  scoresByName,
} from "@/service/background/scoring/score-answer";
import type { SlowScorers } from "@/service/background/scoring/time-limit";

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

type Scoring = Pick<RowOutcome, "failure" | "isUnscored">;

/** What a row's completions have cost, and why it failed. */
class Bill {
  #completions: Completion[] = [];

  add(...completions: readonly Completion[]): void {
    this.#completions.push(...completions);
  }

  outcome({ failure, isUnscored }: Scoring): RowOutcome {
    const costs = this.#completions.map(({ costUsd }) => costUsd);
    return {
      failure,
      isUnscored,
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

  /**
   * Gets an answer to a row that is marked as sent, and scores it; one that keeps its answer is only scored. Undefined if
   * the signal aborted before its end.
   */
  async send(row: SentRow): Promise<RowOutcome | undefined> {
    const { store, completions, signal } = this.#options;
    const { project_id, definition } = this.#experiment;
    const bill = new Bill();
    const judge: AskJudge = async (place, request) => {
      const asked = await this.#ask(completions, row, request, undefined, place);
      if ("completion" in asked) bill.add(asked.completion);
      return asked;
    };
    if (row.keepsAnswer) {
      const recorded = await RecordedCalls.read(store, project_id, row.callId);
      const scored = await this.#scoreAgain(row, recorded, judge);
      return signal.aborted ? undefined : bill.outcome(scored);
    }
    if (row.previousCallId !== undefined) await this.#setAside(row.previousCallId);
    const value = await this.#begin(row);
    const { body, missing } = rowRequest(definition, value);
    if (missing.length > 0)
      return bill.outcome(await this.#fail(row, `The row has no value for ${missing.join(", ")}`));
    if (body.problem !== undefined) return bill.outcome(await this.#fail(row, body.problem));
    const asked = await this.#ask(completions, row, body, definition.prompt_ref ?? undefined);
    if (signal.aborted) return undefined;
    if ("failure" in asked) return bill.outcome(await this.#fail(row, asked.failure));
    bill.add(asked.completion);
    const scored = await this.#score(row, value, asked.completion, judge);
    return signal.aborted ? undefined : bill.outcome(scored);
  }

  /**
   * What became of a row that another process has sent, by what is recorded; nothing is sent. A recorded answer without
   * scores is scored.
   */
  async recover(row: SentRow): Promise<RowOutcome> {
    const { store, scorers } = this.#options;
    const recorded = await RecordedCalls.read(store, this.#experiment.project_id, row.callId);
    const bill = new Bill();
    const answer = recorded.completion(row.attempt);
    const verdicts = scorers.map((_scorer, place) => recorded.completion(row.attempt, place));
    bill.add(...[answer, ...verdicts].filter((completion) => completion !== undefined));
    const judge: AskJudge = async (place) => {
      const verdict = verdicts[place];
      return verdict ? { completion: verdict } : { failure: INTERRUPTED };
    };
    if (row.keepsAnswer) return bill.outcome(await this.#scoreAgain(row, recorded, judge));
    if (recorded.ended) {
      const { exception, output } = recorded.ended;
      return bill.outcome({ failure: exception, isUnscored: failedScorers(output).size > 0 });
    }
    const value = await this.#begin(row);
    if (!answer) return bill.outcome(await this.#fail(row, INTERRUPTED));
    return bill.outcome(await this.#score(row, value, answer, judge));
  }

  /** Scores a recorded answer again; the judges that gave a score keep it. Without its calls it stays as it is. */
  async #scoreAgain(row: SentRow, recorded: RecordedCalls, judge: AskJudge): Promise<Scoring> {
    const { scorers } = this.#options;
    const completion = recorded.newest(row.attempt);
    const output = recorded.ended?.output;
    if (!completion || !output) return { failure: undefined, isUnscored: true };
    const failed = failedScorers(output);
    const again: AskJudge = async (place, request) => {
      const verdict = failed.has(scorers[place]?.name ?? "") ? undefined : recorded.newest(row.attempt, place);
      return verdict ? { completion: verdict } : judge(place, request);
    };
    const seconds = JsonNode.parse(output).get("model_latency")?.number();
    const latencyMs = seconds === undefined ? completion.latencyMs : seconds * 1000;
    return this.#score(row, await this.#begin(row), { ...completion, latencyMs }, again);
  }

  /** A row has one result: otherwise that of the failed attempt would count as a repetition. What it has cost stays. */
  async #setAside(callId: string): Promise<void> {
    const { store } = this.#options;
    const { project_id } = this.#experiment;
    const { hasCompletions } = await RecordedCalls.read(store, project_id, callId);
    if (hasCompletions) await store.writeCalls([asFailedAttempt(this.#experiment, callId)]);
    else await store.deleteCalls(project_id, [callId]);
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
    { callId, attempt }: SentRow,
    request: FilledRequest,
    promptRef?: string,
    judge?: number,
  ): Promise<Attempted> {
    const { project_id, id, created_by } = this.#experiment;
    return completions.ask({
      projectId: project_id,
      owner: created_by,
      request,
      idOf: (tried) => completionId(callId, requestNumber(attempt, tried), judge),
      trace: { traceId: id, parentId: callId },
      promptRef,
      signal: this.#options.signal,
    });
  }

  /** Scores an answer, and records the result. */
  async #score(row: SentRow, value: JsonText, completion: Completion, judge: AskJudge): Promise<Scoring> {
    const { store, scorers, signal } = this.#options;
    const { project_id, definition, created_by } = this.#experiment;
    const answer = modelAnswer(completion.output);
    if (!answer) return this.#fail(row, "The model server's response has no answer");
    const answered = { row: value, callId: row.callId, completion, answer };
    const scored = await scoreAnswer(scorers, definition, answered, judge, this.#slow);
    const isUnscored = scored.some((one) => "problem" in one.value);
    if (signal.aborted) return { failure: undefined, isUnscored };
    const feedback = feedbackOf(project_id, created_by, answered, scored);
    if (feedback.length > 0) await store.createFeedbackBatch(feedback);
    const output = toJsonText({
      output: answer.value,
      scores: scoresByName(scored),
      model_latency: completion.latencyMs / 1000,
    });
    await store.writeCalls([resultEnd(this.#experiment, row, { output })]);
    return { failure: undefined, isUnscored };
  }

  async #fail(row: SentRow, failure: string): Promise<Scoring> {
    await this.#options.store.writeCalls([resultEnd(this.#experiment, row, { exception: failure })]);
    return { failure, isUnscored: false };
  }
}

/** The names of the scorers that failed, in the output of a result. */
function failedScorers(output: JsonText | undefined): Set<string> {
  const scores = output && JsonNode.parse(output).get("scores");
  const failed = [...(scores?.entries() ?? [])].filter(([, value]) => value.get("problem")?.string() !== undefined);
  return new Set(failed.map(([name]) => name));
}

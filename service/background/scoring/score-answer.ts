import type { ExperimentDefinition } from "@/lib/contract/experiments";
import { NAME_CHARS } from "@/lib/contract/limits";
import { callRef } from "@/lib/contract/refs";
import { expectedOf } from "@/lib/experiment/row-request";
import { type JsonText, toJsonText } from "@/lib/json/text";
import type { FilledRequest } from "@/lib/playground/fill-variables";
import { judgeRequest, judgeVariables, readVerdict } from "@/lib/scorer/judge";
import { variablesOfJudge } from "@/lib/scorer/traits";
import { type ScoreValue, scoreOutput } from "@/lib/scorer/score";
import type { StoredScorer } from "@/lib/scorer/stored-scorer";
import type { NewFeedback } from "@/service/store/feedback/feedback-store";
import type { Attempted, Completion } from "./completions";
import { derivedId } from "./derived-id";
import { type ModelAnswer, modelAnswer } from "./model-answer";
import { limitOf, type SlowScorers } from "./time-limit";

/** A version of a scorer. */
export type VersionedScorer = StoredScorer & { ref: string };

/** What is scored: an answer to a row of an experiment, or the output of a call. */
export type AnsweredRow = {
  /** What a judge's messages may name. */
  row: JsonText;
  /** The call of the result, or another time-ordered id from which that of the feedback follows. */
  callId: string;
  completion: Completion;
  answer: ModelAnswer;
};

/** Asks the judge at a place in the list of scorers, or finds what it has answered. */
export type AskJudge = (place: number, request: FilledRequest) => Promise<Attempted>;

/** What a scorer said of an answer, and the completion of a judge that was asked. */
export type Scored = { scorer: VersionedScorer; value: ScoreValue; judged?: Completion };

/** The scores of an answer, one for each scorer. A scorer that fails has a problem instead. */
export async function scoreAnswer(
  scorers: readonly VersionedScorer[],
  definition: Pick<ExperimentDefinition, "expected">,
  { row, completion, answer }: AnsweredRow,
  askJudge: AskJudge,
  slow: SlowScorers,
): Promise<Scored[]> {
  const expected = expectedOf(definition, row);
  const scored: Scored[] = [];
  for (const [place, scorer] of scorers.entries()) {
    const rule = scorer.definition;
    if (rule.type !== "judge") {
      const { latencyMs, costUsd } = completion;
      scored.push({
        scorer,
        value: scoreOutput(rule, { output: answer.text, expected, latencyMs, costUsd }, limitOf(scorer.ref, slow)),
      });
      continue;
    }
    const variables = judgeVariables({ row, output: answer.text, expected });
    const missing = variablesOfJudge(rule).filter((name) => !Object.hasOwn(variables, name));
    if (missing.length > 0) {
      scored.push({
        scorer,
        value: { problem: `There is no value for ${missing.join(", ")} in the judge's messages` },
      });
      continue;
    }
    const request = judgeRequest(rule, variables);
    if (request.problem !== undefined) {
      scored.push({ scorer, value: { problem: request.problem } });
      continue;
    }
    const asked = await askJudge(place, request);
    if ("failure" in asked) {
      scored.push({ scorer, value: { problem: asked.failure } });
      continue;
    }
    const text = modelAnswer(asked.completion.output)?.text;
    const value = text === undefined ? { problem: "The judge did not answer" } : readVerdict(rule, text);
    scored.push({ scorer, value, judged: asked.completion });
  }
  return scored;
}

/** The scores as W&B's SDKs record them in the output of a result. */
export function scoresByName(scored: readonly Scored[]): JsonText {
  return toJsonText(Object.fromEntries(scored.map(({ scorer, value }) => [scorer.name, value])));
}

/** The scores as feedback on the completion. */
export function feedbackOf(
  projectId: string,
  owner: string,
  { callId, completion }: Pick<AnsweredRow, "callId" | "completion">,
  scored: readonly Scored[],
): NewFeedback[] {
  return scored.flatMap(({ scorer, value, judged }) => {
    if ("problem" in value) return [];
    const { score: output, reasoning } = value;
    return {
      project_id: projectId,
      id: derivedId(callId, `feedback ${scorer.ref}`),
      core_ref: callRef(projectId, completion.id),
      feedback_type: `core.runnable.${scorer.name}`.slice(0, NAME_CHARS),
      payload: toJsonText({ output, reasoning }),
      runnable_ref: scorer.ref,
      ...(judged && { call_ref: callRef(projectId, judged.id) }),
      ext_user_id: owner,
    };
  });
}

import type { ScorerDefinition } from "@/lib/contract/scorers";
import { variableNames } from "@/lib/playground/variable-names";
import type { JudgeDefinition } from "./judge";

/** The variables that a judge's messages name. Those in examples are not filled in. */
export function variablesOfJudge({ messages }: JudgeDefinition): string[] {
  return variableNames(messages.filter((message) => !message.is_example));
}

/** Whether a scorer compares with an expected answer, which the calls of an application do not have. */
export function needsExpected(definition: ScorerDefinition): boolean {
  switch (definition.type) {
    case "exact":
    case "number":
      return true;
    case "contains":
      return definition.text == null;
    case "judge":
      return variablesOfJudge(definition).includes("expected");
    default:
      return false;
  }
}

/** Whether the scores of a scorer are true or false; the others are numbers. */
export function isTrueOrFalse(definition: ScorerDefinition): boolean {
  switch (definition.type) {
    case "number":
      return definition.tolerance != null;
    case "latency":
      return definition.most_ms != null;
    case "cost":
      return definition.most_usd != null;
    case "judge":
      return definition.score.type === "boolean";
    default:
      return true;
  }
}

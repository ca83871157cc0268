import { describe, expect, it } from "vitest";
import type { ScoringDefinition } from "@/lib/contract/scoring";
import { parseFilter } from "@/lib/filter/parse-filter";
import { toExpression } from "@/lib/filter/to-expression";

import { definitionOf, draftOf, NEW_RULE, newDraft, problemsOf } from "./rule-draft";

const clock = { now: Date.parse("2026-11-20T08:00:00Z"), zone: "UTC" } as const;
const known = { clock, name: "polite", before: undefined };
const scorer_ref = "core:///acme/bot/object/polite:d1";

function expressionOf(text: string) {
  const filter = parseFilter(text);
  if (!filter) throw new Error("the filter is not empty");
  return { $expr: toExpression(filter, clock) };
}

const DEFINITIONS: ScoringDefinition[] = [
  { name: "All", scorer_ref, unit: "traces", sampling_rate: 1 },
  { name: "Some", scorer_ref, unit: "calls", query: expressionOf("model:a,b kind:llm"), sampling_rate: 0.07 },
  { name: "Few", scorer_ref, unit: "threads", quiet_minutes: 30, sampling_rate: 0.000_1, budget_usd: 2.5 },
  { name: "Ops", scorer_ref, unit: "calls", filter: { op_names: ["answer"] }, sampling_rate: 0.29 },
];

describe("the draft of a scoring rule", () => {
  it.each(DEFINITIONS)("$name: a draft that is not changed saves the rule as it is", (definition) => {
    expect(definitionOf(draftOf(definition), { ...known, before: definition })).toEqual({ definition });
  });

  it("has the defaults of the service for what a program left out", () => {
    expect(draftOf({ name: "a", scorer_ref, unit: "threads" })).toEqual({
      ...NEW_RULE,
      name: "a",
      scorer: scorer_ref,
      unit: "threads",
    });
  });

  it("is called as the scorer if no name is typed", () => {
    const read = definitionOf({ ...NEW_RULE, scorer: scorer_ref, name: " " }, known);
    expect(read).toEqual({ definition: { name: "polite", scorer_ref, unit: "traces", sampling_rate: 1 } });
  });

  it("names each field with a mistake", () => {
    const wrong = { ...NEW_RULE, unit: "threads", quietMinutes: "soon", filter: "cost>", sampling: "0", budget: "-1" };
    const read = definitionOf(wrong, known);
    expect("problems" in read && Object.keys(read.problems).toSorted()).toEqual([
      "budget",
      "filter",
      "quietMinutes",
      "sampling",
      "scorer",
    ]);
  });

  it("does not ask for the minutes of threads for other units", () => {
    const read = definitionOf({ ...NEW_RULE, scorer: scorer_ref, quietMinutes: "" }, known);
    expect("definition" in read && read.definition.quiet_minutes).toBeUndefined();
  });

  it("refuses a condition on a time, and begins without those of the list that it was created from", () => {
    const read = definitionOf({ ...NEW_RULE, scorer: scorer_ref, filter: "started:yesterday" }, known);
    expect(read).toEqual({ problems: { filter: "Calls are scored as they come: remove the condition on started" } });
    expect(newDraft({ filter: "started:yesterday status:error", unit: "calls" })).toEqual({
      ...NEW_RULE,
      unit: "calls",
      filter: "status:error",
    });
  });

  it("shows what the service finds wrong at its field", () => {
    const errors = [
      { path: "definition.scorer_ref", message: "must not need an expected answer" },
      { path: "query.$expr.$eq[0]", message: "is not a field" },
      { path: "sampling_rate", message: "must be at most 1" },
      { path: "id", message: "is taken" },
    ];
    expect(problemsOf(errors)).toEqual({
      scorer: "Must not need an expected answer",
      filter: "Is not a field",
      sampling: "Must be at most 1",
    });
  });
});

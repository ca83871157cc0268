import { describe, expect, it } from "vitest";
import type { Alert, AlertDefinition } from "@/lib/contract/alerts";
import { toExpression } from "@/lib/filter/to-expression";
import { parseFilter } from "@/lib/filter/parse-filter";

import { definitionOf, draftOf, newDraft, NEW_ALERT, unitOf } from "./alert-draft";

const clock = { now: Date.parse("2026-11-20T08:00:00Z"), zone: "UTC" } as const;

function expressionOf(text: string) {
  const filter = parseFilter(text);
  if (!filter) throw new Error("the filter is not empty");
  return { $expr: toExpression(filter, clock) };
}

function alertOf(definition: AlertDefinition): Alert {
  const time = "2026-11-20T08:00:00.000000Z";
  return {
    ...definition,
    project_id: "acme/bot",
    id: "019",
    channels: [],
    created_by: "ada",
    created_at: time,
    updated_at: time,
  };
}

const DEFINITIONS: AlertDefinition[] = [
  {
    name: "Errors",
    metric: { measure: "error_rate", query: expressionOf("model:gpt-4o-mini kind:llm,tool") },
    condition: { type: "threshold", comparison: "above", value: 0.07 },
    window_seconds: 900,
    consecutive: 2,
    delay_seconds: 60,
    notify_on: ["recovery", "error"],
  },
  {
    name: "👎",
    metric: { measure: "feedback_share", feedback: { feedback_type: "core.reaction.1", value: "👎" } },
    condition: { type: "change", comparison: "below", percent: -12.5 },
    window_seconds: 604_800,
    consecutive: 1,
    delay_seconds: 0,
    notify_on: [],
  },
  {
    name: "Cost in euros",
    metric: { measure: "cost", currency: "EUR", filter: { trace_roots_only: true } },
    condition: { type: "threshold", comparison: "above", value: 1e-7 },
    window_seconds: 420,
    consecutive: 1,
    delay_seconds: 3600,
    notify_on: ["no_data"],
  },
];

describe("alert draft", () => {
  it.each(DEFINITIONS)("$name: a draft that is not changed saves the alert as it is", (definition) => {
    const read = definitionOf(draftOf(alertOf(definition)), clock, definition);
    expect(JSON.parse(JSON.stringify(read))).toEqual({ definition: JSON.parse(JSON.stringify(definition)) });
  });

  it("names each field with a mistake", () => {
    const draft = {
      ...NEW_ALERT,
      name: " ",
      filter: "cost>",
      limit: "",
      consecutive: "two",
      measure: "feedback_share",
    };
    const read = definitionOf(draft, clock);
    expect("problems" in read && Object.keys(read.problems).toSorted()).toEqual([
      "consecutive",
      "feedbackValue",
      "filter",
      "limit",
      "name",
    ]);
  });

  it.each([
    ["status:error or started:yesterday", "started"],
    ["has(ended>2h) kind:llm", "ended"],
  ])("refuses a condition on a time, which no later window meets: %s", (filter, field) => {
    const read = definitionOf({ ...NEW_ALERT, name: "a", limit: "1", filter }, clock);
    const problem = `An alert measures its own window: remove the condition on ${field}`;
    expect(read).toEqual({ problems: { filter: problem } });
  });

  it("begins without the times of the list that it was created from", () => {
    const asked = { measure: "calls", filter: "(status:error started:yesterday) parent:none" };
    expect(newDraft(asked)).toEqual({ ...NEW_ALERT, measure: "calls", filter: "status:error parent:none" });
  });

  it("reads a limit in the unit of its measure", () => {
    const limitOf = (measure: string, type: string) => {
      const read = definitionOf({ ...NEW_ALERT, name: "a", measure, type, limit: "5" }, clock);
      return "definition" in read ? read.definition.condition : read.problems;
    };
    expect(limitOf("error_rate", "threshold")).toMatchObject({ value: 0.05 });
    expect(limitOf("latency_p95", "threshold")).toMatchObject({ value: 5 });
    expect(limitOf("error_rate", "change")).toMatchObject({ percent: 5 });
    expect([
      unitOf({ measure: "latency_p95", type: "threshold", currency: "" }),
      unitOf({ measure: "cost", type: "change", currency: "" }),
    ]).toEqual(["ms", "%"]);
  });
});

import { describe, expect, test } from "vitest";
import { TEMPLATES } from "@/lib/dashboard/templates";
import { chartDraftOf, chartOf, NEW_CHART } from "./chart-draft";

const clock = { now: Date.parse("2026-11-20T08:00:00Z"), zone: "UTC" };

test.each(TEMPLATES.flatMap(({ charts }) => charts))(
  "$title is the same after it was edited without a change",
  (chart) => {
    const read = chartOf(chartDraftOf(chart), clock, chart);
    expect(JSON.parse(JSON.stringify(read))).toEqual({ chart: JSON.parse(JSON.stringify(chart)) });
  },
);

test("what the form does not show stays", () => {
  const chart = {
    title: "T",
    metric: { measure: "feedback_mean" as const, feedback: { field: "deep.n" } },
    filter: "",
    look: "number" as const,
    width: 1,
  };
  expect(chartOf({ ...chartDraftOf(chart), title: "U" }, clock, chart)).toMatchObject({
    chart: { title: "U", metric: { feedback: { field: "deep.n" } } },
  });
});

test("a field is grouped by under its name in filters, and shown under it again", () => {
  const read = chartOf({ ...NEW_CHART, groupBy: "kind, user, acme.tier, attributes.customer.tier" }, clock);
  const groups = ["overview.kind", "user_id", "attributes.[acme.tier]", "attributes.[customer.tier]"];
  expect(read).toMatchObject({
    chart: { title: "Calls by kind and user and acme.tier and customer.tier", metric: { group_by: groups } },
  });
  expect("chart" in read && chartDraftOf(read.chart).groupBy).toBe("kind, user_id, acme.tier, customer.tier");
});

test("a group that only programs know stays", () => {
  const chart = {
    title: "T",
    metric: { measure: "calls" as const, group_by: ["overview.usage.cached_tokens", "attributes.customer.tier"] },
    filter: "",
    look: "table" as const,
    width: 1,
  };
  expect(chartOf(chartDraftOf(chart), clock, chart)).toMatchObject({ chart });
});

test("a relative time stays one, and an empty title says what is measured", () => {
  const draft = { ...NEW_CHART, measure: "cost", filter: " started>2h ", groupBy: "model, user_id,model,", width: "7" };
  expect(chartOf(draft, clock)).toEqual({
    chart: {
      title: "Cost by model and user",
      metric: { measure: "cost", group_by: ["model", "user_id"] },
      filter: "started>2h",
      look: "bars",
      width: 3,
    },
  });
});

describe("what is wrong is said at its field", () => {
  test.each([
    [{ filter: "cost>" }, "filter"],
    [{ measure: "feedback_share" }, "feedbackValue"],
    [{ measure: "cost", currency: "U S" }, "currency"],
    [{ groupBy: "feedback_type" }, "groupBy"],
    [{ groupBy: "op,model,version,kind,status" }, "groupBy"],
    [{ groupBy: "tier" }, "groupBy"],
    [{ groupBy: "model, reaction" }, "groupBy"],
  ])("%j", (change, field) => {
    const read = chartOf({ ...NEW_CHART, ...change }, clock);
    expect(Object.keys("problems" in read ? read.problems : {})).toEqual([field]);
  });
});

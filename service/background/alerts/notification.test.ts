import { describe, expect, test } from "vitest";
import { literal } from "@/lib/contract/expression";
import type { AlertDefinition } from "@/lib/contract/alerts";
import { notificationBody } from "./notification";

const definition: AlertDefinition = {
  name: "Costs & <errors>",
  metric: {
    measure: "error_rate",
    query: { $expr: { $eq: [{ $getField: "attributes.n" }, literal(1)] } },
  },
  condition: { type: "threshold", comparison: "above", value: 0.05 },
  window_seconds: 300,
  delay_seconds: 60,
  consecutive: 1,
  notify_on: [],
};
const alert = { project_id: "acme/support", id: "0193e0b0-0000-7000-8000-000000000001", definition };
const event = {
  kind: "firing" as const,
  windowStart: "2026-11-20T08:35:00.000000Z",
  windowEnd: "2026-11-20T08:40:00.000000Z",
  value: 0.125,
};
const dashboardUrl = "https://loupe.example.com/";
const parsed = (...args: Parameters<typeof notificationBody>) => JSON.parse(notificationBody(...args));
const LINK =
  "https://loupe.example.com/acme/support/calls?q=attributes.n%3A1&from=2026-11-20T08%3A35%3A00.000000Z&to=2026-11-20T08%3A39%3A59.999999Z&roots=false";

test("as JSON, a notification has what was measured, when, and where to look", () => {
  expect(parsed("json", { alert, event, dashboardUrl })).toEqual({
    type: "alert.firing",
    timestamp: event.windowEnd,
    data: {
      alert: {
        id: alert.id,
        name: "Costs & <errors>",
        project_id: "acme/support",
        metric: {
          measure: "error_rate",
          query: { $expr: { $eq: [{ $getField: "attributes.n" }, { $literal: 1 }] } },
        },
        condition: definition.condition,
      },
      text: "Error rate: 12.5%. The alert fires above 5%.",
      window: { start: event.windowStart, end: event.windowEnd },
      value: 0.125,
      url: LINK,
    },
  });
});

test("for Slack, it is escaped", () => {
  const body = parsed("slack", { alert, event, dashboardUrl });
  expect(body.text).toBe("Firing: Costs &amp; &lt;errors&gt;: Error rate: 12.5%. The alert fires above 5%.");
  expect(body.blocks).toEqual([
    {
      type: "section",
      text: {
        type: "mrkdwn",
        text: "*Firing: Costs &amp; &lt;errors&gt;*\nError rate: 12.5%. The alert fires above 5%.",
      },
    },
    {
      type: "context",
      elements: [
        { type: "mrkdwn", text: "acme/support · 2026-11-20 08:35 to 2026-11-20 08:40 UTC" },
        { type: "mrkdwn", text: `<${LINK.replaceAll("&", "&amp;")}|Open in Loupe>` },
      ],
    },
  ]);
});

test.each<[string, AlertDefinition["metric"], { roots: string | null; q: string | null }]>([
  ["root calls", { measure: "calls", filter: { trace_roots_only: true } }, { roots: null, q: null }],
  [
    "calls with the filter of a program",
    { measure: "calls", filter: { op_names: ["plan"], thread_ids: ["t-1", "t-2"] } },
    { roots: "false", q: "op:plan thread:t-1,t-2" },
  ],
  ["calls with feedback", { measure: "feedback_count" }, { roots: "false", q: "has:feedback" }],
  [
    "calls with a filter",
    { measure: "calls", query: { $expr: { $eq: [{ $getField: "overview.status" }, literal("error")] } } },
    { roots: "false", q: "status:error" },
  ],
  [
    "calls with a filter that is too long for a link",
    { measure: "calls", query: { $expr: { $eq: [{ $getField: "id" }, literal("x".repeat(3_000))] } } },
    { roots: "false", q: null },
  ],
])("its link shows the %s that were measured", (_what, metric, expected) => {
  const { url } = parsed("json", {
    alert: { ...alert, definition: { ...definition, metric } },
    event,
    dashboardUrl,
  }).data;
  const { searchParams } = new URL(url);
  expect({ roots: searchParams.get("roots"), q: searchParams.get("q") }).toEqual(expected);
  // Feedback counts in the window in which it was given, whenever its call started.
  const isFeedback = metric.measure === "feedback_count";
  expect(searchParams.get("from")).toBe(isFeedback ? null : event.windowStart);
  expect(searchParams.get("to")).toBe(isFeedback ? null : "2026-11-20T08:39:59.999999Z");
});

test("a name of any length fits into a message of Slack, and no escape is cut", () => {
  const long = { ...alert, definition: { ...definition, name: "&".repeat(1024) } };
  const { text, blocks } = parsed("slack", { alert: long, event });
  for (const shown of [text, blocks[0].text.text]) {
    expect(shown.length).toBeLessThanOrEqual(3_000);
    expect(shown.replaceAll("&amp;", "")).not.toContain("&");
  }
  expect(blocks[1].elements).toHaveLength(1);
});

describe("what was measured is in words", () => {
  const text = (definitionChange: Partial<AlertDefinition>, eventChange: object) =>
    parsed("json", {
      alert: { ...alert, definition: { ...definition, ...definitionChange } },
      event: { ...event, ...eventChange },
    }).data.text;
  const threshold = (value: number) => ({ type: "threshold", comparison: "below", value }) as const;
  test.each<[Partial<AlertDefinition>, object, string]>([
    [
      { metric: { measure: "latency_p95" }, condition: threshold(1500) },
      { value: 1200 },
      "Latency p95: 1.20 s. The alert fires below 1.50 s.",
    ],
    [
      { metric: { measure: "cost", currency: "EUR" }, condition: threshold(10) },
      { value: 1.5 },
      "Cost: €1.50. The alert fires below €10.00.",
    ],
    [
      { metric: { measure: "calls" }, condition: { type: "change", comparison: "below", percent: -50 } },
      { value: 100, baseline: 1000 },
      "Calls: 100 (a week before: 1,000). The alert fires below -50% compared with the same window a week before.",
    ],
    [
      {
        metric: { measure: "feedback_share", feedback: { feedback_type: "core.reaction.1", value: "👎" } },
        condition: threshold(0.1),
      },
      { value: undefined, kind: "no_data", reason: "There is nothing to measure in the window" },
      "Feedback share of 👎 (core.reaction.1): There is nothing to measure in the window.",
    ],
    [{}, { kind: "test", value: undefined }, "This is a test. Error rate: The alert fires above 5%."],
  ])("%j %j", (definitionChange, eventChange, expected) => {
    expect(text(definitionChange, eventChange)).toBe(expected);
  });
});

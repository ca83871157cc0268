import { expect, test } from "vitest";
import { useService } from "./test-service";

const service = useService();
const project_id = "acme/errors-by-model";

type Sent = {
  id: string;
  kind?: string;
  inputs?: object;
  exception?: string;
  /** What the end reports; a call that is undefined here keeps running. */
  summary?: object;
  hour?: number;
};

const usage = (model: string) => ({ usage: { [model]: { prompt_tokens: 10, completion_tokens: 1, requests: 1 } } });
const asks = (model: string) => ({ model, messages: [{ role: "user", content: "Where?" }] });
const failed = { exception: "RateLimitError: 429", summary: {} };

const SENT: readonly Sent[] = [
  { id: "a1", inputs: asks("m-1"), summary: usage("m-1") },
  { id: "a2", inputs: asks("m-1"), summary: usage("m-1"), hour: 9 },
  // Fails before any tokens are used: only the inputs name the model.
  { id: "a3", inputs: asks("m-1"), ...failed },
  { id: "a4", inputs: asks("m-1"), ...failed, hour: 9 },
  // Of a model that never answered.
  { id: "b1", inputs: asks("m-2"), ...failed },
  { id: "b2", kind: "llm", inputs: { model: "m-2" }, ...failed },
  // Answers without usage, and one that is still running.
  { id: "b3", kind: "llm", inputs: asks("m-2"), summary: {} },
  { id: "b4", inputs: asks("m-2") },
  // The model that answered takes precedence over the requested one.
  { id: "c1", inputs: asks("m-3"), summary: usage("m-3-dated") },
  // A call that only forwards a model's name does not request one itself.
  { id: "d1", kind: "agent", inputs: asks("m-1"), ...failed },
  { id: "d2", inputs: { model: "m-1", question: "Where?" }, ...failed },
  { id: "d3", inputs: { model: null, messages: [] }, ...failed },
];

/** The same numbers computed from the sent data, with the model of each call. */
const EXPECTED = {
  "m-1": { count: 4, errors: 2 },
  "m-2": { count: 4, errors: 2 },
  "m-3-dated": { count: 1, errors: 0 },
  none: { count: 3, errors: 3 },
};

async function send(start: Sent): Promise<void> {
  const { id, kind, inputs = {}, exception, summary, hour = 8 } = start;
  const attributes = kind === undefined ? {} : { weave: { kind } };
  const at = `2026-11-20T0${hour}:10:00Z`;
  const sent = { project_id, id, trace_id: id, op_name: "ask", started_at: at, attributes, inputs };
  const ended = { project_id, id, ended_at: `2026-11-20T0${hour}:10:01Z`, exception, summary };
  // Some in the other order: an end that arrives first names its model before the start does.
  const parts = [
    ["/call/start", { start: sent }] as const,
    ...(summary ? [["/call/end", { end: ended }] as const] : []),
  ];
  for (const [path, body] of id.endsWith("2") ? parts.toReversed() : parts) await service.post(path, body);
}

async function ask(path: string, body: object) {
  const response = await service.post(path, { project_id, ...body });
  expect([path, response.status]).toEqual([path, 200]);
  return response.json();
}

async function byModel(more: object = {}) {
  const range = { start: "2026-11-20T00:00:00Z", end: "2026-11-21T00:00:00Z", granularity: 86_400 };
  const { totals } = await ask("/calls/stats", { ...range, group_by: ["model"], ...more });
  return Object.fromEntries(
    totals.map(({ model = "none", count, errors }: { model?: string; count: number; errors: number }) => [
      model,
      { count, errors },
    ]),
  );
}

const matches = (field: string, value: unknown) => ({ $eq: [{ $getField: field }, { $literal: value }] });

test("a failure counts for the requested model, in statistics of calls and of hours, facets and filters", async () => {
  for (const one of SENT) await send(one);
  // First from the calls (with a filter that roll-ups cannot answer), then from hours.
  const scan = { query: { $expr: { $not: [matches("op_name", "other")] } } };
  expect(await byModel(scan)).toEqual(EXPECTED);
  expect(await byModel()).toEqual(EXPECTED);
  await service.store.rollUpCalls(new AbortController().signal);
  expect(await byModel()).toEqual(EXPECTED);

  const { facets } = await ask("/calls/facets", { fields: ["model"] });
  expect(
    Object.fromEntries(
      facets[0].values.map(({ value = "none", count }: { value?: string; count: number }) => [value, count]),
    ),
  ).toEqual(Object.fromEntries(Object.entries(EXPECTED).map(([model, { count }]) => [model, count])));

  for (const [model, { errors }] of Object.entries(EXPECTED)) {
    const named = matches("overview.model", model === "none" ? null : model);
    const query = { $expr: { $and: [named, matches("overview.status", "error")] } };
    expect([model, (await ask("/calls/query_stats", { query })).count]).toEqual([model, errors]);
  }
});

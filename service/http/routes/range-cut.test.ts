import { beforeAll, expect, test } from "vitest";
import { minimalStart } from "@/lib/contract/test-examples";
import { useService } from "./test-service";

const service = useService();
const project_id = "acme/range-cut";
const [FROM, TO] = ["2026-11-20T10:00:00Z", "2026-11-20T12:00:00Z"];

type Sent = { id: string; parent?: string; at: string; tokens?: number; model?: "dollar" | "euro" };
/** Calls by trace. A token costs a thousandth. */
const TRACES: Record<string, Sent[]> = {
  // The range begins after a call of this trace, whose clock is behind, and ends before another.
  cut: [
    { id: "cut", at: "10:00:00" },
    { id: "cut.1", parent: "cut", at: "09:59:59", tokens: 7 },
    { id: "cut.2", parent: "cut", at: "12:00:00", tokens: 11 },
    { id: "cut.3", parent: "cut", at: "18:00:00", tokens: 13, model: "euro" },
  ],
  // Begins before the range: its later calls are not of a listed trace.
  before: [
    { id: "before", at: "09:30:00", tokens: 1000 },
    { id: "before.1", parent: "before", at: "10:30:00", tokens: 500 },
  ],
  after: [
    { id: "after", at: "12:00:00" },
    { id: "after.1", parent: "after", at: "11:59:59", tokens: 250 },
  ],
  last: [{ id: "last", at: "11:59:59", tokens: 17 }],
  orphan: [
    { id: "orphan", parent: "lost", at: "11:00:00" },
    { id: "orphan.1", parent: "orphan", at: "13:00:00", tokens: 19 },
  ],
  // A wrapper repeats the tokens of the call below it.
  wrapped: [
    { id: "wrapped", at: "10:59:59", tokens: 23 },
    { id: "wrapped.1", parent: "wrapped", at: "12:30:00", tokens: 23 },
  ],
};
const LISTED = ["cut", "last", "orphan", "wrapped"];
const [DOLLARS, EUROS] = [7 + 11 + 17 + 19 + 23, 13];

beforeAll(async () => {
  const price = (unit: string) => ({
    prompt_token_cost: 0.001,
    completion_token_cost: 0,
    prompt_token_cost_unit: unit,
    completion_token_cost_unit: unit,
    effective_date: "2020-01-01T00:00:00Z",
  });
  await service.post("/cost/create", { project_id, costs: { dollar: price("USD"), euro: price("EUR") } });
  for (const [trace_id, calls] of Object.entries(TRACES))
    for (const { id, parent, at, tokens, model = "dollar" } of calls) {
      const started_at = `2026-11-20T${at}Z`;
      const inputs = tokens === undefined ? {} : { model, messages: [] };
      const start = { ...minimalStart, project_id, id, trace_id, parent_id: parent, started_at, inputs };
      const summary = tokens === undefined ? {} : { usage: { [model]: { prompt_tokens: tokens } } };
      await service.post("/call/start", { start });
      await service.post("/call/end", { end: { project_id, id, ended_at: started_at, summary } });
    }
});

const filter = { trace_roots_only: true };
const amounts = (all: { USD?: number; EUR?: number }[]) => ({
  USD: Math.round(all.reduce((sum, { USD = 0 }) => sum + USD * 1000, 0)),
  EUR: Math.round(all.reduce((sum, { EUR = 0 }) => sum + EUR * 1000, 0)),
});

test.each(["read", "stored"])(
  "the header, the charts and the rows of a range are about the same traces: %s",
  async (how) => {
    if (how === "stored") {
      await service.store.rollUpCalls(new AbortController().signal);
      await service.store.totalTraces(new AbortController().signal);
    }
    const started = (operator: string, time: string) => ({
      [operator]: [{ $getField: "started_at" }, { $literal: time }],
    });
    const query = { $expr: { $and: [started("$gte", FROM), started("$lt", TO)] } };
    const body = { project_id, filter, query, columns: ["id"], include_overview: true, include_costs: true };
    const text = await (await service.post("/calls/stream_query", body)).text();
    const rows = text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(LISTED));
    expect(rows).toHaveLength(LISTED.length);
    expect(amounts(rows.map(({ overview }) => overview.total_cost ?? {}))).toEqual({ USD: DOLLARS, EUR: EUROS });
    for (const granularity of [60, 3600, 86_400]) {
      const range = { project_id, filter, start: FROM, end: TO, granularity };
      const ofRoots = await (await service.post("/calls/stats", range)).json();
      const ofTraces = await (await service.post("/calls/stats", { ...range, whole_traces: true })).json();
      expect(ofRoots.totals[0].count).toBe(LISTED.length);
      expect(amounts([ofTraces.totals[0].total_cost])).toEqual({ USD: DOLLARS, EUR: EUROS });
      const inBuckets = ofTraces.stats.map(({ total_cost }: { total_cost: object }) => total_cost);
      expect(amounts(inBuckets)).toEqual({ USD: DOLLARS, EUR: EUROS });
    }
  },
);

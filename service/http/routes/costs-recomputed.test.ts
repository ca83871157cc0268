import { beforeAll, describe, expect, test } from "vitest";
import { minimalStart } from "@/lib/contract/test-examples";
import { useService } from "./test-service";

const service = useService();
const project_id = "acme/recomputed";
const OLD = "2020-01-01T00:00:00Z";
const START = "2026-11-20T09:00:00Z";

/** A call, and what it is to add to the totals of its model: thousandths of a dollar or euro, or nothing. */
interface Sent {
  id: string;
  model?: string;
  usage?: object;
  parent_id?: string;
  exception?: string;
  kind?: string;
  usd?: number;
  eur?: number;
  unpriced?: true;
}

const tokens = (prompt_tokens: number, completion_tokens: number) => ({ prompt_tokens, completion_tokens });

const CALLS: Sent[] = [
  { id: "usd", model: "dollar", usage: tokens(3, 2), usd: 3 + 4 },
  { id: "half", model: "dollar", usage: { prompt_tokens: 5, completion_tokens: null }, usd: 5 },
  { id: "none", model: "dollar", usage: tokens(0, 0), usd: 0 },
  // A failure reports no tokens: it neither costs anything nor is part of another's cost.
  { id: "failed", model: "dollar", exception: "overloaded" },
  { id: "failed euro", model: "euro", exception: "overloaded" },
  { id: "silent" },
  { id: "eur", model: "euro", usage: tokens(10, 1), eur: 10 + 2 },
  // The parent repeats what its children used.
  { id: "parent", model: "euro", usage: tokens(6, 4) },
  { id: "one", model: "euro", usage: tokens(4, 2), parent_id: "parent", eur: 4 + 4 },
  { id: "two", model: "euro", usage: tokens(2, 2), parent_id: "parent", eur: 2 + 4 },
  { id: "unheard", model: "unheard", usage: tokens(1, 1), unpriced: true },
  { id: "stated", model: "unheard", usage: { ...tokens(9, 9), cost: 0.025 }, usd: 25 },
  { id: "stated euro", model: "euro", usage: { ...tokens(9, 9), cost: 0.5 }, usd: 500 },
];

beforeAll(async () => {
  const price = (unit: string) => ({
    prompt_token_cost: 0.001,
    completion_token_cost: 0.002,
    prompt_token_cost_unit: unit,
    completion_token_cost_unit: unit,
    effective_date: OLD,
  });
  await service.post("/cost/create", { project_id, costs: { dollar: price("USD"), euro: price("EUR") } });
  for (const { id, model, usage, parent_id, exception } of CALLS) {
    const start = { ...minimalStart, project_id, id, trace_id: parent_id ?? id, parent_id, started_at: START };
    await service.post("/call/start", { start: model ? { ...start, inputs: { model } } : start });
    const summary = model ? { usage: { [model]: usage ?? { requests: 1 } } } : {};
    await service.post("/call/end", { end: { project_id, id, ended_at: START, exception, summary } });
  }
});

const sum = (calls: readonly Sent[], of: "usd" | "eur") => {
  const costing = calls.flatMap((call) => call[of] ?? []);
  return costing.length === 0 ? undefined : costing.reduce((total, amount) => total + amount, 0) / 1000;
};
const known = (amounts: Record<string, number | undefined>) =>
  Object.fromEntries(Object.entries(amounts).filter(([, amount]) => amount !== undefined));

/** What the costs page shows of some calls, added up from the list above. */
function totalsOf(calls: readonly Sent[]) {
  const costed = (of: "usd" | "eur") => calls.filter((call) => call[of] !== undefined).length || undefined;
  return {
    count: calls.length,
    total_cost: known({ USD: sum(calls, "usd"), EUR: sum(calls, "eur") }),
    costed: known({ USD: costed("usd"), EUR: costed("eur") }),
    unpriced: calls.filter(({ unpriced }) => unpriced).length,
  };
}

describe("the numbers of the costs page are those of its calls", () => {
  const stats = async (group_by: string[]) => {
    const body = { project_id, start: "2026-11-20T00:00:00Z", end: "2026-11-21T00:00:00Z", group_by };
    const { totals } = await (await service.post("/calls/stats", body)).json();
    return totals;
  };

  test.each([false, true])("stored: %s", async (stored) => {
    if (stored) await service.store.rollUpCalls(new AbortController().signal);
    const [all] = await stats([]);
    expect(all).toMatchObject(totalsOf(CALLS));
    const models = await stats(["model"]);
    for (const model of ["dollar", "euro", "unheard", undefined])
      expect(models.find((one: { model?: string }) => one.model === model)).toMatchObject(
        totalsOf(CALLS.filter((call) => call.model === model)),
      );
    // The same from what each call alone is said to have used.
    expect(models.find((one: { model?: string }) => one.model === "euro").usage).toMatchObject({
      prompt_tokens: 10 + 4 + 2 + 9,
      completion_tokens: 1 + 2 + 2 + 9,
    });
  });

  test("sums name dollars first, whatever comes first in the calls", async () => {
    const [all] = await stats([]);
    expect(Object.keys(all.total_cost)).toEqual(["USD", "EUR"]);
  });
});

test("a list by cost has costs in dollars first, then those in euros, then the others", async () => {
  const order = async (direction: string) => {
    const body = { project_id, columns: ["id"], sort_by: [{ field: "overview.total_cost", direction }] };
    const text = await (await service.post("/calls/stream_query", body)).text();
    return text
      .trim()
      .split("\n")
      .map((line): string => JSON.parse(line).id);
  };
  const dollars = ["stated euro", "stated", "usd", "half", "none"];
  // A root has the cost of its trace.
  const euros = ["parent", "eur", "one", "two"];
  for (const stored of [false, true]) {
    if (stored) await service.store.totalTraces(new AbortController().signal);
    expect((await order("desc")).slice(0, 9)).toEqual([...dollars, ...euros]);
    expect((await order("asc")).slice(0, 9)).toEqual([...dollars.toReversed(), ...euros.toReversed()]);
  }
});

test("with another main currency its costs come first, also in filters; sums stay in their order", async () => {
  const settings = { project_id, main_currency: "eur" };
  const changed = await (await service.post("/projects/settings/update", settings)).json();
  expect(changed.main_currency).toBe("EUR");
  // In a trace with stated costs in dollars alone these are all that it has.
  const eurosFirst = (a: Sent, b: Sent) => (b.eur ?? -1) - (a.eur ?? -1) || (b.usd ?? -1) - (a.usd ?? -1);
  const roots = CALLS.filter(({ parent_id }) => parent_id === undefined).map((call) => {
    const below = CALLS.filter(({ parent_id }) => parent_id === call.id);
    return below.length > 0 ? { ...call, eur: below.reduce((all, { eur = 0 }) => all + eur, 0) } : call;
  });
  const costing = roots.filter(({ eur, usd }) => eur !== undefined || usd !== undefined);
  const read = async (more: object) => {
    const filter = { trace_roots_only: true };
    const sort_by = [{ field: "overview.total_cost", direction: "desc" }];
    const body = { project_id, columns: ["id"], filter, sort_by, ...more };
    const text = await (await service.post("/calls/stream_query", body)).text();
    return text.split("\n").flatMap((line): string[] => (line === "" ? [] : [JSON.parse(line).id]));
  };
  expect((await read({})).slice(0, costing.length)).toEqual(costing.toSorted(eurosFirst).map(({ id }) => id));
  const [all] = (
    await (
      await service.post("/calls/stats", { project_id, start: "2026-11-20T00:00:00Z", end: "2026-11-21T00:00:00Z" })
    ).json()
  ).totals;
  expect(Object.keys(all.total_cost)).toEqual(["USD", "EUR"]);
  expect((await service.post("/projects/settings/update", { project_id, main_currency: "euro" })).status).toBe(422);
});

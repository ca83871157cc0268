import { describe, expect, it } from "vitest";
import type { CallCost } from "@/lib/contract/call-costs";
import type { CallOverview, CallRow, StatedCost } from "@/lib/contract/calls";
import type { CallKind } from "@/lib/contract/call-kinds";
import { JsonText } from "@/lib/json/text";
import { chargedCalls, rollUpCosts, sumRolled } from "./cost";
import { readCosts } from "./read-costs";
import { buildSpanTree } from "./span-tree";

const row = (id: string, parent?: string, kind?: CallKind): CallRow => ({
  id,
  trace_id: "t",
  parent_id: parent,
  overview: { status: "success", kind },
});
const cost = (amount: number, currency = "USD"): CallCost => ({ priced: true, total_cost: { [currency]: amount } });
const unpriced: CallCost = { priced: false, total_tokens: 3 };

interface Shown {
  amounts: Record<string, number>;
  unpriced: string[];
}

const usd = (amount: number, ...unpricedModels: string[]): Shown => ({
  amounts: { USD: amount },
  unpriced: unpricedModels,
});

const both = (amount: number): Shown => ({ amounts: { USD: amount, EUR: 2 }, unpriced: [] });

const rows = [
  row("root", undefined, "agent"),
  row("plan", "root"),
  row("a", "plan", "llm"),
  row("b", "plan", "llm"),
  row("tool", "root", "tool"),
];

const cases: { name: string; costs: Record<string, Record<string, CallCost>>; shown: Record<string, Shown> }[] = [
  {
    name: "sums are exact and go up the tree",
    costs: { a: { m: cost(0.1) }, b: { m: cost(0.2) } },
    shown: { a: usd(0.1), b: usd(0.2), plan: usd(0.3), root: usd(0.3) },
  },
  {
    name: "a call that repeats its children's tokens is not charged for them",
    costs: { plan: { m: cost(0.3) }, a: { m: cost(0.1) }, b: { m: cost(0.2) } },
    shown: { a: usd(0.1), b: usd(0.2), plan: usd(0.3), root: usd(0.3) },
  },
  {
    name: "currencies stay apart",
    costs: { a: { m: cost(0.1) }, b: { m: cost(2, "EUR"), n: cost(1) } },
    shown: { a: usd(0.1), b: both(1), plan: both(1.1), root: both(1.1) },
  },
  {
    name: "a model without a price is listed, not counted as free",
    costs: { a: { m: cost(0.1) }, b: { n: unpriced } },
    shown: { a: usd(0.1), b: { amounts: {}, unpriced: ["n"] }, plan: usd(0.1, "n"), root: usd(0.1, "n") },
  },
  {
    name: "an agent below which nothing is charged shows its own",
    costs: { root: { m: cost(1) } },
    shown: { root: usd(1) },
  },
  { name: "nothing reported is unknown", costs: {}, shown: {} },
];

describe("rollUpCosts", () => {
  it.each(cases)("$name", ({ costs, shown }) => {
    const all = [...rollUpCosts(buildSpanTree(rows), new Map(Object.entries(costs)))];
    const found = all.map(([id, { amounts, unpriced: models }]) => [id, { amounts, unpriced: [...models] }]);
    expect(Object.fromEntries(found)).toEqual(shown);
  });
});

describe("rollUpCosts with stated costs", () => {
  const stated = (total: number, use: StatedCost["use"] = "counted"): Partial<CallOverview> => ({
    stated_cost: { total, source: "llm.cost.total", use },
    ...(use === "counted" && { cost_covered: true }),
  });
  const covered = { cost_covered: true };
  const shownIn = (
    overviews: Record<string, Partial<CallOverview>>,
    costs: Record<string, Record<string, CallCost>>,
  ) => {
    const stating = rows.map((one) => ({
      ...one,
      overview: { status: "success" as const, ...one.overview, ...overviews[one.id] },
    }));
    const all = [...rollUpCosts(buildSpanTree(stating), new Map(Object.entries(costs)))];
    return Object.fromEntries(all.map(([id, { amounts, stated: of }]) => [id, [amounts.USD, of?.atPrices.USD]]));
  };
  const tokens = { a: { m: cost(1) }, b: { m: cost(2) } };

  it("a model call's comes first, beside the calculated ones", () => {
    expect(shownIn({ a: stated(0.5) }, tokens)).toEqual({
      a: [0.5, 1],
      b: [2, undefined],
      plan: [2.5, 3],
      root: [2.5, 3],
    });
  });

  it("a root's includes all tokens below, which keep their own cost", () => {
    expect(shownIn({ root: stated(9), plan: covered, a: covered, b: covered }, tokens)).toEqual({
      a: [1, undefined],
      b: [2, undefined],
      plan: [3, undefined],
      root: [9, 3],
    });
  });

  it("one that is repeated or unused does not add up", () => {
    expect(shownIn({ root: stated(9, "repeated"), a: stated(0), b: stated(0.25) }, {}).root).toEqual([0.25, undefined]);
    expect(shownIn({ root: stated(9, "unused"), a: stated(5, "unused") }, tokens).root).toEqual([3, undefined]);
  });

  it("adds up over several calls", () => {
    const one = {
      amounts: { USD: 0.5 },
      unpriced: new Set<string>(),
      stated: { bySource: { s: 0.5 }, atPrices: { USD: 1 } },
    };
    const sum = sumRolled([one, one, { amounts: { USD: 2 }, unpriced: new Set() }]);
    expect(sum).toMatchObject({ amounts: { USD: 3 }, stated: { bySource: { s: 1 }, atPrices: { USD: 4 } } });
  });
});

describe("chargedCalls", () => {
  it.each([
    ["root", { plan: { m: cost(3) }, a: { m: cost(1) }, b: { m: cost(2) } }, ["a", "b"]],
    ["a", { a: { m: cost(1) }, b: { m: cost(2) } }, ["a"]],
    ["root", { root: { m: cost(3) } }, ["root"]],
    ["tool", { a: { m: cost(1) } }, []],
    ["gone", { a: { m: cost(1) } }, []],
  ])("of %s", (id, costs: Record<string, Record<string, CallCost>>, charged) => {
    expect(chargedCalls(buildSpanTree(rows), id, new Map(Object.entries(costs)))).toEqual(charged);
  });
});

it("adds up costs of several calls exactly, by currency", () => {
  const [a, b] = [
    { amounts: { USD: 0.1, EUR: 2 }, unpriced: new Set(["m"]) },
    { amounts: { USD: 0.2 }, unpriced: new Set<string>() },
  ];
  expect(sumRolled([a, b])).toEqual({ amounts: { USD: 0.3, EUR: 2 }, unpriced: new Set(["m"]) });
  expect(sumRolled([])).toBeUndefined();
});

describe("readCosts", () => {
  it.each([
    ['{"usage":{},"costs":{"m":{"priced":true,"total_cost":{"USD":0.1}}}}', { m: cost(0.1) }],
    ['{"costs":{}}', undefined],
    ['{"costs":{"m":{"cost":1}}}', undefined],
    ['{"costs":[1]}', undefined],
    ["{}", undefined],
  ])("of %s", (summary, costs) => {
    expect(readCosts(new JsonText(summary))).toEqual(costs);
  });
});

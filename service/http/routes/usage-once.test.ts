import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CallKind } from "@/lib/contract/call-kinds";
import { rollUpCosts, type TraceCosts } from "@/lib/trace/cost";
import type { CostBasis } from "@/lib/contract/projects";
import { price } from "@/lib/cost/test-prices";
import { buildSpanTree, type SpanTree } from "@/lib/trace/span-tree";
import { countedCalls, rollUpUsage } from "@/lib/trace/usage";
import { type CallWrite, RANK } from "@/service/store/calls/call-write";
import { list, unique, useStore } from "@/service/store/testing/test-store";
import { pricedUsage } from "@/service/costs/priced-usage";

const opened = useStore();

const KINDS: (CallKind | undefined)[] = [undefined, "llm", "llm", "embedding", "tool", "agent", "chain"];
const MODEL = "m";
const HOUR = { start: "2026-03-28T00:00:00.000000Z", end: "2026-03-28T03:00:00.000000Z" };
const PRICE = { model: MODEL, from: "2020-01-01T00:00:00.000000Z", to: undefined };

const PRICING = {
  prices: [{ ...PRICE, price: price({ llm_id: MODEL, prompt_token_cost: 1, completion_token_cost: 1 }) }],
};

/** A call of a tree: its parent is one of those before it. A token costs a dollar. */
type Node = {
  parent: number | undefined;
  kind: CallKind | undefined;
  tokens: number | undefined;
  /** The cost that it states, in dollars. */
  cost?: number;
};

const tree = fc
  .array(
    fc.record({
      above: fc.nat(),
      kind: fc.constantFrom(...KINDS),
      tokens: fc.option(fc.integer({ min: 1, max: 1000 }), { nil: undefined }),
      cost: fc.option(fc.integer({ min: 0, max: 1000 }), { nil: undefined, freq: 2 }),
    }),
    { minLength: 1, maxLength: 9 },
  )
  .map((nodes) =>
    nodes.map(({ above, ...node }, place): Node => ({ parent: place === 0 ? undefined : above % place, ...node })),
  );

const project = fc.record({
  trees: fc.array(tree, { minLength: 1, maxLength: 3 }),
  /** Calls that are recorded once more: in another trace, by a helper that starts a root of its own, or beside the call. */
  twins: fc.array(fc.record({ pick: fc.nat(), where: fc.constantFrom("trace", "sibling") }), { maxLength: 3 }),
  /** Whether responses have ids; without them nothing tells that two traces record the same request. */
  identified: fc.boolean(),
  /** Whether the start and the end of a call are two writes. */
  isSplit: fc.boolean(),
  order: fc.infiniteStream(fc.nat()),
  batch: fc.constantFrom(1, 2, 3, 5, 60),
});

/** The places of the calls below one. */
const placesBelow = (nodes: readonly Node[], place: number): number[] =>
  nodes.flatMap(({ parent }, at) => (parent === place ? [at, ...placesBelow(nodes, at)] : []));

/** The tokens of each call of a tree that count, from the rule as it is documented. */
function countedTokens(nodes: readonly Node[]): number[] {
  return nodes.map(({ kind, parent, tokens }, place) => {
    const below = placesBelow(nodes, place).flatMap((at) => nodes[at] ?? []);
    const repeating = below.filter(
      (node) =>
        node.tokens !== undefined &&
        node.kind !== "agent" &&
        node.kind !== "chain" &&
        !(kind === "llm" && node.kind === "embedding") &&
        !(kind === "embedding" && node.kind === "llm"),
    );
    const isSummary = (kind === "agent" || kind === "chain") && parent !== undefined;
    return repeating.length > 0 || isSummary ? 0 : (tokens ?? 0);
  });
}

const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

/** The cost of a tree, from the rule for stated costs as it is documented. */
function costOf(nodes: readonly Node[]): number {
  const isModelCall = ({ kind }: Node) => kind === undefined || kind === "llm" || kind === "embedding";
  const mayInclude = (above: Node, below: Node) =>
    (above.kind !== "llm" && above.kind !== "embedding") || below.kind === undefined || below.kind === above.kind;
  const below = (node: Node) => placesBelow(nodes, nodes.indexOf(node)).flatMap((at) => nodes[at] ?? []);
  const above = (node: Node): Node[] => {
    const parent = node.parent === undefined ? undefined : nodes[node.parent];
    return parent ? [parent, ...above(parent)] : [];
  };
  const counts = (node: Node): boolean =>
    node.cost !== undefined &&
    !below(node).some((one) => one.cost !== undefined && isModelCall(one) && mayInclude(node, one)) &&
    !above(node).some((one) => counts(one) && mayInclude(one, node));
  const isIncluded = (node: Node) =>
    counts(node) ||
    above(node).some((one) => counts(one) && mayInclude(one, node)) ||
    below(node).some((one) => counts(one) && isModelCall(one) && mayInclude(node, one));
  const tokens = countedTokens(nodes);
  return total(
    nodes.map((node, place) => (counts(node) ? (node.cost ?? 0) : 0) + (isIncluded(node) ? 0 : (tokens[place] ?? 0))),
  );
}

const time = (ms: number) => new Date(Date.UTC(2026, 2, 28, 1) + ms).toISOString().replace("Z", "000Z");

function writesOf(project_id: string, trace: string, nodes: readonly Node[]): CallWrite[] {
  return nodes.map(({ parent, kind, tokens, cost }, place) => ({
    project_id,
    id: `${trace}.${place}`,
    trace_id: trace,
    parent_id: parent === undefined ? undefined : `${trace}.${parent}`,
    rank: RANK.end,
    op_name: "op",
    kind,
    started_at: time(place * 1000),
    ended_at: time(place * 1000 + 100),
    ...(cost !== undefined && { stated_cost: { total: cost, source: "test.cost" } }),
    ...(tokens !== undefined && {
      model: MODEL,
      usage: { prompt_tokens: tokens, total_tokens: tokens },
      response_id: `response-${trace}.${place}`,
    }),
  }));
}

/** The start and the end of a call, as two writes. */
function startAndEnd({
  project_id,
  id,
  trace_id,
  parent_id,
  op_name,
  kind,
  started_at,
  ...end
}: CallWrite): CallWrite[] {
  return [
    { project_id, id, trace_id, parent_id, op_name, kind, started_at, rank: RANK.start },
    { project_id, id, ...end },
  ];
}

/** The call that a helper records around another one. */
function twinOf(call: CallWrite, place: number, where: "trace" | "sibling"): CallWrite {
  const id = `twin-${place}-${call.id}`;
  return {
    ...call,
    id,
    trace_id: where === "trace" ? id : call.trace_id,
    parent_id: where === "sibling" ? call.parent_id : undefined,
    ended_at: call.ended_at?.replace(".100000Z", ".200000Z"),
  };
}

/** The total that each place that shows tokens comes to. */
async function totals(project_id: string) {
  const { store } = opened();
  const rows = await list(store, { project_id, include_overview: true });
  const roots = rows.filter(({ parent_id }) => parent_id === undefined);
  const statistics = await store.countByTime({
    project_id,
    ...HOUR,
    starts: [HOUR.start],
    groupBy: [],
    prices: [PRICE],
    limit: 100,
  });
  const shown = await store.readShownUsage({ project_id, ids: roots.map(({ id }) => id), prices: [PRICE] });
  const sum = (counts: (number | undefined)[]) => total(counts.map((count) => count ?? 0));
  const costs: TraceCosts = new Map(
    rows.flatMap(({ id, overview }) => {
      const tokens = overview?.usage?.prompt_tokens;
      return tokens === undefined ? [] : [[id, { [MODEL]: { priced: true, total_cost: { USD: tokens } } }] as const];
    }),
  );
  const trees = roots.map((root) => buildSpanTree(rows.filter(({ trace_id }) => trace_id === root.trace_id)));
  // A tree of which nothing counts shows what its root reports.
  const inTree = trees.flatMap((one) => (countedCalls(one).size > 0 ? rollUpUsage(one).get(rootOf(one)) : []));
  const inTreeCosts = trees.flatMap((one) => {
    const own = [...one.byId.values()].flatMap(({ id, row }) => (row?.overview ? [{ id, ...row.overview }] : []));
    const counted = countedCalls(one);
    const isCharged = own.some(
      ({ id, stated_cost, cost_covered }) => stated_cost?.use === "counted" || (counted.has(id) && !cost_covered),
    );
    return isCharged ? (rollUpCosts(one, costs).get(rootOf(one)) ?? []) : [];
  });
  const ofAll = statistics.filter(({ bucket }) => bucket === undefined);
  const inUse = (basis: CostBasis) => ({
    statistics: sum(ofAll.map((one) => pricedUsage(one, { ...PRICING, basis }).total_cost.USD)),
    lists: sum(shown.map((one) => pricedUsage(one, { ...PRICING, basis }).total_cost.USD)),
  });
  return {
    lists: sum(roots.map(({ overview }) => overview?.total_usage?.prompt_tokens)),
    statistics: sum(ofAll.flatMap(({ usage }) => usage.map((one) => one.usage.prompt_tokens))),
    costs: inUse("prices"),
    statedFirst: { ...inUse("stated"), trees: sum(inTreeCosts.map(({ amounts }) => amounts.USD)) },
    trees: sum(inTree.map((usage) => usage?.prompt_tokens)),
  };
}

const rootOf = ({ roots: [root] }: SpanTree) => root?.id ?? "";

/** What every place shows of as many tokens, which cost as many dollars, and of this cost with stated ones. */
function everywhere(tokens: number, cost = tokens) {
  return {
    lists: tokens,
    statistics: tokens,
    trees: tokens,
    costs: { lists: tokens, statistics: tokens },
    statedFirst: { lists: cost, statistics: cost, trees: cost },
  };
}

describe("tokens and costs that several calls report", () => {
  test("count once in lists, statistics, costs and trees, in whatever order the calls arrive", async () => {
    await fc.assert(
      fc.asyncProperty(project, async ({ trees, twins, identified, isSplit, order, batch }) => {
        const project_id = unique("usage/once");
        const own = trees.flatMap((nodes, place) => writesOf(project_id, `t${place}`, nodes));
        const counting = own.filter(({ kind, usage }) => kind === "llm" && usage);
        const helpers = (identified ? twins : []).flatMap(({ pick, where }, place) => {
          const call = counting[pick % counting.length];
          return call ? [twinOf(call, place, call.parent_id === undefined ? "trace" : where)] : [];
        });
        const distinct = [...new Map(helpers.map((helper) => [helper.response_id, helper])).values()];
        const sent = identified ? [...own, ...distinct] : own.map((write) => ({ ...write, response_id: undefined }));
        const arriving = sent
          .flatMap((write) => (isSplit ? startAndEnd(write) : write))
          .map((write) => ({ write, at: order.next().value ?? 0 }))
          .toSorted((a, b) => a.at - b.at);
        const tokens = total(trees.flatMap(countedTokens));
        const expected = everywhere(tokens, total(trees.map(costOf)));
        for (let from = 0; from < arriving.length; from += batch)
          await opened().store.writeCalls(arriving.slice(from, from + batch).map(({ write }) => write));
        expect(await totals(project_id)).toEqual(expected);
        await opened().store.rollUpCalls(new AbortController().signal);
        expect(await totals(project_id)).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  }, 240_000);

  test.each<[string, (string | undefined)[], string[]]>([
    // Each call by its parent; then those that record one request, outer records first.
    ["siblings", [undefined, "t.0", "t.0"], ["t.1", "t.2"]],
    ["cousins", [undefined, "t.0", "t.1", "t.0"], ["t.2", "t.3"]],
    ["nested calls and a sibling", [undefined, "t.0", "t.1", "t.0"], ["t.1", "t.2", "t.3"]],
    ["nested calls and a sibling around them", [undefined, "t.0", "t.0", "t.2"], ["t.1", "t.2", "t.3"]],
    ["nested calls in two chains", [undefined, "t.0", "t.0", "t.1", "t.2"], ["t.1", "t.2", "t.3", "t.4"]],
  ])(
    "of one request that %s record count once, in any order, also at exactly the same time",
    async (_, parents, same) => {
      for (const gap of [1, 0])
        for (const ids of [same, same.toReversed()]) {
          const project_id = unique("usage/siblings");
          const writes = parents.map((parent_id, place): CallWrite => {
            const id = `t.${place}`;
            const inside = Math.max(same.indexOf(id), 0) * gap;
            return {
              project_id,
              id,
              trace_id: "t",
              parent_id,
              rank: RANK.end,
              op_name: "op",
              kind: same.includes(id) ? "llm" : "chain",
              started_at: time(inside),
              ended_at: time(100 - inside),
              ...(same.includes(id) && {
                model: MODEL,
                usage: { prompt_tokens: 1000, total_tokens: 1000 },
                response_id: "chatcmpl-1",
              }),
            };
          });
          const byId = new Map(writes.map((write) => [write.id, write]));
          const others = writes.filter(({ id }) => !same.includes(id));
          for (const write of [...others, ...ids.flatMap((id) => byId.get(id) ?? [])])
            await opened().store.writeCalls([write]);
          expect(await totals(project_id)).toEqual(everywhere(1000));
        }
    },
  );

  test("of one request that two roots of a trace record count once for each of them", async () => {
    const project_id = unique("usage/roots");
    const { store } = opened();
    const [inner] = writesOf(project_id, "t", [{ parent: undefined, kind: "llm", tokens: 7 }]);
    await store.writeCalls(inner ? [twinOf(inner, 0, "sibling"), inner] : []);
    const rows = await list(store, { project_id, include_overview: true });
    expect(rows.map(({ overview }) => overview?.total_usage?.prompt_tokens)).toEqual([7, 7]);
    expect((await totals(project_id)).statistics).toBe(7);
  });

  test("count again when the calls that repeat them are deleted, and once more when those are restored", async () => {
    const project_id = unique("usage/deleted");
    const { store } = opened();
    await store.writeCalls(
      writesOf(project_id, "t", [
        { parent: undefined, kind: "llm", tokens: 5 },
        { parent: 0, kind: undefined, tokens: undefined },
        { parent: 1, kind: "llm", tokens: 4 },
      ]),
    );
    expect(await totals(project_id)).toEqual(everywhere(4));
    await store.deleteCalls(project_id, ["t.1"]);
    expect(await totals(project_id)).toEqual(everywhere(5));
    await store.restoreCalls(project_id, ["t.1"]);
    expect(await totals(project_id)).toEqual(everywhere(4));
  });

  test.each([true, false])("of concurrent writers of one trace count once; response ids: %s", async (identified) => {
    const project_id = unique("usage/racing");
    const writes = writesOf(
      project_id,
      "t",
      Array.from({ length: 12 }, (_, place) => ({
        parent: place === 0 ? undefined : place - 1,
        kind: "llm",
        tokens: place + 1,
      })),
    );
    const sent = writes.map((write) => (identified ? write : { ...write, response_id: undefined }));
    await Promise.all(sent.map((write) => opened().store.writeCalls([write])));
    expect(await totals(project_id)).toEqual(everywhere(12));
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CallKind } from "@/lib/contract/call-kinds";
import { rollUpCosts, type TraceCosts } from "@/lib/trace/cost";
import { buildSpanTree } from "@/lib/trace/span-tree";
import { countedCalls, rollUpUsage } from "@/lib/trace/usage";
import { type CallWrite, RANK } from "@/service/store/calls/call-write";
import { list, unique, useStore } from "@/service/store/testing/test-store";

const opened = useStore();

const KINDS: (CallKind | undefined)[] = [undefined, "llm", "llm", "embedding", "tool", "agent", "chain"];
const MODEL = "m";
const HOUR = { start: "2026-03-28T00:00:00.000000Z", end: "2026-03-28T03:00:00.000000Z" };
const PRICE = { model: MODEL, from: "2020-01-01T00:00:00.000000Z", to: undefined };

/** A call of a tree: its parent is one of those before it. */
type Node = { parent: number | undefined; kind: CallKind | undefined; tokens: number | undefined };

const tree = fc
  .array(
    fc.record({
      above: fc.nat(),
      kind: fc.constantFrom(...KINDS),
      tokens: fc.option(fc.integer({ min: 1, max: 1000 }), { nil: undefined }),
    }),
    { minLength: 1, maxLength: 9 },
  )
  .map((nodes) =>
    nodes.map(({ above, kind, tokens }, place): Node => ({
      parent: place === 0 ? undefined : above % place,
      kind,
      tokens,
    })),
  );

const project = fc.record({
  trees: fc.array(tree, { minLength: 1, maxLength: 3 }),
  /** Calls that another trace records too, as a helper that starts a root of its own. */
  twins: fc.array(fc.nat(), { maxLength: 3 }),
  order: fc.infiniteStream(fc.nat()),
  batch: fc.integer({ min: 1, max: 5 }),
});

/** The tokens of a tree, counted from the rule as it is documented. */
function tokensOf(nodes: readonly Node[]): number {
  const below = (place: number): Node[] =>
    nodes.flatMap((node, at) => (node.parent === place ? [node, ...below(at)] : []));
  return nodes.reduce((sum, { kind, parent, tokens }, place) => {
    const repeating = below(place).filter(
      (node) =>
        node.tokens !== undefined &&
        node.kind !== "agent" &&
        node.kind !== "chain" &&
        !(kind === "llm" && node.kind === "embedding") &&
        !(kind === "embedding" && node.kind === "llm"),
    );
    const isSummary = (kind === "agent" || kind === "chain") && parent !== undefined;
    return sum + (repeating.length > 0 || isSummary ? 0 : (tokens ?? 0));
  }, 0);
}

const time = (ms: number) => new Date(Date.UTC(2026, 2, 28, 1) + ms).toISOString().replace("Z", "000Z");

function writesOf(project_id: string, trace: string, nodes: readonly Node[]): CallWrite[] {
  return nodes.map(({ parent, kind, tokens }, place) => ({
    project_id,
    id: `${trace}.${place}`,
    trace_id: trace,
    parent_id: parent === undefined ? undefined : `${trace}.${parent}`,
    rank: RANK.end,
    op_name: "op",
    kind,
    started_at: time(place * 1000),
    ended_at: time(place * 1000 + 100),
    ...(tokens !== undefined && {
      model: MODEL,
      usage: { prompt_tokens: tokens, total_tokens: tokens },
      response_id: `response-${trace}.${place}`,
    }),
  }));
}

/** The call that a helper records around another one, as a root. */
function twinOf(call: CallWrite, place: number): CallWrite {
  const id = `twin-${place}-${call.id}`;
  return { ...call, id, trace_id: id, parent_id: undefined, ended_at: call.ended_at?.replace(".100000Z", ".200000Z") };
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
  const sum = (counts: (number | undefined)[]) => counts.reduce<number>((total, count) => total + (count ?? 0), 0);
  const costs: TraceCosts = new Map(
    rows.flatMap(({ id, overview }) => {
      const tokens = overview?.usage?.prompt_tokens;
      return tokens === undefined ? [] : [[id, { [MODEL]: { priced: true, total_cost: { USD: tokens } } }] as const];
    }),
  );
  const trees = roots.map((root) => buildSpanTree(rows.filter(({ trace_id }) => trace_id === root.trace_id)));
  const inTree = trees.map((one) => {
    const [root] = one.roots;
    // A tree of which nothing counts shows what its root reports.
    const isCounted = root && countedCalls(one).size > 0;
    return isCounted ? { usage: rollUpUsage(one).get(root.id), cost: rollUpCosts(one, costs).get(root.id) } : undefined;
  });
  return {
    lists: sum(roots.map(({ overview }) => overview?.total_usage?.prompt_tokens)),
    statistics: sum(
      statistics
        .filter(({ bucket }) => bucket === undefined)
        .flatMap(({ usage }) => usage.map((one) => one.usage.prompt_tokens)),
    ),
    costs: sum(shown.map(({ usage }) => usage.prompt_tokens)),
    trees: sum(inTree.map((one) => one?.usage?.prompt_tokens)),
    treeCosts: sum(inTree.map((one) => one?.cost?.amounts.USD)),
  };
}

describe("tokens that several calls report", () => {
  test("count once in lists, statistics, costs and trees, in whatever order the calls arrive", async () => {
    await fc.assert(
      fc.asyncProperty(project, async ({ trees, twins, order, batch }) => {
        const project_id = unique("usage/once");
        const own = trees.flatMap((nodes, place) => writesOf(project_id, `t${place}`, nodes));
        const counting = own.filter(({ kind, usage }) => kind === "llm" && usage);
        const helpers = twins.flatMap((pick, place) => {
          const call = counting[pick % counting.length];
          return call ? [twinOf(call, place)] : [];
        });
        const distinct = [...new Map(helpers.map((helper) => [helper.response_id, helper])).values()];
        const arriving = [...own, ...distinct]
          .map((write) => ({ write, at: order.next().value ?? 0 }))
          .toSorted((a, b) => a.at - b.at);
        const expected = trees.reduce((sum, nodes) => sum + tokensOf(nodes), 0);
        for (let from = 0; from < arriving.length; from += batch)
          await opened().store.writeCalls(arriving.slice(from, from + batch).map(({ write }) => write));
        const all = { lists: expected, statistics: expected, costs: expected, trees: expected, treeCosts: expected };
        expect(await totals(project_id)).toEqual(all);
        await opened().store.rollUpCalls(new AbortController().signal);
        expect(await totals(project_id)).toEqual(all);
      }),
      { numRuns: 60 },
    );
  }, 120_000);

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
    expect(await totals(project_id)).toMatchObject({ lists: 4, statistics: 4, costs: 4 });
    await store.deleteCalls(project_id, ["t.1"]);
    expect(await totals(project_id)).toMatchObject({ lists: 5, statistics: 5, costs: 5 });
    await store.restoreCalls(project_id, ["t.1"]);
    expect(await totals(project_id)).toMatchObject({ lists: 4, statistics: 4, costs: 4 });
  });

  test("of concurrent writers of one trace count once", async () => {
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
    await Promise.all(writes.map((write) => opened().store.writeCalls([write])));
    expect(await totals(project_id)).toMatchObject({ lists: 12, statistics: 12, costs: 12, trees: 12 });
  });
});

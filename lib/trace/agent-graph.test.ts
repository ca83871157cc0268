import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CallRow } from "@/lib/contract/calls";
import { type AgentGraph, agentGraph } from "./agent-graph";
import { GRAPH_FOLDS, type GraphFold, MOST_STEPS } from "./graph-fold";
import { buildSpanTree } from "./span-tree";

const second = (at: number) => new Date(Date.UTC(2026, 10, 20) + at * 1000).toISOString().replace("Z", "000Z");

interface TestCall {
  id: string;
  name?: string;
  parent?: string;
  start: number;
  end?: number | undefined;
  kind?: "agent" | "llm" | "tool";
  exception?: string;
}

function row({ id, name = id, parent, start, end, kind, exception }: TestCall): CallRow {
  return {
    id,
    trace_id: "t",
    op_name: name,
    started_at: second(start),
    ...(parent === undefined ? {} : { parent_id: parent }),
    ...(end === undefined ? {} : { ended_at: second(end) }),
    ...(exception === undefined ? {} : { exception }),
    overview: { status: "success", ...(kind && { kind }) },
  };
}

const graphOf = (calls: readonly TestCall[], fold: GraphFold = "name") =>
  agentGraph(buildSpanTree(calls.map(row)), fold);

/** Edges as `from type to count`, with `!` for each return. */
function edgesOf({ nodes, edges }: AgentGraph): string[] {
  const names = new Map(nodes.map(({ key, name, others }) => [key, others > 0 ? "…" : name]));
  const arrows = { call: "→", next: "⇢" };
  return edges.map(
    ({ from, to, type, count, returns }) =>
      `${names.get(from)} ${arrows[type]} ${names.get(to)} ${count}${"!".repeat(returns)}`,
  );
}
const countsOf = ({ nodes }: AgentGraph) => Object.fromEntries(nodes.map(({ name, calls }) => [name, calls.length]));

/** An agent that asks a model, uses a tool, and asks again, some times. */
const loop = (turns: number): TestCall[] => [
  { id: "agent", start: 0, end: 100, kind: "agent" },
  ...Array.from({ length: turns }, (_, turn): TestCall[] => [
    { id: `llm ${turn}`, name: "chat", parent: "agent", start: turn * 4 + 1, end: turn * 4 + 2, kind: "llm" },
    { id: `tool ${turn}`, name: "search", parent: "agent", start: turn * 4 + 3, end: turn * 4 + 4, kind: "tool" },
  ]).flat(),
  { id: "last", name: "chat", parent: "agent", start: 90, end: 92, kind: "llm" },
];

describe("agentGraph", () => {
  it.each(["name", "caller"] as const)("by %s, draws each call of an expanded step on its own", (fold) => {
    const tree = buildSpanTree(loop(3).map(row));
    const folded = agentGraph(tree, fold);
    const search = folded.nodes.find(({ name }) => name === "search");
    const { nodes, edges } = agentGraph(tree, fold, new Set([search?.key ?? ""]));
    expect(nodes.map(({ name, calls }) => [name, calls])).toEqual([
      ["agent", ["agent"]],
      ["chat", ["llm 0", "llm 1", "llm 2", "last"]],
      ["search", ["tool 0"]],
      ["search", ["tool 1"]],
      ["search", ["tool 2"]],
    ]);
    // Each call but the root is reached once, as when folded.
    expect(edges.reduce((sum, { count }) => sum + count, 0)).toBe(7);
    expect(agentGraph(tree, fold, new Set(["unknown"]))).toEqual(folded);
  });

  it("shows the loop of a model and a tool, with its counts", () => {
    const graph = graphOf(loop(5));
    expect(countsOf(graph)).toEqual({ agent: 1, chat: 6, search: 5 });
    expect(edgesOf(graph)).toEqual(["agent → chat 1", "chat ⇢ search 5!!!!", "search ⇢ chat 5!!!!!"]);
    expect(graph.nodes.find(({ name }) => name === "chat")).toMatchObject({
      kind: "llm",
      calls: ["llm 0", "llm 1", "llm 2", "llm 3", "llm 4", "last"],
      timed: 6,
      totalMs: 7000,
    });
    const [agent] = graph.nodes;
    expect(graph.nodes.map(({ callers }) => [...callers])).toEqual([[], [[agent?.key, 6]], [[agent?.key, 5]]]);
  });

  it("shows a step that follows itself, and one that calls itself", () => {
    const calls: TestCall[] = [1, 2, 3].map((n) => ({
      id: `try ${n}`,
      name: "try",
      parent: "agent",
      start: n * 2,
      end: n * 2 + 1,
    }));
    expect(edgesOf(graphOf([{ id: "agent", start: 0, end: 9 }, ...calls]))).toEqual(["agent → try 1", "try ⇢ try 2!!"]);
    const nested: TestCall[] = [1, 2, 3].map((n) => ({
      id: `${n}`,
      name: "solve",
      ...(n > 1 && { parent: `${n - 1}` }),
      start: n,
      end: 9,
    }));
    for (const fold of ["name", "caller"] as const)
      expect(edgesOf(graphOf(nested, fold))).toEqual(["solve → solve 2!!"]);
  });

  it("shows an agent that a tool calls again as a loop of calls", () => {
    const calls: TestCall[] = [
      { id: "a1", name: "agent", start: 0, end: 9 },
      { id: "t1", name: "delegate", parent: "a1", start: 1, end: 8 },
      { id: "a2", name: "agent", parent: "t1", start: 2, end: 7 },
    ];
    expect(edgesOf(graphOf(calls))).toEqual(["agent → delegate 1", "delegate → agent 1!"]);
  });

  it("leads from a step to each of several in parallel, and from each to the next one", () => {
    const calls: TestCall[] = [
      { id: "agent", start: 0, end: 9 },
      { id: "plan", parent: "agent", start: 0, end: 1 },
      { id: "news", parent: "agent", start: 2, end: 4 },
      { id: "weather", parent: "agent", start: 2, end: 5 },
      { id: "weather 2", name: "weather", parent: "agent", start: 3, end: 5 },
      { id: "answer", parent: "agent", start: 6, end: 7 },
    ];
    expect(edgesOf(graphOf(calls)).toSorted()).toEqual([
      "agent → plan 1",
      "news ⇢ answer 1",
      "plan ⇢ news 1",
      "plan ⇢ weather 2",
      "weather ⇢ answer 1",
    ]);
  });

  it("keeps steps apart by kind, and by what called them if asked to", () => {
    const calls: TestCall[] = [
      { id: "root", start: 0, end: 9 },
      { id: "plan", parent: "root", start: 1, end: 3 },
      { id: "c1", name: "chat", parent: "plan", start: 1, end: 2, kind: "llm" },
      { id: "write", parent: "root", start: 4, end: 8 },
      { id: "c2", name: "chat", parent: "write", start: 5, end: 6, kind: "llm" },
      { id: "c3", name: "chat", parent: "write", start: 6, end: 7, kind: "tool" },
    ];
    expect(graphOf(calls).nodes.map(({ name, kind }) => `${name} ${kind ?? ""}`.trim())).toEqual([
      "root",
      "plan",
      "chat llm",
      "write",
      "chat tool",
    ]);
    expect(graphOf(calls, "caller").nodes).toHaveLength(6);
    expect(graphOf(calls, "call").nodes.map(({ calls: [id] }) => id)).toEqual([
      "root",
      "plan",
      "c1",
      "write",
      "c2",
      "c3",
    ]);
  });

  it("counts errors of calls themselves, and running calls without stale ones", () => {
    const tree = buildSpanTree([
      row({ id: "root", start: 0 }),
      row({ id: "a", name: "step", parent: "root", start: 1, end: 2, exception: "Error: no" }),
      row({ id: "b", name: "step", parent: "root", start: 3 }),
      { ...row({ id: "c", name: "step", parent: "root", start: 4 }), overview: { status: "running", stale: true } },
    ]);
    const [root, step] = agentGraph(tree, "name").nodes;
    expect(root).toMatchObject({ errors: 0, running: 1, timed: 0 });
    expect(step).toMatchObject({ errors: 1, running: 1, timed: 1, totalMs: 1000 });
  });

  it("has no edge from a parent that was not received, and ends on cycles of parents", () => {
    const orphans = graphOf([
      { id: "a", parent: "lost", start: 0, end: 1 },
      { id: "b", parent: "lost", start: 2, end: 3 },
    ]);
    expect(edgesOf(orphans)).toEqual(["a ⇢ b 1"]);
    const cycle = graphOf([
      { id: "a", parent: "b", start: 0, end: 3 },
      { id: "b", parent: "a", start: 1, end: 2 },
    ]);
    expect(edgesOf(cycle)).toEqual(["a → b 1"]);
  });

  it("draws the steps with most calls of too many, and all others as one", () => {
    const names = MOST_STEPS.name + 30;
    const calls: TestCall[] = Array.from({ length: names * 2 }, (_, n) => ({
      id: `${n}`,
      name: n % 2 === 0 ? "often" : `rare ${n}`,
      parent: "root",
      start: n * 2,
      end: n * 2 + 1,
    }));
    const { nodes } = graphOf([{ id: "root", start: 0, end: 9999 }, ...calls]);
    expect(nodes).toHaveLength(MOST_STEPS.name + 1);
    expect(nodes.slice(0, 2).map(({ name }) => name)).toEqual(["root", "often"]);
    expect(nodes.find(({ others }) => others > 0)).toMatchObject({ others: names + 2 - MOST_STEPS.name, key: "rest" });
  });

  it("keeps the keys of steps while calls are added", () => {
    for (const fold of GRAPH_FOLDS) {
      const keys = graphOf(loop(2), fold).nodes.map(({ key }) => key);
      expect(graphOf(loop(4), fold).nodes.map(({ key }) => key)).toEqual(expect.arrayContaining(keys));
    }
  });

  it("folds 10,000 calls of any depth", () => {
    const deep: TestCall[] = Array.from({ length: 10_000 }, (_, n) => ({
      id: `${n}`,
      name: `step ${n % 7}`,
      ...(n > 0 && { parent: `${n - 1}` }),
      start: n,
      end: 20_000 - n,
    }));
    const wide = deep.map((call, n) => (n === 0 ? call : { ...call, parent: "0" }));
    for (const calls of [deep, wide])
      for (const fold of GRAPH_FOLDS) {
        const { nodes } = graphOf(calls, fold);
        expect(nodes.length).toBeLessThanOrEqual(MOST_STEPS[fold] + 1);
        expect(nodes.reduce((sum, node) => sum + node.calls.length, 0)).toBe(10_000);
      }
  });
});

const anyCalls = fc
  .array(
    fc.record({
      name: fc.constantFrom("a", "b", "c"),
      kind: fc.constantFrom(undefined, "llm" as const, "tool" as const),
      exception: fc.constantFrom(undefined, undefined, "Error: no"),
      parent: fc.option(fc.integer({ min: -2, max: 20 }), { nil: undefined }),
      start: fc.integer({ min: 0, max: 12 }),
      length: fc.option(fc.integer({ min: 0, max: 6 }), { nil: undefined }),
    }),
    { minLength: 1, maxLength: 20 },
  )
  .map((drawn) =>
    drawn.map(({ name, kind, exception, parent, start, length }, id): TestCall => ({
      id: String(id),
      name,
      ...(kind && { kind }),
      ...(exception && { exception }),
      ...(parent === undefined ? {} : { parent: String(parent) }),
      start,
      end: length === undefined ? undefined : start + length,
    })),
  );

describe("any trace, with orphans, cycles, running calls and calls at one instant", () => {
  it("has each call in one step, and each call below another counted once for its caller", () => {
    fc.assert(
      fc.property(anyCalls, fc.constantFrom(...GRAPH_FOLDS), (calls, fold) => {
        const { nodes } = graphOf(calls, fold);
        expect(nodes.flatMap((node) => node.calls).toSorted()).toEqual(calls.map(({ id }) => id).toSorted());
        const tree = buildSpanTree(calls.map(row));
        const called = [...tree.byId.values()].filter((node) => node.row && node.parent?.row).length;
        const counted = nodes.flatMap(({ callers }) => [...callers.values()]).reduce((sum, count) => sum + count, 0);
        expect(counted).toBe(called);
      }),
    );
  });

  it("has the numbers of each name and kind", () => {
    fc.assert(
      fc.property(anyCalls, (calls) => {
        const expected = new Map<string, { calls: number; errors: number; running: number; totalMs: number }>();
        for (const { name, kind, exception, start, end } of calls) {
          const key = `${name} ${kind}`;
          const sum = expected.get(key) ?? { calls: 0, errors: 0, running: 0, totalMs: 0 };
          expected.set(key, {
            calls: sum.calls + 1,
            errors: sum.errors + (exception ? 1 : 0),
            running: sum.running + (end === undefined && !exception ? 1 : 0),
            totalMs: sum.totalMs + (end === undefined ? 0 : (end - start) * 1000),
          });
        }
        const { nodes } = graphOf(calls);
        expect(nodes).toHaveLength(expected.size);
        for (const { name, kind, calls: ids, errors, running, totalMs } of nodes)
          expect({ calls: ids.length, errors, running, totalMs }).toEqual(expected.get(`${name} ${kind}`));
      }),
    );
  });

  it("has counts that add up: every call is reached by one call, or by what ran before it, or by nothing", () => {
    fc.assert(
      fc.property(anyCalls, (calls) => {
        // With a step for each call, each of these ways is an edge of its own.
        const { nodes, edges } = graphOf(calls, "call");
        const tree = buildSpanTree(calls.map(row));
        for (const { key, calls: ids } of nodes) {
          const reached = edges.filter(({ to }) => to === key);
          const byCall = reached.filter(({ type }) => type === "call").length;
          const byNext = reached.length - byCall;
          const isBelow = tree.byId.get(ids[0] ?? "")?.parent?.row !== undefined;
          expect(reached.every(({ count }) => count === 1)).toBe(true);
          expect(byCall).toBe(isBelow && byNext === 0 ? 1 : 0);
        }
        // Folded, each call still counts on exactly one call edge, or on one edge from each step that ran before it.
        const stepOf = new Map(graphOf(calls).nodes.flatMap((node) => node.calls.map((id) => [id, node.key] as const)));
        const ways = new Map<string, number>();
        for (const { key, calls: ids } of nodes) {
          const from = edges.filter(({ to }) => to === key);
          const places = from.map((edge) => [edge.type, stepOf.get(JSON.parse(edge.from) as string)]);
          for (const place of new Set(places.map((one) => JSON.stringify([...one, stepOf.get(ids[0] ?? "")]))))
            ways.set(place, (ways.get(place) ?? 0) + 1);
        }
        const folded = graphOf(calls).edges.map(({ key, count }) => `${count} ${key}`);
        expect(folded.toSorted()).toEqual([...ways].map(([key, count]) => `${count} ${key}`).toSorted());
      }),
    );
  });

  it("has counts into each step that add up to its calls while nothing runs in parallel", () => {
    const sequential = fc.array(fc.tuple(fc.constantFrom("a", "b", "c"), fc.nat({ max: 30 })), {
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(sequential, (drawn) => {
        // Each call is below an earlier one; siblings end before the next one starts.
        const calls = drawn.map(([name, above], place): TestCall => {
          const parent = place === 0 ? {} : { parent: String(above % place) };
          return { id: String(place), name, ...parent, start: place, end: place };
        });
        const { nodes, edges } = graphOf(calls);
        for (const { key, calls: ids } of nodes) {
          const reached = edges.filter(({ to }) => to === key).reduce((sum, { count }) => sum + count, 0);
          expect(reached).toBe(ids.length - (ids.includes("0") ? 1 : 0));
        }
      }),
    );
  });
});

import { expect, it } from "vitest";
import type { GraphEdge } from "./agent-graph";
import { drawnEdges, MOST_EDGES } from "./drawn-edges";

const edge = (from: number, to: number, count: number): GraphEdge => ({
  key: `${from} ${to}`,
  from: String(from),
  to: String(to),
  type: "next",
  count,
  returns: 0,
});
const all = Array.from({ length: 40 }, (_, from) =>
  Array.from({ length: 40 }, (__, to) => edge(from, to, from === to ? 999 : to < 20 ? 100 + from : 1)),
).flat();

it("draws every edge of a usual graph", () => {
  const edges = all.slice(0, MOST_EDGES);
  expect(drawnEdges({ edges })).toBe(edges);
});

it("draws the most frequent edges of a dense graph, and at least one into each step from another", () => {
  const drawn = drawnEdges({ edges: all });
  expect(drawn).toHaveLength(MOST_EDGES);
  expect(new Set(drawn.flatMap(({ from, to }) => (from === to ? [] : to))).size).toBe(40);
  const rare = drawn.filter(({ count }) => count === 1);
  expect(rare).toHaveLength(20);
  const kept = new Set(drawn);
  const leastKept = Math.min(...drawn.filter((one) => !rare.includes(one)).map(({ count }) => count));
  expect(all.every((one) => kept.has(one) || one.count <= leastKept)).toBe(true);
  expect(drawn).toEqual(all.filter((one) => kept.has(one)));
});

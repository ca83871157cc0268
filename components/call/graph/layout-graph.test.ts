import { describe, expect, it } from "vitest";

import { readingOrder, stepTo } from "./graph-keys";
import { layoutGraph } from "./layout-graph";
import { NODE_SIZE, pathThrough } from "./places";

const edge = (from: string, to: string, type = "next") => ({ key: `${type} ${from} ${to}`, from, to, type });
const request = {
  nodes: ["agent", "chat", "search", "write"],
  edges: [
    edge("agent", "chat", "call"),
    edge("chat", "search"),
    edge("search", "chat"),
    edge("search", "search"),
    edge("chat", "write"),
    edge("agent", "write", "call"),
  ],
};

describe("layoutGraph", () => {
  const layout = layoutGraph(request);

  it("places every step and edge within the graph, callers above, and no two steps on each other", () => {
    const places = [...layout.nodes.values()];
    expect([...layout.nodes.keys()]).toEqual(request.nodes);
    expect([...layout.edges.keys()]).toEqual(request.edges.map(({ key }) => key));
    for (const { x, y } of [
      ...places,
      ...[...layout.edges.values()].flatMap(({ points, label }) => [...points, label]),
    ]) {
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(layout.width);
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(layout.height);
    }
    const yOf = (key: string) => layout.nodes.get(key)?.y ?? 0;
    expect(yOf("agent")).toBeLessThan(yOf("chat"));
    for (const [place, a] of places.entries())
      for (const b of places.slice(place + 1))
        expect(Math.abs(a.x - b.x) >= NODE_SIZE.width || Math.abs(a.y - b.y) >= NODE_SIZE.height).toBe(true);
  });

  it("separates the two edges of a loop, and draws an edge from a step to itself", () => {
    const paths = ["next chat search", "next search chat", "next search search"].map((key) =>
      pathThrough(layout.edges.get(key)?.points ?? []),
    );
    expect(new Set(paths).size).toBe(3);
    expect(paths.every((path) => path.startsWith("M"))).toBe(true);
  });

  it("is the same for the same graph", () => {
    expect(layoutGraph(request)).toEqual(layout);
  });
});

describe("keys", () => {
  const at = (x: number, y: number) => ({ x, y });
  const nodes = new Map([
    ["agent", at(200, 20)],
    ["plan", at(100, 100)],
    ["chat", at(300, 100)],
    ["search", at(300, 180)],
    ["alone", at(120, 180)],
  ]);
  const edges = [edge("agent", "plan"), edge("plan", "chat"), edge("chat", "search"), edge("search", "chat")];

  it("reads from top to bottom and from left to right", () => {
    expect(readingOrder({ nodes })).toEqual(["agent", "plan", "chat", "alone", "search"]);
  });

  it.each([
    ["ArrowDown", "agent", "plan"],
    ["ArrowDown", "chat", "search"],
    ["ArrowUp", "search", "chat"],
    ["ArrowUp", "agent", undefined],
    ["ArrowDown", "alone", undefined],
    ["ArrowRight", "plan", "chat"],
    ["ArrowLeft", "search", "alone"],
    ["ArrowLeft", "agent", "plan"],
    ["Home", "search", "agent"],
    ["End", "agent", "search"],
    ["x", "agent", undefined],
  ])("%s leads from %s to %s", (key, from, to) => {
    expect(stepTo(key, from, { nodes }, edges)).toBe(to);
  });
});

it("draws an edge from a step to itself from its border back to its border", () => {
  const edges = [
    { key: "in", from: "agent", to: "chat", type: "call" },
    { key: "loop", from: "chat", to: "chat", type: "next" },
  ];
  const { nodes, edges: placed } = layoutGraph({ nodes: ["agent", "chat"], edges });
  const { x = 0, y = 0 } = nodes.get("chat") ?? {};
  const { points = [] } = placed.get("loop") ?? {};
  const border = x + NODE_SIZE.width / 2;
  expect([points.at(0)?.x, points.at(-1)?.x]).toEqual([border, border]);
  for (const point of points) expect(Math.abs(point.y - y)).toBeLessThan(NODE_SIZE.height / 2);
  expect(points.every((point) => point.x >= border)).toBe(true);
});

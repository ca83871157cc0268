import { type EdgeLabel, Graph, type GraphLabel, layout, type NodeLabel } from "@dagrejs/dagre";

import { type GraphLayout, type LayoutRequest, NODE_SIZE, type PlacedEdge, type Point } from "./places";

/** Pixels of the count on an edge. */
const LABEL_SIZE = { width: 40, height: 16 };
const SPACE = { nodesep: 28, edgesep: 16, ranksep: 26, marginx: 16, marginy: 16 };

/** Places the steps of a graph in layers from top to bottom (Sugiyama's method), cycles included. */
export function layoutGraph({ nodes, edges }: LayoutRequest): GraphLayout {
  const graph = new Graph<GraphLabel, NodeLabel, EdgeLabel>({ multigraph: true });
  graph.setGraph({ rankdir: "TB", ...SPACE });
  for (const key of nodes) graph.setNode(key, { ...NODE_SIZE });
  for (const { key, from, to, type } of edges)
    graph.setEdge(from, to, { ...LABEL_SIZE, labelpos: "c", weight: type === "call" ? 2 : 1 }, key);
  layout(graph);
  const places = new Map(nodes.map((key) => [key, pointOf(graph.node(key))]));
  const placed = new Map<string, PlacedEdge>();
  for (const { key, from, to } of edges) {
    const edge = graph.edge(from, to, key);
    const node = places.get(from);
    if (from === to && node) {
      placed.set(key, loopAt(node, pointOf(edge)));
      continue;
    }
    placed.set(key, { points: (edge.points ?? []).map(pointOf), label: pointOf(edge) });
  }
  return { ...sizeOf(places, placed), nodes: places, edges: placed };
}

/** An edge from a node to itself: the library leaves room for its label beside the node, but draws it to nowhere. */
function loopAt({ x, y }: Point, label: Point): PlacedEdge {
  const right = x + NODE_SIZE.width / 2;
  const rise = NODE_SIZE.height / 4;
  const beside = Math.max(label.x, right + LABEL_SIZE.width / 2);
  const points = [
    { x: right, y: y - rise },
    { x: beside, y: y - rise },
    { x: beside, y: y + rise },
    { x: right, y: y + rise },
  ];
  return { points, label: { x: beside, y } };
}

/** The library's own size leaves out edges from a node to itself. */
function sizeOf(places: ReadonlyMap<string, Point>, placed: ReadonlyMap<string, PlacedEdge>) {
  let [width, height] = [0, 0];
  const add = ({ x, y }: Point, size: { width: number; height: number }) => {
    width = Math.max(width, x + size.width / 2);
    height = Math.max(height, y + size.height / 2);
  };
  for (const place of places.values()) add(place, NODE_SIZE);
  for (const { label, points } of placed.values()) {
    add(label, LABEL_SIZE);
    for (const point of points) add(point, { width: 0, height: 0 });
  }
  return { width: Math.ceil(width + SPACE.marginx), height: Math.ceil(height + SPACE.marginy) };
}

function pointOf({ x = 0, y = 0 }: Partial<Point>): Point {
  return { x, y };
}

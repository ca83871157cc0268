// Not in layout-graph.ts, whose library only the worker loads.

/** Pixels of a node. */
export const NODE_SIZE = { width: 192, height: 44 };

export interface Point {
  x: number;
  y: number;
}

/** Steps and edges by their keys. Only these decide the layout, so that it stays as it is while counts change. */
export interface LayoutRequest {
  nodes: readonly string[];
  edges: readonly { key: string; from: string; to: string; type: string }[];
}

export interface PlacedEdge {
  /** From the border of one node to that of the other. */
  points: readonly Point[];
  /** The middle of its count. */
  label: Point;
}

/** Where nodes (by their middle) and edges are, in pixels from the top left. */
export interface GraphLayout {
  width: number;
  height: number;
  nodes: ReadonlyMap<string, Point>;
  edges: ReadonlyMap<string, PlacedEdge>;
}

/** A smooth line through the points, as the `d` of an SVG path; it ends at the last one. */
export function pathThrough(points: readonly Point[]): string {
  const [first, ...rest] = points.map(({ x, y }) => ({ x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 }));
  if (!first) return "";
  let path = `M${first.x},${first.y}`;
  for (const [index, point] of rest.entries()) {
    const next = rest[index + 1];
    if (!next) path += `L${point.x},${point.y}`;
    else path += `Q${point.x},${point.y} ${(point.x + next.x) / 2},${(point.y + next.y) / 2}`;
  }
  return path;
}

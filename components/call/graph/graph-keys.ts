import type { GraphEdge } from "@/lib/trace/agent-graph";

import type { GraphLayout, Point } from "./places";

/** The keys of the steps from top to bottom, and from left to right in each row. */
export function readingOrder({ nodes }: Pick<GraphLayout, "nodes">): string[] {
  return [...nodes].toSorted(([, a], [, b]) => rowOf(a) - rowOf(b) || a.x - b.x).map(([key]) => key);
}

/**
 * The step that a key moves to: ArrowDown and ArrowUp follow an edge, in either direction, to the nearest step below or
 * above; ArrowLeft and ArrowRight move within the row, or along an edge if there is nothing else in it; Home and End
 * move to the first and last step. Undefined if there is none.
 */
export function stepTo(
  key: string,
  from: string,
  layout: Pick<GraphLayout, "nodes">,
  edges: readonly Pick<GraphEdge, "from" | "to">[],
): string | undefined {
  if (key === "Home") return readingOrder(layout).at(0);
  if (key === "End") return readingOrder(layout).at(-1);
  const at = layout.nodes.get(from);
  const side = sides[key];
  if (!at || !side) return undefined;
  const neighbors = new Set(
    edges.flatMap((edge) => (edge.from === from ? edge.to : edge.to === from ? edge.from : [])),
  );
  const candidates = [...layout.nodes].filter(([name, place]) => name !== from && side(at, place));
  const inRow = key === "ArrowLeft" || key === "ArrowRight" ? candidates.filter(([, place]) => isInRow(at, place)) : [];
  return (
    nearest(at, inRow) ??
    nearest(
      at,
      candidates.filter(([name]) => neighbors.has(name)),
    )
  );
}

const sides: Readonly<Record<string, (at: Point, place: Point) => boolean>> = {
  ArrowDown: (at, place) => rowOf(place) > rowOf(at),
  ArrowUp: (at, place) => rowOf(place) < rowOf(at),
  ArrowLeft: (at, place) => place.x < at.x,
  ArrowRight: (at, place) => place.x > at.x,
};

/** All steps have the same height, so those of one layer have the same middle. */
function rowOf({ y }: Point): number {
  return Math.round(y);
}

function isInRow(a: Point, b: Point): boolean {
  return rowOf(a) === rowOf(b);
}

function nearest(at: Point, places: readonly (readonly [string, Point])[]): string | undefined {
  const distance = ({ x, y }: Point) => Math.hypot(x - at.x, y - at.y);
  return places.toSorted(([, a], [, b]) => distance(a) - distance(b))[0]?.[0];
}

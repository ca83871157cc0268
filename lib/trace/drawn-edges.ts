import type { AgentGraph, GraphEdge, GraphNode } from "./agent-graph";

/** The part of a graph that is drawn. */
export interface DrawnGraph {
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
}

/** The largest number of edges that are drawn: with more, a graph is a tangle, and its layout takes seconds. */
export const MOST_EDGES = 150;

/**
 * The edges of a graph that are drawn, in their order: all, or if there are too many, the one with the highest count into
 * each step, and then those with the highest counts.
 */
export function drawnEdges({ edges }: Pick<AgentGraph, "edges">): readonly GraphEdge[] {
  if (edges.length <= MOST_EDGES) return edges;
  const byCount = edges.toSorted((a, b) => b.count - a.count);
  const reached = new Set<string>();
  const first: GraphEdge[] = [];
  const others: GraphEdge[] = [];
  for (const edge of byCount) {
    const isFirst = edge.from !== edge.to && !reached.has(edge.to);
    if (isFirst) reached.add(edge.to);
    (isFirst ? first : others).push(edge);
  }
  const drawn = new Set([...first, ...others].slice(0, MOST_EDGES));
  return edges.filter((edge) => drawn.has(edge));
}

import { useId } from "react";

import { cn } from "@/components/ui/cn";
import { formatCount } from "@/lib/format/number";
import { closesLoop, type GraphEdge } from "@/lib/trace/agent-graph";

import { type GraphLayout, pathThrough } from "./places";

interface GraphEdgesProps {
  edges: readonly GraphEdge[];
  layout: GraphLayout;
  /** The key of the step whose edges stand out. */
  selectedKey: string | undefined;
}

/**
 * The edges of a graph with their counts. Calls are solid and what ran next is dashed; edges that close a loop are thicker
 * and marked. The table has the same in words.
 */
export function GraphEdges({ edges, layout, selectedKey }: GraphEdgesProps) {
  const id = useId();
  const drawn = edges.flatMap((edge) => {
    const place = layout.edges.get(edge.key);
    return place ? [{ edge, place, isNear: edge.from === selectedKey || edge.to === selectedKey }] : [];
  });
  return (
    <svg aria-hidden width={layout.width} height={layout.height} className="pointer-events-none absolute inset-0">
      <defs>
        <Arrow id={`${id}-far`} className="fill-control" />
        <Arrow id={`${id}-near`} className="fill-ink" />
      </defs>
      {drawn.map(({ edge, place, isNear }) => (
        <path
          key={edge.key}
          d={pathThrough(place.points)}
          markerEnd={`url(#${id}-${isNear ? "near" : "far"})`}
          strokeDasharray={edge.type === "next" ? "5 4" : undefined}
          fill="none"
          stroke="currentColor"
          strokeWidth={closesLoop(edge) ? 2 : 1}
          className={isNear ? "text-ink" : "text-control"}
        />
      ))}
      {drawn.map(
        ({ edge, place, isNear }) =>
          (edge.count > 1 || closesLoop(edge)) && (
            <text
              key={edge.key}
              x={place.label.x}
              y={place.label.y}
              textAnchor="middle"
              dominantBaseline="central"
              paintOrder="stroke"
              stroke="var(--page)"
              strokeWidth="4"
              className={cn("text-label tabular-nums", isNear ? "fill-ink" : "fill-muted")}
            >
              {closesLoop(edge) && "↺ "}
              {formatCount(edge.count)}×
            </text>
          ),
      )}
    </svg>
  );
}

function Arrow({ id, className }: { id: string; className: string }) {
  return (
    <marker
      id={id}
      viewBox="0 0 8 8"
      refX="7"
      refY="4"
      markerWidth="8"
      markerHeight="8"
      markerUnits="userSpaceOnUse"
      orient="auto"
    >
      <path d="M0,0.5L8,4L0,7.5z" className={className} />
    </marker>
  );
}

"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";

import { IconButton } from "@/components/ui/icon-button";
import { useShortcuts } from "@/components/ui/shortcuts";
import { formatCount } from "@/lib/format/number";
import type { AgentGraph, GraphNode } from "@/lib/trace/agent-graph";

import { averageTime, stepName } from "./step-words";

interface StepBarProps {
  /** The step of the selected call. */
  step: GraphNode;
  /** The index of the selected call among its calls. */
  at: number;
  graph: AgentGraph;
  /** Selects the next or previous of its calls. */
  onStep: (by: 1 | -1) => void;
}

/** The step of the selected call: its average latency, which steps called it, and which of its calls is selected. */
export function StepBar({ step, at, graph, onStep }: StepBarProps) {
  const { calls, callers } = step;
  useShortcuts("Step", [
    { keys: "n", description: "Next call of the step", run: () => onStep(1) },
    { keys: "shift+n", description: "Previous call of the step", run: () => onStep(-1) },
  ]);
  const names = new Map(graph.nodes.map((node) => [node.key, stepName(node)]));
  const by = [...callers].map(([key, count]) => `${names.get(key) ?? key} ${formatCount(count)}×`).join(", ");
  const about = [averageTime(step), by && `called by ${by}`].filter(Boolean).join(" · ");
  return (
    <div className="flex h-8 shrink-0 items-center gap-2 border-t border-line pr-3 pl-4 text-meta">
      <span title={stepName(step)} className="max-w-1/2 shrink-0 truncate font-medium">
        <bdi>{stepName(step)}</bdi>
      </span>
      <span title={about} className="min-w-0 truncate text-muted tabular-nums">
        {about}
      </span>
      {calls.length > 1 && (
        <span className="ml-auto flex shrink-0 items-center gap-0.5">
          <span role="status" className="text-muted tabular-nums">
            call {formatCount(at + 1)} of {formatCount(calls.length)}
          </span>
          <IconButton
            icon={ChevronLeft}
            label="Previous call of the step"
            shortcut="shift+n"
            size="small"
            onClick={() => onStep(-1)}
          />
          <IconButton
            icon={ChevronRight}
            label="Next call of the step"
            shortcut="n"
            size="small"
            onClick={() => onStep(1)}
          />
        </span>
      )}
    </div>
  );
}

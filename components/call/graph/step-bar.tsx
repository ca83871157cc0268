"use client";

import { ChevronLeft, ChevronRight, ChevronsDownUp, ChevronsUpDown } from "lucide-react";

import { cn } from "@/components/ui/cn";
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
  /** Whether the step is one call of an expanded step. */
  isExpanded: boolean;
  /** Expands the step to its calls, or folds them; undefined for a step of one call. */
  onExpand: (() => void) | undefined;
}

/** The step of the selected call: its average latency, which steps called it, and which of its calls is selected. */
export function StepBar({ step, at, graph, onStep, isExpanded, onExpand }: StepBarProps) {
  const { calls, callers } = step;
  const expandWords = isExpanded ? "Fold the calls of this step" : "Expand this step to its calls";
  useShortcuts("Step", [
    { keys: "n", description: "Next call of the step", run: () => onStep(1) },
    { keys: "shift+n", description: "Previous call of the step", run: () => onStep(-1) },
    ...(onExpand ? [{ keys: "x", description: expandWords, run: onExpand }] : []),
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
      {onExpand && (
        <IconButton
          icon={isExpanded ? ChevronsDownUp : ChevronsUpDown}
          label={expandWords}
          shortcut="x"
          size="small"
          onClick={onExpand}
          className="ml-auto shrink-0"
        />
      )}
      {calls.length > 1 && (
        <span className={cn("flex shrink-0 items-center gap-0.5", !onExpand && "ml-auto")}>
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

"use client";

import { useShortcuts } from "@/components/ui/shortcuts";
import { ToggleGroup } from "@/components/ui/toggle-group";

import { type TraceView, traceViews, useTraceView } from "./use-trace-view";

const labels: Record<TraceView, string> = { tree: "Tree", graph: "Graph", log: "Log" };
const options = traceViews.map((value) => ({ value, label: labels[value] }));

/** A whole trace as its tree, as the graph of its steps, or as a log. */
export function ViewToggle() {
  const [view, setView] = useTraceView();
  const next = traceViews[(traceViews.indexOf(view) + 1) % traceViews.length] ?? "tree";
  useShortcuts("Trace", [
    { keys: "v", description: "Switch between tree, graph and log", run: () => void setView(next) },
  ]);
  return (
    <ToggleGroup
      label="Show trace as"
      options={options}
      value={view}
      onValueChange={(value) => void setView(value)}
      className="grid w-36 grid-cols-3 rounded-control border border-line-strong bg-page p-px outline-none"
      optionClass="h-5 rounded-[5px] px-0"
    />
  );
}

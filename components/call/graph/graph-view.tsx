"use client";

import { Table2, Waypoints } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";

import { EmptyState } from "@/components/ui/empty-state";
import { IconButton } from "@/components/ui/icon-button";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Popover } from "@/components/ui/popover";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { counted, formatCount } from "@/lib/format/number";
import { type AgentGraph, agentGraph } from "@/lib/trace/agent-graph";
import { drawnEdges } from "@/lib/trace/drawn-edges";
import { foldSteps, type GraphFold } from "@/lib/trace/graph-fold";

import { CallSkeleton } from "../page/call-skeleton";
import type { TraceModel } from "../tree/trace-model";
import { ViewHeader } from "../view/view-header";
import { GraphCanvas } from "./graph-canvas";
import { GraphLegend } from "./graph-legend";
import { GraphTable } from "./graph-table";
import { StepBar } from "./step-bar";
import { useGraphFold } from "./use-graph-fold";
import { useLayout } from "./use-layout";

const folds: { value: GraphFold; label: string }[] = [
  { value: "name", label: "Name" },
  { value: "caller", label: "Caller" },
  { value: "call", label: "Call" },
];

interface ExpandedSteps {
  fold: GraphFold;
  keys: ReadonlySet<string>;
}

const noKeys: ReadonlySet<string> = new Set();

interface GraphViewProps {
  trace: TraceModel;
  selectedId: string;
  onSelect: (id: string, passing: boolean) => void;
}

/** A trace as a graph of its steps: what called what, what ran next, and what was repeated. */
export function GraphView({ trace, selectedId, onSelect }: GraphViewProps) {
  const [fold, setFold] = useGraphFold();
  const [expanded, setExpanded] = useState<ExpandedSteps>({ fold, keys: noKeys });
  // Another fold has other steps.
  const keys = expanded.fold === fold ? expanded.keys : noKeys;
  const graph = useMemo(() => agentGraph(trace.tree, fold, keys), [trace, fold, keys]);
  const foldedKey = useMemo(() => foldSteps(trace.tree, fold).keys.get(selectedId), [trace, fold, selectedId]);
  const toggle = (key: string) => {
    const next = new Set(keys);
    if (!next.delete(key)) next.add(key);
    setExpanded({ fold, keys: next });
  };
  const steps = graph.nodes.length;
  const rest = graph.nodes.find(({ others }) => others > 0);
  const all = steps + (rest ? rest.others - 1 : 0);
  const calls = counted(trace.rows.length, "call");
  const hasSteps = trace.rows.length > 1;
  return (
    <section aria-label="Graph of this trace" className="@container flex h-full min-h-0 flex-col">
      <ViewHeader
        status={hasSteps ? `${rest ? `${formatCount(steps - 1)} of ` : ""}${counted(all, "step")} · ${calls}` : calls}
      >
        <span aria-hidden>Steps by</span>
        <ToggleGroup
          label="Steps by"
          options={folds}
          value={fold}
          onValueChange={(value) => void setFold(value)}
          className="inline-flex shrink-0 rounded-control border border-line-strong p-px outline-none"
          optionClass="h-5 rounded-[5px] px-1.5"
        />
        <Popover
          label="Show as table: Graph"
          align="end"
          className="max-h-80 max-w-[min(90vw,56rem)] overflow-auto p-1"
          trigger={<IconButton icon={Table2} label="Show as table: Graph" size="small" />}
        >
          <GraphTable graph={graph} />
        </Popover>
      </ViewHeader>
      {!hasSteps ? (
        <EmptyState
          icon={Waypoints}
          title="A single call has no steps"
          description={
            trace.isRunning
              ? "The graph appears when the call makes others."
              : "The graph shows how the calls of a trace led to each other. This trace has only one call."
          }
        />
      ) : (
        <FoldedGraph
          key={fold}
          graph={graph}
          selectedId={selectedId}
          isExpanded={foldedKey !== undefined && keys.has(foldedKey)}
          onExpand={foldedKey === undefined ? undefined : () => toggle(foldedKey)}
          onSelect={onSelect}
        />
      )}
    </section>
  );
}

interface FoldedGraphProps extends Pick<GraphViewProps, "selectedId" | "onSelect"> {
  graph: AgentGraph;
  /** Whether the step of the selected call is expanded to its calls. */
  isExpanded: boolean;
  /** Expands or folds that step. */
  onExpand: (() => void) | undefined;
}

function FoldedGraph({ graph, selectedId, isExpanded, onExpand, onSelect }: FoldedGraphProps) {
  const drawn = useMemo(() => ({ nodes: graph.nodes, edges: drawnEdges(graph) }), [graph]);
  const layout = useLayout(drawn);
  const keys = useMemo(() => new Map(graph.nodes.flatMap(({ key, calls }) => calls.map((id) => [id, key]))), [graph]);
  const selectedKey = keys.get(selectedId);
  const selected = graph.nodes.find(({ key }) => key === selectedKey);
  // A key may be pressed again before the page shows the call that was selected last.
  const latestId = useRef(selectedId);
  useEffect(() => void (latestId.current = selectedId), [selectedId]);
  /** Selects the next or previous call of a step; of another step than that of the selected call, its first. */
  const go = (key: string | undefined, by: 1 | -1) => {
    const calls = graph.nodes.find((node) => node.key === key)?.calls ?? [];
    const next = calls[(calls.indexOf(latestId.current) + by + calls.length) % calls.length];
    if (next === undefined) return;
    latestId.current = next;
    onSelect(next, false);
  };
  if (layout === "failed")
    return (
      <>
        <InlineBanner tone="error" className="m-2">
          Could not draw the graph. The table has the same steps.
        </InlineBanner>
        <div className="min-h-0 flex-1 overflow-auto p-2">
          <GraphTable graph={graph} />
        </div>
      </>
    );
  if (!layout) return <CallSkeleton label="Drawing graph" />;
  return (
    <>
      <GraphCanvas graph={drawn} layout={layout} selectedKey={selectedKey} onOpen={(key) => go(key, 1)} />
      <GraphLegend drawn={drawn.edges} all={graph.edges.length} />
      {selected && (
        <StepBar
          step={selected}
          at={selected.calls.indexOf(selectedId)}
          graph={graph}
          onStep={(by) => go(keys.get(latestId.current), by)}
          isExpanded={isExpanded}
          onExpand={isExpanded || (selected.calls.length > 1 && selected.others === 0) ? onExpand : undefined}
        />
      )}
    </>
  );
}

"use client";

import { GraphView } from "../graph/graph-view";
import { LogView } from "../log/log-view";
import type { TraceModel } from "../tree/trace-model";
import type { TraceSearch } from "./use-trace-search";

interface OtherViewProps {
  view: "graph" | "log";
  projectId: string;
  trace: TraceModel;
  search: TraceSearch;
  selectedId: string;
  hrefOf: (id: string) => string;
  onSelect: (id: string, passing: boolean) => void;
}

/** The views of a trace that are loaded when one of them is opened. */
export function OtherView({ view, projectId, hrefOf, search, ...common }: OtherViewProps) {
  return view === "graph" ? (
    <GraphView {...common} />
  ) : (
    <LogView {...common} projectId={projectId} hrefOf={hrefOf} search={search} />
  );
}

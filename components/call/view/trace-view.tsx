"use client";

import dynamic from "next/dynamic";

import { callPath } from "@/lib/format/address";
import type { RolledCost } from "@/lib/trace/cost";

import { CallSkeleton } from "../page/call-skeleton";
import type { TraceModel } from "../tree/trace-model";
import { TraceTree } from "../tree/trace-tree";
import { useTraceSearch } from "./use-trace-search";
import { useTraceView } from "./use-trace-view";
import { ViewToggle } from "./view-toggle";

const loading = () => (
  <div className="pt-9">
    <CallSkeleton label="Loading trace" />
  </div>
);
const OtherView = dynamic(async () => (await import("./other-view")).OtherView, { ssr: false, loading });

interface TraceViewProps {
  projectId: string;
  trace: TraceModel;
  /** The cost of each call including all below it; undefined while loading. */
  costs: ReadonlyMap<string, RolledCost> | undefined;
  selectedId: string;
  /** Milliseconds since 1970. */
  now: number;
  /** `passing`: the user is moving through the trace by keyboard. */
  onSelect: (id: string, passing: boolean) => void;
}

/** A whole trace in the view that the address names. */
export function TraceView({ projectId, trace, costs, selectedId, now, onSelect }: TraceViewProps) {
  const [view] = useTraceView();
  const search = useTraceSearch(projectId, trace);
  const common = { trace, search, selectedId, onSelect, hrefOf: (id: string) => callPath(projectId, id) };
  return (
    // The toggle is beside the views, so that it keeps the focus and does not wait for the code of the next one.
    <div style={{ "--view-toggle": "152px" }} className="relative h-full min-h-0">
      <div className="absolute top-1.5 left-4 z-3">
        <ViewToggle />
      </div>
      {view === "tree" ? (
        <TraceTree {...common} costs={costs} now={now} />
      ) : (
        <OtherView {...common} view={view} projectId={projectId} />
      )}
    </div>
  );
}

"use client";

import { useEffect, useMemo, useState } from "react";

import type { DrawnGraph } from "@/lib/trace/drawn-edges";

import type { GraphLayout, LayoutRequest } from "./places";

/** The layout of a graph; that of the graph before it while it is computed in a worker. */
export function useLayout({ nodes, edges }: DrawnGraph): GraphLayout | "failed" | undefined {
  const request = useMemo(
    (): LayoutRequest => ({
      nodes: nodes.map(({ key }) => key),
      edges: edges.map(({ key, from, to, type }) => ({ key, from, to, type })),
    }),
    [nodes, edges],
  );
  const text = useMemo(() => JSON.stringify(request), [request]);
  const [layout, setLayout] = useState<GraphLayout | "failed">();
  useEffect(() => {
    const worker = new Worker(new URL("./layout-graph.worker.ts", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }: MessageEvent<GraphLayout>) => setLayout(data));
    worker.addEventListener("error", () => setLayout("failed"));
    worker.postMessage(request);
    return () => worker.terminate();
    // oxlint-disable-next-line react/exhaustive-deps -- a live trace has a new graph of the same nodes and edges
  }, [text]);
  return layout;
}

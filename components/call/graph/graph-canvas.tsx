"use client";

import { Maximize, ZoomIn, ZoomOut } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from "react";

import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { useShortcuts } from "@/components/ui/shortcuts";
import { useTypeAhead } from "@/components/ui/use-type-ahead";
import type { DrawnGraph } from "@/lib/trace/drawn-edges";

import { useStepKeys } from "../view/use-step-keys";
import { GraphEdges } from "./graph-edges";
import { readingOrder, stepTo } from "./graph-keys";
import { GraphStep } from "./graph-step";
import type { GraphLayout } from "./places";
import { stepName } from "./step-words";
import { usePan } from "./use-pan";
import { useZoom } from "./use-zoom";

interface GraphCanvasProps {
  graph: DrawnGraph;
  /** May be that of the graph before: a step without a place is drawn when the next one is there. */
  layout: GraphLayout;
  selectedKey: string | undefined;
  onOpen: (key: string) => void;
}

/** The drawn graph: a list box of steps, over their edges. */
export function GraphCanvas({ graph, layout, selectedKey, onOpen }: GraphCanvasProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [focusedKey, setFocusedKey] = useState<string>();
  const order = useMemo(() => readingOrder(layout), [layout]);
  const steps = useMemo(() => new Map(graph.nodes.map((node) => [node.key, node])), [graph]);
  const currentKey = [focusedKey, selectedKey, order[0]].find((key) => key !== undefined && layout.nodes.has(key));
  const { zoom, isNeeded, zoomBy, fit, reveal } = useZoom(scroller, layout, layout.nodes.get(currentKey ?? ""));
  const pan = usePan(scroller);
  const goTo = (key: string | undefined) => {
    const place = key === undefined ? undefined : layout.nodes.get(key);
    if (key === undefined || !place) return;
    setFocusedKey(key);
    reveal(place);
    const found = [...(list.current?.querySelectorAll<HTMLElement>("[data-key]") ?? [])];
    found.find((element) => element.dataset.key === key)?.focus({ preventScroll: true });
  };
  // Selected elsewhere: by a link, the browser's back, the next call of a step.
  useEffect(() => {
    const place = layout.nodes.get(selectedKey ?? "");
    if (!place) return;
    setFocusedKey(selectedKey);
    reveal(place);
    // oxlint-disable-next-line react/exhaustive-deps -- a new layout must not scroll the user
  }, [selectedKey]);
  const current = order.indexOf(currentKey ?? "");
  const nameOf = (index: number) => {
    const step = steps.get(order[index] ?? "");
    return step ? stepName(step) : "";
  };
  const typeAhead = useTypeAhead({ count: order.length, current, nameOf, onFound: (index) => goTo(order[index]) });
  const keys = useStepKeys();
  useShortcuts("Graph", [
    { keys: keys.next, description: "Next step", run: () => goTo(order[Math.min(current + 1, order.length - 1)]) },
    { keys: keys.previous, description: "Previous step", run: () => goTo(order[Math.max(current - 1, 0)]) },
    { keys: "=", description: "Zoom in", run: () => zoomBy(1) },
    { keys: "-", description: "Zoom out", run: () => zoomBy(-1) },
    { keys: "0", description: "Fit", run: fit },
  ]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.metaKey || event.ctrlKey || currentKey === undefined) return;
    if (/^(Arrow|Home$|End$)/.test(event.key)) {
      typeAhead.stop();
      event.preventDefault();
      goTo(stepTo(event.key, currentKey, layout, graph.edges));
    } else if (event.key === "+") {
      event.preventDefault();
      zoomBy(1);
    } else if (event.key === "Enter" || event.key === " ") typeAhead.stop();
    else typeAhead.type(event);
  };
  const focus = useCallback((key: string) => setFocusedKey(key), []);
  const size = { width: layout.width, height: layout.height };
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        {...pan}
        className={cn(
          "h-full overflow-auto overscroll-contain [scrollbar-gutter:stable]",
          isNeeded && "cursor-grab active:cursor-grabbing",
        )}
      >
        <div className="mx-auto" style={{ width: size.width * zoom, height: size.height * zoom }}>
          <div className="relative origin-top-left" style={{ ...size, transform: `scale(${zoom})` }}>
            <GraphEdges edges={graph.edges} layout={layout} selectedKey={selectedKey} />
            <div
              ref={list}
              role="listbox"
              data-in-page
              aria-label="Steps of this trace"
              tabIndex={-1}
              onKeyDown={onKeyDown}
              className="absolute inset-0 outline-none"
            >
              {order.map((key) => {
                const [step, place] = [steps.get(key), layout.nodes.get(key)];
                if (!step || !place) return undefined;
                return (
                  <GraphStep
                    key={key}
                    step={step}
                    place={place}
                    isSelected={key === selectedKey}
                    isCurrent={key === currentKey}
                    onFocus={focus}
                    onOpen={onOpen}
                  />
                );
              })}
            </div>
          </div>
        </div>
      </div>
      {isNeeded && (
        <div className="absolute right-3 bottom-3 flex rounded-control border border-line bg-float">
          <IconButton icon={ZoomOut} label="Zoom out" shortcut="-" size="small" onClick={() => zoomBy(-1)} />
          <IconButton icon={Maximize} label="Fit" shortcut="0" size="small" onClick={fit} />
          <IconButton icon={ZoomIn} label="Zoom in" shortcut="=" size="small" onClick={() => zoomBy(1)} />
        </div>
      )}
    </div>
  );
}

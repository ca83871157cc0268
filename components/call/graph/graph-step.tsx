import { CircleDashed, CircleX, Ellipsis } from "lucide-react";
import { memo } from "react";

import { cn } from "@/components/ui/cn";
import { counted, formatCount } from "@/lib/format/number";
import type { GraphNode } from "@/lib/trace/agent-graph";

import { KindIcon } from "../kind-icon";
import { NODE_SIZE, type Point } from "./places";
import { averageTime, stepName, totalTime } from "./step-words";

interface GraphStepProps {
  step: GraphNode;
  /** Its middle. */
  place: Point;
  /** Whether the selected call is one of its calls. */
  isSelected: boolean;
  /** Whether Tab focuses it. */
  isCurrent: boolean;
  onFocus: (key: string) => void;
  onOpen: (key: string) => void;
}

/** A step of the graph. */
export const GraphStep = memo(function GraphStep({
  step,
  place,
  isSelected,
  isCurrent,
  onFocus,
  onOpen,
}: GraphStepProps) {
  const { key, kind, calls, errors, running, others } = step;
  const name = stepName(step);
  const time = totalTime(step);
  return (
    // The list handles the other keys: see GraphCanvas.
    <div
      role="option"
      aria-selected={isSelected}
      data-key={key}
      tabIndex={isCurrent ? 0 : -1}
      title={[name, averageTime(step)].filter(Boolean).join(" · ")}
      onFocus={() => onFocus(key)}
      onClick={() => onOpen(key)}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        onOpen(key);
      }}
      style={{
        ...NODE_SIZE,
        transform: `translate(${place.x - NODE_SIZE.width / 2}px, ${place.y - NODE_SIZE.height / 2}px)`,
      }}
      className={cn(
        "absolute top-0 left-0 flex cursor-pointer flex-col justify-center rounded-control border bg-page px-2.5 hover:bg-hover motion-safe:transition-transform",
        errors > 0 ? "border-error" : "border-control",
        isSelected && "border-accent-ring bg-selected ring-1 ring-accent-ring hover:bg-selected",
      )}
    >
      <span className="flex min-w-0 items-center gap-1.5 text-meta">
        {others > 0 ? <Ellipsis aria-hidden className="size-3.5 shrink-0 text-muted" /> : <KindIcon kind={kind} />}
        <span className="truncate font-medium">
          <bdi>{name}</bdi>
        </span>
        <span className="ml-auto flex shrink-0 items-center gap-1 tabular-nums">
          {running > 0 && (
            <span title={`${formatCount(running)} running`} className="flex items-center gap-0.5 text-running">
              <CircleDashed aria-hidden className="size-3" />
              {formatCount(running)}
              <span className="sr-only"> running</span>
            </span>
          )}
          {errors > 0 && (
            <span title={counted(errors, "error")} className="flex items-center gap-0.5 text-error">
              <CircleX aria-hidden className="size-3" />
              {formatCount(errors)}
              <span className="sr-only"> {errors === 1 ? "error" : "errors"}</span>
            </span>
          )}
        </span>
      </span>
      <span className="truncate text-label text-muted tabular-nums">
        {counted(calls.length, "call")}
        {time && ` · ${time}`}
      </span>
    </div>
  );
});

import { formatDuration } from "@/lib/format/duration";
import type { TimelineExtent } from "@/lib/trace/timeline";

const microsecondsPerMs = 1000;

/** The columns of a tree's lines; they give way, the least needed first, where there is no room. */
export const treeColumnsClass =
  "[--tree-columns:minmax(0,1fr)_52px_76px_60px_minmax(64px,25%)] @max-[640px]:[--tree-columns:minmax(0,1fr)_76px_60px_minmax(64px,22%)] @max-[460px]:[--tree-columns:minmax(0,1fr)_60px_minmax(48px,20%)] @max-[260px]:[--tree-columns:minmax(0,1fr)_60px]";
export const costCellClass = "@max-[460px]:hidden";
export const tokensCellClass = "@max-[640px]:hidden";
export const barCellClass = "@max-[260px]:hidden";
/** A line of the tree, or its head. */
export const treeLineClass = "grid grid-cols-(--tree-columns) items-center gap-2 pr-3 pl-2";

/** The headers of the columns; above the bars, the time range of the axis. */
export function TreeColumns({ extent }: { extent: TimelineExtent }) {
  return (
    <div
      role="row"
      className={`${treeLineClass} sticky top-0 z-2 h-6 border-b border-line bg-page text-label text-muted`}
    >
      <span role="columnheader" className="pl-5">
        Call
      </span>
      <span role="columnheader" className={`text-right ${tokensCellClass}`}>
        Tokens
      </span>
      <span role="columnheader" className={`text-right ${costCellClass}`}>
        Cost
      </span>
      <span role="columnheader" className="text-right">
        Latency
      </span>
      <span role="columnheader" className={`flex justify-between ${barCellClass}`}>
        <span className="sr-only">Time</span>
        <span aria-hidden>0</span>
        <span aria-hidden className="truncate">
          {formatDuration(extent.duration / microsecondsPerMs)}
        </span>
      </span>
    </div>
  );
}

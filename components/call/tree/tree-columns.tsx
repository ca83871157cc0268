import { formatDuration } from "@/lib/format/duration";
import type { TimelineExtent } from "@/lib/trace/timeline";

import { NameHeader, NumberHeader } from "./tree-grid";

const microsecondsPerMs = 1000;

/** The columns of a tree's rows; the least important ones are hidden first if there is no space. */
export const treeColumnsClass =
  "[--tree-columns:minmax(0,1fr)_52px_76px_60px_minmax(64px,25%)] @max-[640px]:[--tree-columns:minmax(0,1fr)_76px_60px_minmax(64px,22%)] @max-[460px]:[--tree-columns:minmax(0,1fr)_60px_minmax(48px,20%)] @max-[260px]:[--tree-columns:minmax(0,1fr)_60px]";
export const costCellClass = "@max-[460px]:hidden";
export const tokensCellClass = "@max-[640px]:hidden";
export const barCellClass = "@max-[260px]:hidden";

/** The headers of the columns; above the bars, the time range of the axis. */
export function TreeColumns({ extent }: { extent: TimelineExtent }) {
  return (
    <>
      <NameHeader />
      <NumberHeader className={tokensCellClass}>Tokens</NumberHeader>
      <NumberHeader className={costCellClass}>Cost</NumberHeader>
      <NumberHeader>Latency</NumberHeader>
      <span role="columnheader" className={`flex justify-between ${barCellClass}`}>
        <span className="sr-only">Time</span>
        <span aria-hidden>0</span>
        <span aria-hidden className="truncate">
          {formatDuration(extent.duration / microsecondsPerMs)}
        </span>
      </span>
    </>
  );
}

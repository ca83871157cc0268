import { Skeleton } from "@/components/ui/skeleton";

interface TableSkeletonProps {
  rows: number;
  /** What is being loaded, for screen readers. */
  label: string;
}

// Unequal widths look like text; equal ones like a broken table.
const widths = ["w-1/3", "w-1/2", "w-2/5", "w-3/5"];

/** Placeholder rows, in the position of the loaded ones. */
export function TableSkeleton({ rows, label }: TableSkeletonProps) {
  return (
    <div role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="flex h-7 items-center gap-4 border-b border-line px-4">
          <Skeleton className="size-3.5 shrink-0" />
          <Skeleton className="w-40 shrink-0" />
          <Skeleton className={widths[index % widths.length]} />
        </div>
      ))}
    </div>
  );
}

import { Skeleton } from "@/components/ui/skeleton";

/** The place of the charts above the list while they are loading. */
export function ChartsSkeleton() {
  return (
    <div className="grid grid-cols-3 gap-6 px-4 py-2">
      {["calls", "latency", "cost"].map((name) => (
        <Skeleton key={name} className="h-26 w-full" />
      ))}
    </div>
  );
}

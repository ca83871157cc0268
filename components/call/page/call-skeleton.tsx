import { Skeleton } from "@/components/ui/skeleton";

const widths = ["w-2/3", "w-1/2", "w-3/4", "w-2/5", "w-3/5"];

/** Placeholder lines for a tree or a payload. */
export function CallSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} aria-busy className="grid content-start gap-4 p-4">
      {widths.map((width) => (
        <Skeleton key={width} className={width} />
      ))}
    </div>
  );
}

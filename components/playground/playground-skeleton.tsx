import { Skeleton } from "@/components/ui/skeleton";

/** The place of the playground until the page responds. */
export function PlaygroundSkeleton() {
  return (
    <div role="status" aria-busy aria-label="Opening the playground" className="grid gap-4 p-4">
      <Skeleton className="h-6 w-48" />
      <Skeleton className="h-16 max-w-120" />
      <Skeleton className="h-16 max-w-120" />
    </div>
  );
}

import { Skeleton } from "@/components/ui/skeleton";

/** The place of the form until it is loaded. */
export function FormSkeleton() {
  return (
    <div role="status" aria-busy aria-label="Opening the form" className="grid gap-4 p-4">
      <Skeleton className="h-6 w-48" />
      <Skeleton className="h-16 max-w-120" />
      <Skeleton className="h-16 max-w-120" />
    </div>
  );
}

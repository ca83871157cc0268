import { Skeleton } from "@/components/ui/skeleton";

/** In the place of the editor of a version while it is loaded. */
export function EditorSkeleton() {
  return (
    <div role="status" aria-label="Loading the editor" className="grid gap-2 p-4">
      <Skeleton className="w-1/3" />
      <Skeleton className="w-1/2" />
    </div>
  );
}

import { cn } from "./cn";

/** Stands where content will be; size it by class. The region around it says `aria-busy`. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn("block h-3 animate-pulse rounded-[4px] bg-line", className)} />;
}

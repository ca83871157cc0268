import { cn } from "./cn";

/** A placeholder for content; size it by class. The region around it has `aria-busy`. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn("block h-3 animate-pulse rounded-[4px] bg-line", className)} />;
}

"use client";

import { cn } from "@/components/ui/cn";
import { useShortcuts } from "@/components/ui/shortcuts";
import { Skeleton } from "@/components/ui/skeleton";

import { noteShortcut, useNoteWish } from "./note-wish";

/** The classes of the feedback below a call. */
export const panelClass = "border-t border-line bg-raised py-2 sm:max-h-[50%]";

/** The place of the feedback until the page responds. */
export function FeedbackSkeleton({ className }: { className?: string }) {
  const wish = useNoteWish();
  useShortcuts("Feedback", wish ? [{ ...noteShortcut, run: wish.set }] : []);
  return (
    <section aria-label="Feedback" aria-busy className={cn("flex min-h-0 shrink-0 flex-col gap-2 px-4", className)}>
      <h2 className="text-body font-medium">Feedback</h2>
      <Skeleton className="w-1/3" />
    </section>
  );
}

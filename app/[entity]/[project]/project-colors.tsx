"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback, type ReactNode } from "react";

import { ModelColors } from "@/components/ui/model-colors";
import { useIsHydrated } from "@/components/ui/use-browser-value";
import { modelOrder } from "@/lib/queries/model-order";

/** Gives each model of a project its color. */
export function ProjectColors({ projectId, children }: { projectId: string; children: ReactNode }) {
  const { data, isPending, refetch } = useQuery(modelOrder(projectId));
  // The page inside reads the order too, but is rendered later.
  const isHydrated = useIsHydrated();
  const readAgain = useCallback(() => void refetch(), [refetch]);
  return (
    <ModelColors order={isHydrated ? data : undefined} isPending={isPending || !isHydrated} onUnknown={readAgain}>
      {children}
    </ModelColors>
  );
}

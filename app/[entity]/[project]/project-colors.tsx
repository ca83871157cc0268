"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback, type ReactNode } from "react";

import { ModelColors } from "@/components/ui/model-colors";
import { modelOrder } from "@/lib/queries/model-order";

/** Gives each model of a project its color. */
export function ProjectColors({ projectId, children }: { projectId: string; children: ReactNode }) {
  const { data, isPending, refetch } = useQuery(modelOrder(projectId));
  const readAgain = useCallback(() => void refetch(), [refetch]);
  return (
    <ModelColors order={data} isPending={isPending} onUnknown={readAgain}>
      {children}
    </ModelColors>
  );
}

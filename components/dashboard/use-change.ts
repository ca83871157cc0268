"use client";

import { useMutation } from "@tanstack/react-query";

import { offerUndo, undoWith } from "@/components/undo/pending-undos";
import type { DashboardValue } from "@/lib/contract/dashboards";
import { changeDashboard, dashboardBody, type ReadDashboard } from "@/lib/queries/dashboards";

export interface ChangeState {
  /** Publishes the next version, and offers to undo it under this title. */
  save: (value: DashboardValue, title: string) => Promise<void>;
  isPending: boolean;
  /** Of the last attempt. */
  error: Error | null;
  reset: () => void;
}

/** Changes a dashboard: each change is a version, and can be undone. */
export function useChange(projectId: string, dashboard: ReadDashboard): ChangeState {
  const { mutateAsync, isPending, error, reset } = useMutation(changeDashboard(projectId));
  const save = async (value: DashboardValue, title: string) => {
    await mutateAsync({ before: dashboard, value });
    offerUndo({
      id: `dashboard ${dashboard.id}`,
      title,
      requests: [undoWith("objCreate", dashboardBody(projectId, dashboard.id, dashboard.value))],
      refreshes: ["dashboards"],
    });
  };
  return { save, isPending, error, reset };
}

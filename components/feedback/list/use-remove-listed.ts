"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useCallback } from "react";

import { afterChange } from "@/components/undo/after-change";
import { removeFeedback } from "@/lib/queries/feedback-list";
import { ownKey } from "@/lib/queries/keys";

import { offerRemoved } from "../use-feedback";
import type { ListedFeedback } from "./columns";

/** Removes a record from the list at once, and offers to undo it. */
export function useRemoveListed(projectId: string): (row: ListedFeedback) => void {
  const { mutateAsync } = useMutation(removeFeedback(projectId));
  const { data: own } = useQuery(ownKey());
  return useCallback(
    (row) => {
      const offer = () => {
        if (row.core_ref === undefined || row.id === undefined) return;
        // Restored by an admin, it belongs to the admin's key; the author's name is kept.
        const isOthers = own !== undefined && row.ext_user_id !== own.owner;
        const given = isOthers ? { ...row, creator: row.creator ?? row.ext_user_id } : row;
        offerRemoved({ projectId, ref: row.core_ref }, row.id, given);
      };
      afterChange(mutateAsync(row), "Could not remove the feedback", offer);
    },
    [mutateAsync, own, projectId],
  );
}

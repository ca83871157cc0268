"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useCallback } from "react";

import { toast } from "@/components/ui/toast-store";
import { removeFeedback } from "@/lib/queries/feedback-list";
import { ownKey } from "@/lib/queries/keys";

import { offerRemoved } from "../use-feedback";
import type { ListedFeedback } from "./columns";

/** Removes a record of the list at once, and offers to put it back. */
export function useRemoveListed(projectId: string): (row: ListedFeedback) => void {
  const { mutateAsync } = useMutation(removeFeedback(projectId));
  const { data: own } = useQuery(ownKey());
  return useCallback(
    (row) => {
      const offer = () => {
        if (row.core_ref === undefined || row.id === undefined) return;
        // Put back by an admin it is the admin's: the name of who gave it stays.
        const isOthers = own !== undefined && row.ext_user_id !== own.owner;
        const given = isOthers ? { ...row, creator: row.creator ?? row.ext_user_id } : row;
        offerRemoved({ projectId, ref: row.core_ref }, row.id, given);
      };
      const tell = ({ message }: Error) =>
        toast({ title: "Could not remove the feedback", description: message, tone: "error" });
      // A promise: the page may be another by the time the answer comes, and the offer must be made all the same.
      mutateAsync(row).then(offer, tell);
    },
    [mutateAsync, own, projectId],
  );
}

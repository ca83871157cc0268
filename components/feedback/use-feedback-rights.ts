"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";

import type { FeedbackRow } from "@/lib/queries/feedback";
import { ownKey } from "@/lib/queries/keys";
import { useMay } from "@/lib/queries/use-may";

/** The reason why there is no form for feedback. */
export const MAY_NOT_ANNOTATE = "Giving feedback requires the annotator role on this project.";

/** The rights of the session's key on feedback; if the service does not report them, requests are tried. */
export function useFeedbackRights(projectId: string): {
  mayAdd: boolean;
  /** Feedback is removed by its owner's keys and by admins. */
  mayRemove: (row: Pick<FeedbackRow, "ext_user_id">) => boolean;
} {
  const { data: own } = useQuery(ownKey());
  const isAdmin = useMay(projectId, "admin");
  const mayAdd = useMay(projectId, "annotator");
  const owner = own?.owner;
  const mayRemove = useCallback(
    (row: Pick<FeedbackRow, "ext_user_id">) => isAdmin || (mayAdd && row.ext_user_id === owner),
    [isAdmin, mayAdd, owner],
  );
  return { mayAdd, mayRemove };
}

"use client";

import { useQuery } from "@tanstack/react-query";

import { allows } from "@/lib/contract/grants";
import { ownKey } from "@/lib/queries/keys";

/** Whether the session's key may train models in a project; a service that does not say is asked by trying. */
export function useMayTrain(projectId: string): boolean {
  const { data: own } = useQuery(ownKey());
  return !own || allows(own.roles, projectId, "member");
}

"use client";

import { useQuery } from "@tanstack/react-query";

import { allows } from "@/lib/contract/grants";
import { ownKey } from "@/lib/queries/keys";

/** Why prices can only be read. */
export const MAY_NOT_PRICE = "Your key may not change prices here: that takes the role admin";

/** Whether the session's key may change a project's prices; a service that does not say is asked by trying. */
export function useMayPrice(projectId: string): boolean {
  const { data: own } = useQuery(ownKey());
  return !own || allows(own.roles, projectId, "admin");
}

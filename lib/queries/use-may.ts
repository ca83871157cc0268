"use client";

import { useQuery } from "@tanstack/react-query";
import type { Role } from "@/lib/contract/endpoint";
import { allows } from "@/lib/contract/grants";
import { ownKey } from "./keys";

/**
 * Whether the session's key has a role on a project. True until that is known, and with a service that does not report
 * roles, since it rejects requests itself.
 */
export function useMay(projectId: string, role: Role): boolean {
  const { data: own } = useQuery(ownKey());
  return !own || allows(own.roles, projectId, role);
}

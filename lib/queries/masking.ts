import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { maskingDryRunRequest, maskingSetRequest } from "@/lib/contract/masking";

type NewMasking = z.input<typeof maskingSetRequest>;
type DryRun = z.input<typeof maskingDryRunRequest>;

/** The masking rules of a project. */
export function maskingRules(projectId: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["masking", "rules", { projectId }] as const,
    queryFn: ({ signal }) => client.request("maskingRulesQuery", { project_id: projectId }, { signal }),
  });
}

/** Replaces all masking rules of a project. */
export function setMaskingRules(client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["masking", "set"] as const,
    mutationFn: (masking: NewMasking) => client.request("maskingRulesSet", masking),
    onSuccess: (stored, { project_id: projectId }, _result, { client: cache }) =>
      cache.setQueryData(maskingRules(projectId).queryKey, stored),
    onError: (_error, { project_id: projectId }, _result, { client: cache }) =>
      cache.invalidateQueries({ queryKey: maskingRules(projectId).queryKey }),
  });
}

/** Tries rules on the latest calls; changes nothing. What it found is not kept once nothing shows it. */
export function dryRunMasking(client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["masking", "dry-run"] as const,
    mutationFn: (run: DryRun) => client.request("maskingDryRun", run),
    gcTime: 0,
  });
}

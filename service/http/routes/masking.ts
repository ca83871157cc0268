import { endpoints } from "@/lib/contract/endpoints";
import type { MaskingRule } from "@/lib/contract/masking";
import { invalid } from "@/lib/contract/validate";
import { inTurns } from "@/lib/limit/turns";
import { withinTime } from "@/lib/limit/within-time";
import { ruleErrors } from "@/lib/masking/check-rules";
import { dryRunMasking } from "@/service/masking/dry-run";
import { inProject, route } from "./route";

export const maskingRoutes = {
  maskingRulesQuery: route(endpoints.maskingRulesQuery, inProject, ({ store }, { project_id }) =>
    store.readMasking(project_id),
  ),

  maskingRulesSet: route(endpoints.maskingRulesSet, inProject, async ({ store }, request, { identity, audit }) => {
    await check(request.rules);
    // The version that the request replaces is this one, or nothing is changed.
    await audit?.was(await store.readMasking(request.project_id));
    return store.setMasking({ ...request, changed_by: identity.owner });
  }),

  maskingDryRun: route(endpoints.maskingDryRun, inProject, async ({ store }, request) => {
    await check(request.rules);
    return dryRunMasking(store, request);
  }),
};

async function check(rules: readonly MaskingRule[]): Promise<void> {
  const errors = await inTurns(ruleErrors(rules, withinTime));
  if (errors.length > 0) throw invalid(errors);
}

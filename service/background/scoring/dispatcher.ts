import { Dispatcher } from "@/service/background/leases/dispatcher";
import type { Quarantine } from "@/service/background/leases/quarantine";
import { describe } from "@/service/telemetry/describe-error";
import type { FollowedRule } from "@/service/store/scoring/scoring-store";
import { RuleRun, type RuleRunOptions } from "./rule-run";

/** Rules that one process follows at once. */
const AT_ONCE = 8;

/** Claims scoring rules and scores their calls. Every replica has one; each rule is followed by one of them. */
export function scoringDispatcher(
  options: Omit<RuleRunOptions, "wentOn"> & { quarantine: Quarantine; diskIsFull: () => boolean; pollMs: number },
): Dispatcher<FollowedRule> {
  const { store, holder, quarantine, diskIsFull, pollMs, logger } = options;
  return new Dispatcher({
    take: async (suspects) => store.takeScoringRule(holder, suspects),
    follow: async (rule, signal, wentOn) => RuleRun.follow(rule, { ...options, wentOn }, signal),
    goOn: async (rule) => store.goOnWithScoringRule(holder, rule),
    quarantine,
    onFailure: ({ id }, error) =>
      logger.warn({ error: describe(error), rule: id }, "stopped scoring by a rule; will resume"),
    diskIsFull,
    atOnce: AT_ONCE,
    pollMs,
  });
}

import { Dispatcher } from "@/service/leases/dispatcher";
import { describe } from "@/service/middleware/errors";
import type { FollowedRule } from "@/service/store/scoring/scoring-store";
import { RuleRun, type RuleRunOptions } from "./rule-run";

/** Rules that one process follows at once. */
const AT_ONCE = 8;

/** Claims scoring rules and scores their calls. Every replica has one; each rule is followed by one of them. */
export function scoringDispatcher(
  options: RuleRunOptions & { diskIsFull: () => boolean; pollMs: number },
): Dispatcher<FollowedRule> {
  const { store, holder, diskIsFull, pollMs, logger } = options;
  return new Dispatcher({
    take: async () => store.takeScoringRule(holder),
    follow: async (rule, signal) => RuleRun.follow(rule, options, signal),
    onFailure: ({ id }, error) =>
      logger.warn({ error: describe(error), rule: id }, "stopped scoring by a rule; will resume"),
    diskIsFull,
    atOnce: AT_ONCE,
    pollMs,
  });
}

import type { SlowRules } from "./patience";
import type { ActiveRule } from "./rule-set";

/** For how long a pattern gets less time after a text that took too long. */
const WARY_MS = 60_000;

/**
 * Remembers which patterns took too long. Texts that take too long meanwhile do not extend the minute: with little time,
 * harmless patterns take too long as well when the machine is busy.
 */
export function slowRules(now: () => number = () => performance.now()): SlowRules {
  const slowAt = new WeakMap<ActiveRule, number>();
  const isWary = (rule: ActiveRule) => now() - (slowAt.get(rule) ?? -Infinity) < WARY_MS;
  return {
    isWary,
    onSlow(rule) {
      if (!isWary(rule)) slowAt.set(rule, now());
    },
  };
}

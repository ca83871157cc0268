import type { TrainingCalls } from "@/lib/queries/training-calls";
import type { ReadFile } from "@/lib/training/draft-groups";
import { rewardOf, type RewardRule } from "@/lib/training/reward-rule";

/** The trajectories of calls, each named by its call. */
export function namedByCall(found: ReadFile, { callAt }: TrainingCalls): ReadFile {
  return {
    groups: found.groups,
    loose: found.loose.map((row) => ({ ...row, place: `call ${callAt.get(row.start) ?? ""}` })),
  };
}

/** The rewards that a rule gives the trajectories of calls, by their key. */
export function rewardsOfCalls(
  { loose }: ReadFile,
  { callAt, feedback }: TrainingCalls,
  rule: RewardRule,
): ReadonlyMap<string, number> {
  const rewards = new Map<string, number>();
  for (const { key, start } of loose) {
    const reward = rewardOf(feedback.get(callAt.get(start) ?? "") ?? [], rule);
    if (reward !== undefined) rewards.set(key, reward);
  }
  return rewards;
}

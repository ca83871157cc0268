import type { TrainingCalls } from "@/lib/queries/training-calls";
import { type ReadFile, trajectoryKey } from "@/lib/training/draft-groups";
import { rewardOf, type RewardRule } from "@/lib/training/reward-rule";

/** The trajectories of calls, each named by its call. */
export function namedByCall(found: ReadFile, { callAt }: TrainingCalls): ReadFile {
  return {
    groups: found.groups,
    loose: found.loose.map((row) => ({ ...row, place: `call ${callAt.get(row.start) ?? ""}` })),
  };
}

/** The rewards that a rule gives calls, by the key of their trajectory. */
export function rewardsOfCalls({ callAt, feedback }: TrainingCalls, rule: RewardRule): Map<string, number> {
  const rewards = new Map<string, number>();
  for (const [start, id] of callAt) {
    const reward = rewardOf(feedback.get(id) ?? [], rule);
    if (reward !== undefined) rewards.set(trajectoryKey(0, start), reward);
  }
  return rewards;
}

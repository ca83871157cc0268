import { groupStatistics, type GroupStatistics } from "./advantages";
import type { DraftGroup, Drafts, DraftTrajectory } from "./draft-groups";
import { inSteps, type Steps } from "./steps";

/** The user's decisions about the groups. */
export interface PreflightChoices {
  isScaled: boolean;
  /** Rewards by the key of their trajectory: entered, or derived from feedback. */
  rewards: ReadonlyMap<string, number>;
  /** Keys of groups and trajectories that are excluded. */
  leftOut: ReadonlySet<string>;
  /** Whether groups without reward variance are left out. */
  leavesFlatOut: boolean;
}

export interface CheckedTrajectory {
  trajectory: DraftTrajectory;
  reward: number | undefined;
  /** Absent if the group is not sent. */
  advantage: number | undefined;
}

export interface CheckedGroup {
  group: DraftGroup;
  trajectories: readonly CheckedTrajectory[];
  /** Of the trajectories that have a reward and are included. */
  statistics: GroupStatistics;
  isSent: boolean;
  /** Trajectories without a reward, which cannot be sent. */
  missing: number;
}

export interface Preflight extends Pick<
  Drafts,
  "repeated" | "shared" | "systems" | "withoutSystem" | "models" | "ops"
> {
  groups: readonly CheckedGroup[];
  /** Totals of what is sent. */
  sent: { groups: number; flat: number; trajectories: number; tokens: number };
  /** Groups without reward variance, whether sent or not. */
  flat: number;
  /** Trajectories without a reward. */
  missing: number;
  /** Includes groups without reward variance that are not sent. */
  rewards: readonly number[];
  /** The largest absolute advantage. */
  largest: number;
}

/** Statistics of the training signal of a job, before it is submitted. */
export function* preflight(drafts: Drafts, choices: PreflightChoices): Steps<Preflight> {
  const groups: CheckedGroup[] = [];
  const rewards: number[] = [];
  const sent = { groups: 0, flat: 0, trajectories: 0, tokens: 0 };
  let [flat, missing, largest] = [0, 0, 0];
  yield* inSteps(drafts.groups, (group) => {
    const checked = checkGroup(group, choices);
    const { statistics, isSent } = checked;
    groups.push(checked);
    missing += checked.missing;
    if (statistics.count > 0 && statistics.isFlat) flat += 1;
    for (const { trajectory, reward, advantage } of checked.trajectories) {
      if (reward === undefined || advantage === undefined) continue;
      rewards.push(reward);
      largest = Math.max(largest, Math.abs(advantage));
      if (isSent) sent.tokens += trajectory.tokens;
    }
    if (!isSent) return;
    sent.groups += 1;
    sent.trajectories += statistics.count;
    if (statistics.isFlat) sent.flat += 1;
  });
  const { repeated, shared, systems, withoutSystem, models, ops } = drafts;
  const mixed = { repeated, shared, systems, withoutSystem, models, ops };
  return { groups, sent, flat, missing, ...mixed, rewards, largest };
}

function checkGroup(group: DraftGroup, { isScaled, rewards, leftOut, leavesFlatOut }: PreflightChoices): CheckedGroup {
  const isOut = leftOut.has(group.key);
  const counted: number[] = [];
  let missing = 0;
  const trajectories = group.trajectories.map((trajectory): CheckedTrajectory => {
    const reward = rewards.get(trajectory.key) ?? trajectory.reward;
    if (reward === undefined) missing += 1;
    const counts = reward !== undefined && !isOut && !leftOut.has(trajectory.key);
    if (counts) counted.push(reward);
    return { trajectory, reward, advantage: counts ? 0 : undefined };
  });
  const statistics = groupStatistics(counted, { isScaled });
  let next = 0;
  for (const checked of trajectories) {
    if (checked.advantage === undefined) continue;
    checked.advantage = statistics.advantages[next];
    next += 1;
  }
  return {
    group,
    trajectories,
    statistics,
    isSent: statistics.count > 0 && !(statistics.isFlat && leavesFlatOut),
    missing,
  };
}

/** Statistics of no groups. */
export const NO_PREFLIGHT: Preflight = {
  groups: [],
  sent: { groups: 0, flat: 0, trajectories: 0, tokens: 0 },
  flat: 0,
  missing: 0,
  repeated: 0,
  shared: 0,
  systems: 0,
  withoutSystem: 0,
  models: 0,
  ops: 0,
  rewards: [],
  largest: 0,
};

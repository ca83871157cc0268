import { groupStatistics, type GroupStatistics } from "./advantages";
import type { DraftGroup, DraftTrajectory } from "./draft-groups";

/** What was decided about the groups. */
export interface PreflightChoices {
  isScaled: boolean;
  /** Rewards by the key of their trajectory: given by hand, or by what feedback says. */
  rewards: ReadonlyMap<string, number>;
  /** Keys of groups and trajectories that are not sent. */
  leftOut: ReadonlySet<string>;
  /** Whether groups that teach nothing are not sent. */
  leavesFlatOut: boolean;
}

export interface CheckedTrajectory {
  trajectory: DraftTrajectory;
  reward: number | undefined;
  /** Absent where it is not sent. */
  advantage: number | undefined;
}

export interface CheckedGroup {
  group: DraftGroup;
  trajectories: readonly CheckedTrajectory[];
  /** Of the trajectories that have a reward and are not left out. */
  statistics: GroupStatistics;
  isSent: boolean;
  /** Trajectories without a reward: they cannot be sent. */
  missing: number;
  /** Trajectories whose messages another of the group has too. */
  repeated: number;
}

export interface Preflight {
  groups: readonly CheckedGroup[];
  /** Of what is sent. */
  sent: { groups: number; flat: number; trajectories: number; tokens: number };
  /** Groups that teach nothing, sent or not. */
  flat: number;
  /** Trajectories without a reward. */
  missing: number;
  /** Trajectories whose messages stand in their own group more than once. */
  repeated: number;
  /** Trajectories whose messages stand in another group too. */
  shared: number;
  /** Of what is sent, and of flat groups that are not. */
  rewards: readonly number[];
}

/** What a job of these groups would teach, before anything is spent on it. */
export function preflight(groups: readonly DraftGroup[], choices: PreflightChoices): Preflight {
  const checked = groups.map((group) => checkGroup(group, choices));
  const rewards: number[] = [];
  const sent = { groups: 0, flat: 0, trajectories: 0, tokens: 0 };
  const inGroups = new Map<string, number>();
  for (const { group, trajectories, statistics, isSent } of checked) {
    for (const said of new Set(group.trajectories.map((one) => one.said)))
      inGroups.set(said, (inGroups.get(said) ?? 0) + 1);
    for (const { trajectory, reward, advantage } of trajectories) {
      if (advantage !== undefined && reward !== undefined) rewards.push(reward);
      if (isSent && advantage !== undefined) sent.tokens += trajectory.tokens;
    }
    if (!isSent) continue;
    sent.groups += 1;
    if (statistics.isFlat) sent.flat += 1;
    sent.trajectories += statistics.count;
  }
  return {
    groups: checked,
    sent,
    flat: checked.filter(({ statistics }) => statistics.count > 0 && statistics.isFlat).length,
    missing: sum(checked, ({ missing }) => missing),
    repeated: sum(checked, ({ repeated }) => repeated),
    shared: sum(checked, ({ group }) => group.trajectories.filter(({ said }) => (inGroups.get(said) ?? 0) > 1).length),
    rewards,
  };
}

function checkGroup(group: DraftGroup, { isScaled, rewards, leftOut, leavesFlatOut }: PreflightChoices): CheckedGroup {
  const isOut = leftOut.has(group.key);
  const scored = group.trajectories.map((trajectory) => {
    const reward = rewards.get(trajectory.key) ?? trajectory.reward;
    return { trajectory, reward, counts: reward !== undefined && !isOut && !leftOut.has(trajectory.key) };
  });
  const statistics = groupStatistics(
    scored.flatMap(({ reward, counts }) => (counts && reward !== undefined ? [reward] : [])),
    { isScaled },
  );
  let next = 0;
  const trajectories = scored.map(({ trajectory, reward, counts }): CheckedTrajectory => {
    if (!counts) return { trajectory, reward, advantage: undefined };
    next += 1;
    return { trajectory, reward, advantage: statistics.advantages[next - 1] };
  });
  return {
    group,
    trajectories,
    statistics,
    isSent: statistics.count > 0 && !(statistics.isFlat && leavesFlatOut),
    missing: scored.filter(({ reward }) => reward === undefined).length,
    repeated: group.trajectories.length - new Set(group.trajectories.map(({ said }) => said)).size,
  };
}

function sum(groups: readonly CheckedGroup[], of: (group: CheckedGroup) => number): number {
  return groups.reduce((total, group) => total + of(group), 0);
}

"use client";

import { useCallback, useMemo, useState } from "react";

import type { PreflightChoices } from "@/lib/training/preflight";

/** The user's decisions about the groups, and how to change them. */
export interface Choices extends Omit<PreflightChoices, "rewards"> {
  /** Entered rewards, by the key of a trajectory. */
  rewards: ReadonlyMap<string, number>;
  setReward: (key: string, reward: number | undefined) => void;
  /** Excludes a group or trajectory, or includes it again. */
  leaveOut: (key: string, isOut: boolean) => void;
  setScaled: (isScaled: boolean) => void;
  leaveFlatOut: (isOut: boolean) => void;
}

/** By default all are included, and advantages are scaled. */
export function useChoices(): Choices {
  const [isScaled, setScaled] = useState(true);
  const [leavesFlatOut, leaveFlatOut] = useState(false);
  const [rewards, setRewards] = useState<ReadonlyMap<string, number>>(() => new Map());
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(() => new Set());
  const setReward = useCallback(
    (key: string, reward: number | undefined) =>
      setRewards((known) => {
        const next = new Map(known);
        if (reward === undefined) next.delete(key);
        else next.set(key, reward);
        return next;
      }),
    [],
  );
  const leaveOut = useCallback(
    (key: string, isOut: boolean) =>
      setLeftOut((known) => (isOut ? new Set([...known, key]) : new Set([...known].filter((one) => one !== key)))),
    [],
  );
  return useMemo(
    () => ({ isScaled, leavesFlatOut, rewards, leftOut, setReward, leaveOut, setScaled, leaveFlatOut }),
    [isScaled, leavesFlatOut, rewards, leftOut, setReward, leaveOut],
  );
}

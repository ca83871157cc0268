/** Statistics of the rewards of one group, and the advantages of its trajectories. */
export interface GroupStatistics {
  count: number;
  mean: number;
  /** Population standard deviation of the rewards. */
  deviation: number;
  /** One per trajectory, in order; all 0 in a group without reward variance. */
  advantages: number[];
  /** All rewards are equal, so the group has no training effect. */
  isFlat: boolean;
}

interface AdvantageOptions {
  /** Whether differences are divided by the group's deviation. */
  isScaled: boolean;
}

/**
 * Group-relative advantages: each reward minus the mean of its group. When scaled, it is divided by the group's
 * population standard deviation, as in GRPO (Shao et al., "DeepSeekMath", arXiv 2402.03300, section 4.1.2); unscaled it
 * is as in Dr. GRPO (Liu et al., "Understanding R1-Zero-Like Training", arXiv 2503.20783). Nothing is added to the
 * deviation: a group without reward variance has none to divide by, and all its advantages are 0. Rewards must be
 * finite.
 */
export function groupStatistics(rewards: readonly number[], { isScaled }: AdvantageOptions): GroupStatistics {
  const count = rewards.length;
  const isFlat = rewards.every((reward) => reward === rewards[0]);
  if (isFlat) return { count, mean: rewards[0] ?? 0, deviation: 0, advantages: rewards.map(() => 0), isFlat };
  // Sums of very large rewards would overflow, so each is divided first, by a power of two: that rounds nothing. From the
  // first reward, and not from zero, rewards that are almost equal keep their digits.
  const largest = rewards.reduce((most, reward) => Math.max(most, Math.abs(reward)), 0);
  const scale = 2 ** Math.min(1023, Math.floor(Math.log2(largest)));
  const first = (rewards[0] ?? 0) / scale;
  const offsets = rewards.map((reward) => reward / scale - first);
  const offset = offsets.reduce((sum, each) => sum + each, 0) / count;
  const differences = offsets.map((each) => each - offset);
  const deviation = Math.sqrt(differences.reduce((sum, difference) => sum + difference * difference, 0) / count);
  return {
    count,
    mean: (first + offset) * scale,
    deviation: deviation * scale,
    advantages: differences.map((difference) => (isScaled ? difference / deviation : difference * scale)),
    isFlat,
  };
}

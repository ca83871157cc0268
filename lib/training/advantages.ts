/** What the rewards of one group come to, and what each of its trajectories would be taught by them. */
export interface GroupStatistics {
  count: number;
  mean: number;
  /** Population standard deviation of the rewards. */
  deviation: number;
  /** One a trajectory, in order; all 0 in a flat group. */
  advantages: number[];
  /** All rewards are equal, so the group has no training effect. */
  isFlat: boolean;
}

interface AdvantageOptions {
  /** Whether differences are divided by the group's deviation. */
  isScaled: boolean;
}

/**
 * Group-relative advantages: each reward less the mean of its group, divided by the population standard deviation of the
 * group when scaled, as GRPO does (Shao et al., "DeepSeekMath", arXiv 2402.03300, section 4.1.2); unscaled as Dr. GRPO
 * (Liu et al., "Understanding R1-Zero-Like Training", arXiv 2503.20783), which leaves the division out. Nothing is added
 * to the deviation: a flat group has none to divide by and all its advantages are 0. Rewards must be finite.
 */
export function groupStatistics(rewards: readonly number[], { isScaled }: AdvantageOptions): GroupStatistics {
  const count = rewards.length;
  const isFlat = rewards.every((reward) => reward === rewards[0]);
  if (isFlat) return { count, mean: rewards[0] ?? 0, deviation: 0, advantages: rewards.map(() => 0), isFlat };
  // Sums of huge rewards would overflow: each is divided by the largest first.
  const largest = rewards.reduce((most, reward) => Math.max(most, Math.abs(reward)), 0);
  const shares = rewards.map((reward) => reward / largest);
  const mean = shares.reduce((sum, share) => sum + share, 0) / count;
  const differences = shares.map((share) => share - mean);
  const deviation = Math.sqrt(differences.reduce((sum, difference) => sum + difference * difference, 0) / count);
  return {
    count,
    mean: mean * largest,
    deviation: deviation * largest,
    advantages: differences.map((difference) => (isScaled ? difference / deviation : difference * largest)),
    isFlat,
  };
}

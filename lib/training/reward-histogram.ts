interface RewardBin {
  /** The smallest reward in the bin. */
  from: number;
  count: number;
}

export interface RewardHistogram {
  bins: RewardBin[];
  /** The end of the last bin, which includes the largest reward. */
  end: number;
}

const MOST_BINS = 20;
/** 2^-1022: below it a double loses digits, and the powers of ten that a width is made of become zero. */
const LEAST_NORMAL = 2 ** -1022;
/** Round bin widths, times a power of ten. */
const STEPS = [1, 2, 2.5, 5, 10];

/** A histogram of rewards: at most 21 bins of equal width with round bounds. Rewards must be finite. */
export function rewardHistogram(rewards: readonly number[]): RewardHistogram {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const reward of rewards) {
    least = Math.min(least, reward);
    most = Math.max(most, reward);
  }
  if (rewards.length === 0) return { bins: [], end: 0 };
  const width = roundWidth(most / MOST_BINS - least / MOST_BINS, Math.max(Math.abs(least), Math.abs(most)));
  // 0.3 / 0.05 is 5.999999999999999.
  const placeOf = (reward: number) => Math.floor(Number((reward / width).toPrecision(15)));
  const first = placeOf(least);
  const last = Math.max(first, placeOf(most));
  const counts = Array.from({ length: last - first + 1 }, () => 0);
  for (const reward of rewards) {
    const at = Math.min(counts.length - 1, Math.max(0, placeOf(reward) - first));
    counts[at] = (counts[at] ?? 0) + 1;
  }
  const bins = counts.map((count, index) => ({ from: tidy((first + index) * width), count }));
  return { bins, end: tidy((last + 1) * width) };
}

/** The next round number from `width` up; if all rewards are equal, a width of their magnitude. */
function roundWidth(width: number, size: number): number {
  if (width < size * 1e-12 || width < LEAST_NORMAL) return 10 ** Math.floor(Math.log10(size)) || 1;
  const power = 10 ** Math.floor(Math.log10(width));
  return power * (STEPS.find((step) => step * power >= width) ?? 10);
}

/** 3 × 0.1 is 0.30000000000000004. */
function tidy(bound: number): number {
  return Number(bound.toPrecision(12));
}

export interface RewardBin {
  /** The least reward that falls into it. */
  from: number;
  count: number;
}

export interface RewardHistogram {
  bins: RewardBin[];
  /** Where the last bin ends; the largest reward falls into it. */
  end: number;
}

const MOST_BINS = 20;
/** 2^-1022: below it a double loses digits, and the powers of ten that a width is made of become zero. */
const LEAST_NORMAL = 2 ** -1022;
/** Rewards that are few different numbers get a bin each, so that 0 and 1 are in different bins. */
const STEPS = [1, 2, 2.5, 5, 10];

/** How often rewards of each size are given: bins of one width with round bounds, at most 21. Rewards must be finite. */
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

/** The next round number from `width` up; where all rewards are alike, a width of their size. */
function roundWidth(width: number, size: number): number {
  if (width < size * 1e-12 || width < LEAST_NORMAL) return 10 ** Math.floor(Math.log10(size)) || 1;
  const power = 10 ** Math.floor(Math.log10(width));
  return power * (STEPS.find((step) => step * power >= width) ?? 10);
}

/** 3 × 0.1 is 0.30000000000000004. */
function tidy(bound: number): number {
  return Number(bound.toPrecision(12));
}

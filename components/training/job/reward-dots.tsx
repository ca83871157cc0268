interface RewardDotsProps {
  rewards: readonly number[];
}

/** Maximum number of dots, since more cannot be distinguished. */
const shownDots = 64;

/** The rewards of a group as dots between its lowest and highest; the numbers are next to them. */
export function RewardDots({ rewards }: RewardDotsProps) {
  const sorted = rewards.toSorted((a, b) => a - b);
  const [lowest = 0, highest = 0] = [sorted[0], sorted.at(-1)];
  // Halved first, since the difference of very large rewards would overflow.
  const width = highest / 2 - lowest / 2;
  const every = Math.ceil(sorted.length / shownDots);
  const dots = sorted.filter((_reward, index) => index % every === 0 || index === sorted.length - 1);
  return (
    <span aria-hidden className="relative block h-4 w-full min-w-24">
      <span className="absolute inset-x-1 top-1/2 h-px bg-line" />
      {dots.map((reward, index) => (
        <span
          // Dots have no identity other than their index.
          key={index}
          style={{ left: `${width > 0 ? ((reward / 2 - lowest / 2) / width) * 100 : 50}%` }}
          className={`absolute top-1/2 size-1.5 -translate-1/2 rounded-full ${width > 0 ? "bg-accent" : "bg-control"}`}
        />
      ))}
    </span>
  );
}

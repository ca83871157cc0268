interface RewardDotsProps {
  rewards: readonly number[];
}

/** More dots than this tell no more. */
const shownDots = 64;

/** The rewards of a group as dots between its lowest and its highest; the numbers are next to them. */
export function RewardDots({ rewards }: RewardDotsProps) {
  const sorted = rewards.toSorted((a, b) => a - b);
  const [lowest = 0, highest = 0] = [sorted[0], sorted.at(-1)];
  // Halved first: the distance of huge rewards would overflow.
  const width = highest / 2 - lowest / 2;
  const every = Math.ceil(sorted.length / shownDots);
  const dots = sorted.filter((_reward, index) => index % every === 0 || index === sorted.length - 1);
  return (
    <span aria-hidden className="relative block h-4 w-full min-w-24">
      <span className="absolute inset-x-1 top-1/2 h-px bg-line" />
      {dots.map((reward, index) => (
        <span
          // Dots have no other identity than their place.
          // oxlint-disable-next-line react/no-array-index-key -- its place is all that tells one from another
          key={index}
          style={{ left: `${width > 0 ? ((reward / 2 - lowest / 2) / width) * 100 : 50}%` }}
          className={`absolute top-1/2 size-1.5 -translate-1/2 rounded-full ${width > 0 ? "bg-accent" : "bg-control"}`}
        />
      ))}
    </span>
  );
}

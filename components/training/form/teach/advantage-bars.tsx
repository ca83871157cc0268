import { signedText } from "@/lib/format/number-text";

const WIDTH = 120;
const HEIGHT = 20;
const MOST_BARS = 30;
const WIDEST = 8;

interface AdvantageBarsProps {
  /** In the order of the trajectories. */
  advantages: readonly number[];
  /** The largest advantage of any group, so that groups can be compared. */
  largest: number;
}

/** The advantage of each trajectory of a group: positive upwards, negative downwards. */
export function AdvantageBars({ advantages, largest }: AdvantageBarsProps) {
  const shown = advantages.slice(0, MOST_BARS);
  const step = Math.min(WIDEST, WIDTH / Math.max(1, shown.length));
  const middle = HEIGHT / 2;
  return (
    <span className="inline-flex items-center gap-1">
      <svg aria-hidden width={Math.ceil(step * shown.length)} height={HEIGHT} className="block">
        {shown.map((advantage, index) => {
          const height = Math.max(1, (Math.abs(advantage) / (largest || 1)) * (middle - 1));
          const look = advantage > 0 ? "fill-success" : advantage < 0 ? "fill-error" : "fill-faint";
          return (
            <rect
              // A trajectory is identified by its index here.
              key={index}
              x={index * step}
              y={advantage > 0 ? middle - height : middle}
              width={Math.max(1, step - 1)}
              height={advantage === 0 ? 1 : height}
              className={look}
            />
          );
        })}
      </svg>
      {advantages.length > MOST_BARS && <span className="text-label text-muted">+{advantages.length - MOST_BARS}</span>}
      <span className="sr-only">{advantages.slice(0, MOST_BARS).map(signedText).join(", ")}</span>
    </span>
  );
}

import { formatCount } from "@/lib/format/number";
import { numberText } from "@/lib/format/number-text";

interface HistogramProps {
  label: string;
  /** Ranges of equal width, each from its `from` to that of the next one. */
  ranges: readonly { from: number; count: number }[];
  /** The end of the last range. */
  max: number;
}

/** The number of values in each range; the numbers are in the titles and in a list for screen readers. */
export function Histogram({ label, ranges, max }: HistogramProps) {
  const most = ranges.reduce((top, { count }) => Math.max(top, count), 1);
  const [first] = ranges;
  return (
    <figure aria-label={label} className="grid gap-0.5">
      <ol className="flex h-14 items-end gap-px">
        {ranges.map(({ from, count }, index) => {
          const words = `${numberText(from)} to ${numberText(ranges[index + 1]?.from ?? max)}: ${formatCount(count)}`;
          return (
            <li key={from} title={words} className="flex h-full flex-1 items-end hover:bg-hover">
              <span className="sr-only">{words}</span>
              <span
                aria-hidden
                style={{ height: `${count === 0 ? 0 : Math.max(4, (count / most) * 100)}%` }}
                className="w-full bg-(--category-1)"
              />
            </li>
          );
        })}
      </ol>
      <div aria-hidden className="flex justify-between text-label text-muted tabular-nums">
        <span>{first && numberText(first.from)}</span>
        <span>{numberText(max)}</span>
      </div>
    </figure>
  );
}

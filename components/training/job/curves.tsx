"use client";

import { useMemo, useState } from "react";

import { Button } from "@/components/ui/button";
import { SearchInput } from "@/components/ui/search-input";
import { Skeleton } from "@/components/ui/skeleton";
import { usePreference } from "@/components/ui/use-preference";
import { counted, formatCount, formatDecimal } from "@/lib/format/number";
import { orderCurves } from "@/lib/training/curve-order";
import type { Curve, Curves } from "@/lib/training/curves";

import { CurveChart } from "./curve-chart";

interface JobCurvesProps {
  curves: Curves | undefined;
  /** Whether more events are loading. */
  isReading: boolean;
  /** Shown if there is nothing to draw. */
  nothing: string;
}

/** Number of curves that are drawn large, and number of small ones before all are shown. */
const largeCurves = 2;
const smallCurves = 6;
/** With more metrics than this they can be searched by name. */
const searchedCurves = 12;

/** A thin track with a thumb of our accent, in every browser. */
const sliderClass = [
  "h-1 w-28 cursor-pointer appearance-none rounded-full bg-line-strong",
  "[&::-webkit-slider-thumb]:size-3.5 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:bg-accent",
  "[&::-moz-range-thumb]:size-3.5 [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:bg-accent",
].join(" ");

function parseSmoothing(stored: string): number | undefined {
  const weight = Number(stored);
  return stored !== "" && weight >= 0 && weight < 1 ? weight : undefined;
}

/** Every metric of a job over its steps: the main ones large, all others small. */
export function JobCurves({ curves, isReading, nothing }: JobCurvesProps) {
  const [smoothing, setSmoothing] = usePreference<number>("training-smoothing", 0, parseSmoothing);
  const [showsAll, setShowsAll] = useState(false);
  const [searchText, setSearchText] = useState("");
  const { ordered, from, to } = useMemo(() => arranged(curves), [curves]);
  if (ordered.length === 0)
    return (
      <section aria-label="Curves" aria-busy={isReading} className="px-4 py-3">
        {isReading ? <Skeleton className="h-36 w-full" /> : <p className="py-6 text-muted">{nothing}</p>}
      </section>
    );
  const found = ordered.filter(({ name }) => name.toLowerCase().includes(searchText.toLowerCase()));
  const large = found.slice(0, largeCurves);
  const small = found.slice(largeCurves, showsAll ? undefined : largeCurves + smallCurves);
  const hidden = found.length - large.length - small.length;
  return (
    <section aria-label="Curves" aria-busy={isReading} className="px-4 py-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 pb-1 text-meta text-muted">
        <label className="flex items-center gap-2">
          Smoothing
          <input
            type="range"
            min={0}
            max={0.99}
            step={0.01}
            value={smoothing}
            aria-valuetext={smoothing === 0 ? "off" : formatDecimal(smoothing, 2)}
            onChange={(event) => setSmoothing(Number(event.target.value))}
            className={sliderClass}
          />
          <span className="w-8 tabular-nums">{smoothing === 0 ? "off" : formatDecimal(smoothing, 2)}</span>
        </label>
        {ordered.length > searchedCurves && (
          <SearchInput label="Search metrics" value={searchText} onValueChange={setSearchText} className="w-48" />
        )}
        {curves?.restarts.map((step) => (
          <span
            key={step}
            title={`The runner restarted at step ${formatCount(step)}. Values reported earlier for repeated steps are not shown.`}
          >
            restarted at step {formatCount(step)}
          </span>
        ))}
        {curves && curves.omitted.size > 0 && (
          <span className="text-warning">
            {counted(curves.omitted.size, "more metric")} not shown; the limit is {formatCount(ordered.length)}
          </span>
        )}
      </div>
      <div className="grid gap-x-6 gap-y-2 md:grid-cols-2">
        {large.map((curve) => (
          <CurveChart key={curve.name} curve={curve} from={from} to={to} smoothing={smoothing} height={184} />
        ))}
      </div>
      <div className="grid gap-x-6 gap-y-2 pt-2 sm:grid-cols-2 lg:grid-cols-3">
        {small.map((curve) => (
          <CurveChart key={curve.name} curve={curve} from={from} to={to} smoothing={smoothing} height={92} />
        ))}
      </div>
      {(hidden > 0 || showsAll) && ordered.length > largeCurves + smallCurves && (
        <Button size="small" variant="ghost" className="mt-1" onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? "Show fewer metrics" : `Show ${counted(hidden, "more metric")}`}
        </Button>
      )}
    </section>
  );
}

const nothingDrawn: { ordered: Curve[]; from: number; to: number } = { ordered: [], from: 0, to: 1 };

/** The curves that have values, in order of relevance, over the steps of all of them. */
function arranged(curves: Curves | undefined): typeof nothingDrawn {
  if (!curves) return nothingDrawn;
  const ordered = orderCurves([...curves.byName.keys()]).flatMap((name) => {
    const curve = curves.byName.get(name);
    return curve && curve.steps.length > 0 ? [curve] : [];
  });
  const ends = ordered.map(({ steps }) => [steps[0] ?? 0, steps.at(-1) ?? 0] as const);
  if (ends.length === 0) return nothingDrawn;
  return {
    ordered,
    from: Math.min(...ends.map(([first]) => first)),
    to: Math.max(...ends.map(([, last]) => last)),
  };
}

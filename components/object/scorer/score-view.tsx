import { withMinus } from "@/lib/format/minus";
import type { ScoreValue } from "@/lib/scorer/score";

/** A score, or why there is none. */
export function ScoreView({ value }: { value: ScoreValue }) {
  if ("problem" in value) return <p className="text-warning wrap-anywhere">{value.problem}</p>;
  const { score, reasoning } = value;
  return (
    <div className="grid gap-1">
      <p className="font-mono font-medium">{withMinus(String(score))}</p>
      {reasoning !== undefined && <p className="whitespace-pre-wrap text-muted wrap-anywhere">{reasoning}</p>}
    </div>
  );
}

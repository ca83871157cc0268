import { Button } from "@/components/ui/button";
import { counted, formatCount } from "@/lib/format/number";

import { MORE_CALLS, MOST_CALLS } from "./use-trace-log";

interface MoreCallsProps {
  shown: number;
  remaining: number;
  isFetching: boolean;
  onMore: (calls: number) => void;
}

/** Says which calls are not in the log yet, and adds more. */
export function MoreCalls({ shown, remaining, isFetching, onMore }: MoreCallsProps) {
  const next = Math.min(remaining, MORE_CALLS);
  const most = Math.min(remaining, MOST_CALLS);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-raised px-4 py-2 text-meta text-muted">
      <span>
        The log has the {counted(shown, "call")} that started first. Copies leave out the other {formatCount(remaining)}
        ; search finds them.
      </span>
      <Button size="small" busy={isFetching} onClick={() => onMore(next)}>
        {next === remaining ? `Show the other ${formatCount(next)}` : `Show ${formatCount(next)} more`}
      </Button>
      {most > next && (
        <Button size="small" busy={isFetching} onClick={() => onMore(most)}>
          {most === remaining ? `Show all ${formatCount(shown + remaining)}` : `Show ${formatCount(most)} more`}
        </Button>
      )}
    </div>
  );
}

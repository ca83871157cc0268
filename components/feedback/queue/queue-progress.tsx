import { cn } from "@/components/ui/cn";
import type { Queue } from "@/lib/feedback/queue";
import { formatCount } from "@/lib/format/number";

interface QueueProgressProps {
  queue: Queue;
  progress: ReadonlyMap<string, ReadonlySet<string>>;
  owner: string;
}

/** Everyone's progress, the user's own first. */
export function QueueProgress({ queue, progress, owner }: QueueProgressProps) {
  const people = [owner, ...[...progress.keys()].filter((who) => who !== owner)];
  const all = queue.callIds.length;
  return (
    <ul aria-label="Progress" className="ml-auto flex flex-wrap items-center gap-x-4 gap-y-1 text-meta">
      {people.map((who) => {
        const done = progress.get(who)?.size ?? 0;
        return (
          <li key={who} className="flex items-center gap-2">
            <bdi className={who === owner ? "font-medium" : "text-muted"}>{who === owner ? `${who} (you)` : who}</bdi>
            <span
              role="progressbar"
              aria-label={`Done by ${who}`}
              aria-valuenow={done}
              aria-valuemin={0}
              aria-valuemax={all}
              className="h-1.5 w-20 overflow-hidden rounded-full bg-hover"
            >
              <span
                style={{ width: `${(done / Math.max(1, all)) * 100}%` }}
                className={cn("block h-full", who === owner ? "bg-accent" : "bg-control")}
              />
            </span>
            <span className="tabular-nums">
              {formatCount(done)}/{formatCount(all)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

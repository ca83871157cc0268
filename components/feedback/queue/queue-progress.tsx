import { cn } from "@/components/ui/cn";
import { PersonName } from "@/components/pickers/person-name";
import { type Progress, type Queue, shareOf } from "@/lib/feedback/queue";
import { formatCount } from "@/lib/format/number";

interface QueueProgressProps {
  queue: Queue;
  progress: Progress;
  owner: string;
}

/** The progress of everyone whom the queue is for or who has answered, the user's own first. */
export function QueueProgress({ queue, progress, owner }: QueueProgressProps) {
  const others = [...new Set([...queue.assignedTo, ...progress.keys()])].filter((who) => who !== owner);
  const isMine = queue.assignedTo.length === 0 || queue.assignedTo.includes(owner) || progress.has(owner);
  const people = [...(isMine ? [owner] : []), ...others];
  return (
    <ul aria-label="Progress" className="ml-auto flex max-w-full flex-wrap items-center gap-x-4 gap-y-1 text-meta">
      {people.map((who) => {
        const done = progress.get(who)?.size ?? 0;
        const all = shareOf(queue, who, progress).length;
        return (
          <li key={who} className="flex max-w-full min-w-0 items-center gap-2">
            <PersonName
              owner={who}
              isYou={who === owner}
              className={cn("min-w-0 truncate", who === owner ? "font-medium" : "text-muted")}
            />
            <span
              role="progressbar"
              aria-label={`Done by ${who}`}
              aria-valuenow={done}
              aria-valuemin={0}
              aria-valuemax={all}
              className="h-1.5 w-20 shrink-0 overflow-hidden rounded-full bg-hover"
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

export interface Poll {
  /** When anything in the project was last written, by the service's watermark. */
  latest: string | null;
  /** Whether to read once more. Commits can become visible out of order, so each change is read twice. */
  isTrailing: boolean;
}

/** Whether to read the rows at this poll, and the next state. The first poll reads. */
export function nextPoll(previous: Poll | undefined, latest: string | null): Poll & { isDue: boolean } {
  const hasMoved = previous === undefined || previous.latest !== latest;
  return { latest, isTrailing: hasMoved, isDue: hasMoved || previous.isTrailing };
}

/** Milliseconds after which no earlier write becomes visible any more, with room for clocks that differ. */
const SETTLED_MS = 60_000;

/** The poll of what the dashboard's server read at `now`, its clock being near the service's: old writes are in it. */
export function polledAt(now: number, latest: string | null): Poll {
  return { latest, isTrailing: latest !== null && now - Date.parse(latest) < SETTLED_MS };
}

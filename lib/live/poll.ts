export interface Poll {
  /** When anything in the project was last written, by the service's watermark. */
  latest: string | null;
  /** Whether one more reading is due. Commits can become visible out of order, so each change is read twice. */
  isTrailing: boolean;
}

/** Whether to read the rows at this poll, and the state for the next. The first poll reads. */
export function nextPoll(previous: Poll | undefined, latest: string | null): Poll & { isDue: boolean } {
  const hasMoved = previous === undefined || previous.latest !== latest;
  return { latest, isTrailing: hasMoved, isDue: hasMoved || previous.isTrailing };
}

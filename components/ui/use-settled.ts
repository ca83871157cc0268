import { useState } from "react";

/**
 * Values that are shown together change together. A query that keeps its previous data returns the previous answer
 * while the next is read (`isPlaceholderData`): below the heading of the next one that data would be wrong, and so
 * would one number that is already new beside one that is not. This holds back `next`, which contains all of them and
 * the question, until it is settled. `isOld` shows that something else is loading (`aria-busy`).
 *
 * `next` must stay the same object while nothing in it changes (`useMemo`).
 */
export function useSettled<Shown>(
  next: Shown,
  isSettled: boolean | ((shown: Shown) => boolean),
): { shown: Shown; isOld: boolean } {
  const [shown, setShown] = useState(next);
  if (shown === next) return { shown, isOld: isSettled === false };
  if (!(typeof isSettled === "function" ? isSettled(shown) : isSettled)) return { shown, isOld: true };
  setShown(next);
  return { shown: next, isOld: false };
}

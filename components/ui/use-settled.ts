import { useState } from "react";

/**
 * What is shown together changes together. A query that keeps its previous data answers the last question while the next
 * is read (`isPlaceholderData`): under a heading of the next one that data would be wrong, and so would a number that
 * is read already beside one that is not. This holds back `next`, which is all of it with what was asked, until it is
 * settled; `isOld` says when to show that something else is on its way (`aria-busy`).
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

import { useState } from "react";

/** Whether the pointer or the focus has reached an element: what it opens is loaded and rendered, closed, by then. */
export function useApproach(...loads: readonly (() => Promise<void>)[]) {
  const [isNear, setIsNear] = useState(false);
  const approach = () => {
    setIsNear(true);
    // Opening it loads again.
    for (const load of loads) load().catch(() => undefined);
  };
  return { isNear, onPointerEnter: approach, onFocus: approach };
}

"use client";

import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/**
 * The greatest height, in pixels, that an element has had at its present width: as its least height, it keeps what is below
 * it in place while its content changes.
 */
export function useTallest(): [RefObject<HTMLElement | null>, number | undefined] {
  const element = useRef<HTMLElement>(null);
  const [tallest, setTallest] = useState({ widthPx: 0, heightPx: 0 });
  useLayoutEffect(() => {
    const box = element.current;
    if (!box) return undefined;
    const observer = new ResizeObserver(() => {
      const { offsetWidth: widthPx, offsetHeight: heightPx } = box;
      setTallest((before) => {
        if (widthPx === before.widthPx || before.widthPx === 0)
          return heightPx > before.heightPx ? { widthPx, heightPx } : before;
        // At another width the content has another height, which is measured without a least height.
        return { widthPx, heightPx: 0 };
      });
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return [element, tallest.heightPx || undefined];
}

"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";

import { isFocusFree, watchBoxes } from "./boxes";

/** Keeps the keyboard focus: Escape leaves boxes, and a newly opened page gets the focus that the last one had. */
export function FocusKeeper() {
  const path = usePathname();
  const shown = useRef(path);
  useEffect(watchBoxes, []);
  useEffect(() => {
    if (shown.current !== path && isFocusFree()) document.getElementById("main")?.focus({ preventScroll: true });
    shown.current = path;
  }, [path]);
  return undefined;
}

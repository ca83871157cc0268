"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";

import { isFocusFree, watchBoxes } from "./boxes";

/** Manages the keyboard focus: Escape leaves text boxes, and a newly opened page gets the focus of the previous one. */
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

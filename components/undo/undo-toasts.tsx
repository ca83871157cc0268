"use client";

import dynamic from "next/dynamic";
import { useState } from "react";

import { usePendingUndos } from "./pending-undos";

const UndoToastsView = dynamic(() => import("./undo-toasts-view").then((module) => module.UndoToastsView), {
  ssr: false,
});

/**
 * Shows the changes that can be undone, in this tab and after a reload; mounted once, near the root. Loaded with the
 * first of them.
 */
export function UndoToasts() {
  const pending = usePendingUndos();
  const [wasNeeded, setWasNeeded] = useState(false);
  if (pending.length > 0 && !wasNeeded) setWasNeeded(true);
  return wasNeeded && <UndoToastsView pending={pending} />;
}

"use client";

import type { DialogProps } from "./dialog-view";
import { onDemand } from "./on-demand";

const view = onDemand(() => import("./dialog-view"));

export function Dialog(props: DialogProps) {
  const loaded = view.useNeeded(props.open, () => props.onOpenChange(false));
  return loaded && <loaded.DialogView {...props} />;
}

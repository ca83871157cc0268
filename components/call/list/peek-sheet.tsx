"use client";

import type { ReactNode } from "react";

import { Dialog } from "@/components/ui/dialog";

/** The preview of a trace on a phone: over the list, from the bottom edge. */
export function PeekSheet({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title="Trace" shape="sheet">
      <div className="-mx-4">{children}</div>
    </Dialog>
  );
}

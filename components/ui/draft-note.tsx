"use client";

import type { ReactNode } from "react";

import { Button } from "./button";
import { cn } from "./cn";
import { Timestamp } from "./timestamp";
import type { Draft } from "./use-draft";

interface DraftNoteProps {
  draft: Pick<Draft, "restoredAt" | "isKept" | "clear">;
  /** Called after the draft was discarded. */
  onDiscard?: () => void;
  className?: string;
  /** What has changed since it was written. */
  children?: ReactNode;
}

/**
 * Notes that a form began with an earlier draft, with a button to discard it; or that the text will be lost with the
 * page.
 */
export function DraftNote({ draft: { restoredAt, isKept, clear }, onDiscard, className, children }: DraftNoteProps) {
  if (restoredAt === undefined && isKept) return undefined;
  return (
    <div className={cn("flex flex-wrap items-center gap-x-2 text-meta text-muted", className)}>
      {restoredAt !== undefined && (
        <>
          <span>
            Draft from <Timestamp at={new Date(restoredAt).toISOString()} />
          </span>
          {children}
          <Button
            size="small"
            variant="ghost"
            onClick={() => {
              clear();
              onDiscard?.();
            }}
          >
            Discard draft
          </Button>
        </>
      )}
      {!isKept && (
        <span role="status" className="text-warning">
          This browser cannot store the draft; it will be lost when you reload.
        </span>
      )}
    </div>
  );
}

"use client";

import type { ReactNode } from "react";

import { Button } from "./button";
import { cn } from "./cn";
import { Timestamp } from "./timestamp";
import type { Draft } from "./use-draft";

interface DraftNoteProps {
  draft: Pick<Draft, "restoredAt" | "isKept" | "clear">;
  /** After the draft is gone. */
  onDiscard?: () => void;
  className?: string;
  /** What has changed since it was written. */
  children?: ReactNode;
}

/** Says that a form began with an earlier draft, and discards it; or that what is typed will not outlive the page. */
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
          This browser cannot store the draft; it is lost on reload.
        </span>
      )}
    </div>
  );
}

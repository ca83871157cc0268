"use client";

import { Button } from "./button";
import { InlineBanner } from "./inline-banner";

interface StoppedNoteProps {
  reason: string;
  /** Whoever created it was turned off. */
  needsOwner: boolean;
  /** Why the viewer may not let it go on. */
  restriction: string | undefined;
  isBusy: boolean;
  error: Error | null;
  onTakeOver: () => void;
}

/** Says why something does not go on, with the button that lets it. */
export function StoppedNote({ reason, needsOwner, restriction, isBusy, error, onTakeOver }: StoppedNoteProps) {
  return (
    <InlineBanner
      tone="warning"
      className="mt-2"
      action={
        <Button
          size="small"
          disabled={restriction !== undefined}
          title={restriction}
          busy={isBusy}
          onClick={onTakeOver}
        >
          {needsOwner ? "Take over" : "Resume"}
        </Button>
      }
    >
      {reason}
      {error && <p className="text-error">{error.message}</p>}
    </InlineBanner>
  );
}

"use client";

import { useSyncExternalStore } from "react";

import { InlineBanner } from "@/components/ui/inline-banner";
import { ApiError } from "@/lib/client/api-error";
import { failureWords } from "@/lib/client/failure-words";
import { connectionGate } from "@/lib/client/browser-client";

const isAway = () => connectionGate.outage !== undefined;
const isAwayOnServer = () => false;

/** Explains why the text is not saved yet; it stays in its field. */
export function SaveState({ isSaving, error }: { isSaving: boolean; error: Error | null }) {
  const isWaiting = useSyncExternalStore(connectionGate.subscribe, isAway, isAwayOnServer) && isSaving;
  if (isWaiting)
    return (
      <InlineBanner tone="warning">
        Not saved yet. Your input is kept and will be saved when the service responds.
      </InlineBanner>
    );
  return error && <InlineBanner tone="error">{notSaved(error)}</InlineBanner>;
}

function notSaved(error: Error): string {
  if (error instanceof ApiError && error.code === "unauthenticated")
    return "Not saved: you are signed out. Save again and you will be asked to sign in; your draft is kept.";
  return failureWords(error, "Not saved");
}

"use client";

import { CallSkeleton } from "./call-skeleton";
import { tabNames } from "./use-call-tab";
import { useCallKeys } from "./use-call-keys";

/** Those that every call has at the same place: only some calls have an exception. */
const tabs = tabNames.slice(0, tabNames.indexOf("exception"));

/** The place of a call's parts while it is loaded, with their keys. */
export function LoadingCall() {
  useCallKeys(tabs);
  return (
    <div className="min-h-0 flex-1">
      <CallSkeleton label="Loading call" />
    </div>
  );
}

"use client";

import { useMemo } from "react";

import { storedJson } from "@/components/ui/safe-storage";
import { usePreference } from "@/components/ui/use-preference";

/** Skipped calls that are remembered: the latest. */
const maxSkipped = 1_000;

const asStored = (stored: string) => stored;

/** The calls of a queue that the user has skipped, the latest last, as stored in this browser. */
export function useSkipped(projectId: string, queue: string): [ReadonlySet<string>, (callId: string) => void] {
  const [stored, store] = usePreference<string>(`skipped:${projectId}/${queue}`, "", asStored);
  const skipped = useMemo(() => new Set(readIds(stored)), [stored]);
  return [
    skipped,
    (callId) => store(JSON.stringify([...[...skipped].filter((id) => id !== callId), callId].slice(-maxSkipped))),
  ];
}

function readIds(stored: string): string[] {
  const value = storedJson(stored);
  return Array.isArray(value) ? value.filter((id): id is string => typeof id === "string") : [];
}

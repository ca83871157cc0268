"use client";

import { useMemo } from "react";

import { browserStorage, storedJson } from "@/components/ui/safe-storage";
import { useStoredText } from "@/components/ui/use-stored-text";
import { isUntouched } from "@/lib/playground/document";
import {
  type EarlierSession,
  earlierSessions,
  type PlaygroundSession,
  withEarlier,
  withoutEarlier,
} from "@/lib/playground/session";

const prefix = "loupe:playground-earlier:";

/**
 * Keeps a playground that another replaces; the new one is removed from the earlier ones. False if it is too long to be
 * stored, or the storage is full or blocked.
 */
export function replaceSession(projectId: string, before: PlaygroundSession, next: PlaygroundSession): boolean {
  const all = withoutEarlier(withEarlier(read(browserStorage.read(prefix + projectId)), before, Date.now()), next.id);
  return (
    browserStorage.write(prefix + projectId, JSON.stringify(all)) &&
    (isUntouched(before.document) || all[0]?.id === before.id)
  );
}

/** The earlier playgrounds of this browser in a project, newest first. */
export function useEarlier(projectId: string): readonly EarlierSession[] {
  const text = useStoredText(prefix + projectId);
  return useMemo(() => read(text), [text]);
}

function read(text: string | null): EarlierSession[] {
  return earlierSessions.safeParse(storedJson(text)).data ?? [];
}

"use client";

import { useMemo } from "react";

import { isUntouched } from "@/lib/playground/document";
import {
  type EarlierSession,
  earlierSessions,
  type PlaygroundSession,
  withEarlier,
  withoutEarlier,
} from "@/lib/playground/session";

import { storedText } from "./stored-text";

const stored = storedText("loupe:playground-earlier:");

/**
 * Keeps the playground that another takes the place of; the one that comes is no earlier one any more. False when it is
 * too long to be kept, or the storage is full or forbidden.
 */
export function replaceSession(projectId: string, before: PlaygroundSession, next: PlaygroundSession): boolean {
  const all = withoutEarlier(withEarlier(read(stored.read(projectId)), before, Date.now()), next.id);
  return stored.write(projectId, JSON.stringify(all)) && (isUntouched(before.document) || all[0]?.id === before.id);
}

/** The earlier playgrounds of this browser in a project, the last first. */
export function useEarlier(projectId: string): readonly EarlierSession[] {
  const text = stored.useText(projectId);
  return useMemo(() => read(text), [text]);
}

function read(text: string | null): EarlierSession[] {
  try {
    return earlierSessions.safeParse(JSON.parse(text ?? "[]")).data ?? [];
  } catch {
    return [];
  }
}

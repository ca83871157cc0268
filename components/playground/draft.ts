import { v7 as uuidV7 } from "uuid";

import { emptyDocument, type PlaygroundDocument } from "@/lib/playground/document";
import { playgroundSession, type PlaygroundSession } from "@/lib/playground/session";

import { lastModel } from "./history";

const prefix = "loupe:playground:";
/** Longest draft that is kept, characters: the browser's storage is shared by all projects. */
const MAX_CHARS = 1_500_000;

/** A document that has just been opened: no answer is its own yet. */
export function newSession(document: PlaygroundDocument): PlaygroundSession {
  return { id: uuidV7(), document };
}

/** What was being written in a project's playground when its page was last open in this browser; else nothing yet. */
export function readDraft(projectId: string): PlaygroundSession {
  try {
    const parsed = playgroundSession.safeParse(JSON.parse(localStorage.getItem(prefix + projectId) ?? "null"));
    return parsed.data ?? newSession(emptyDocument([lastModel(projectId)]));
  } catch {
    return newSession(emptyDocument([lastModel(projectId)]));
  }
}

/** Keeps it; false when it is too long or the storage is full or forbidden. */
export function keepDraft(projectId: string, session: PlaygroundSession): boolean {
  try {
    const text = JSON.stringify(session);
    if (text.length > MAX_CHARS) return false;
    localStorage.setItem(prefix + projectId, text);
    return true;
  } catch {
    return false;
  }
}

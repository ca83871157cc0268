import { v7 as uuidV7 } from "uuid";

import { browserStorage, storedJson } from "@/components/ui/safe-storage";
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
  const parsed = playgroundSession.safeParse(storedJson(browserStorage.read(prefix + projectId)));
  return parsed.data ?? newSession(emptyDocument([lastModel(projectId)]));
}

/** Keeps it; false when it is too long or the storage is full or forbidden. */
export function keepDraft(projectId: string, session: PlaygroundSession): boolean {
  const text = JSON.stringify(session);
  return text.length <= MAX_CHARS && browserStorage.write(prefix + projectId, text);
}

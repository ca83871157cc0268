import { v7 as uuidV7 } from "uuid";

import { browserStorage, storedJson } from "@/components/ui/safe-storage";
import { emptyDocument, type PlaygroundDocument } from "@/lib/playground/document";
import { playgroundSession, type PlaygroundSession } from "@/lib/playground/session";

import { lastModel } from "./history";

const prefix = "loupe:playground:";
/** Maximum length of a stored draft, characters: the browser's storage is shared by all projects. */
const MAX_CHARS = 1_500_000;

/** A document that has just been opened and has no answers yet. */
export function newSession(document: PlaygroundDocument): PlaygroundSession {
  return { id: uuidV7(), document };
}

/** The last draft of a project's playground in this browser, else an empty one. */
export function readDraft(projectId: string): PlaygroundSession {
  const parsed = playgroundSession.safeParse(storedJson(browserStorage.read(prefix + projectId)));
  return parsed.data ?? newSession(emptyDocument([lastModel(projectId)]));
}

/** Stores the draft; false if it is too long, or the storage is full or blocked. */
export function keepDraft(projectId: string, session: PlaygroundSession): boolean {
  const text = JSON.stringify(session);
  return text.length <= MAX_CHARS && browserStorage.write(prefix + projectId, text);
}

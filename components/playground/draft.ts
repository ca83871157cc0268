import { emptyDocument, playgroundDocument, type PlaygroundDocument } from "@/lib/playground/document";

import { lastModel } from "./history";

const prefix = "loupe:playground:";
/** Longest draft that is kept, characters: the browser's storage is shared by all projects. */
const MAX_CHARS = 1_500_000;

/** What was being written in a project's playground when its page was last open in this browser; else nothing yet. */
export function readDraft(projectId: string): PlaygroundDocument {
  try {
    const parsed = playgroundDocument.safeParse(JSON.parse(localStorage.getItem(prefix + projectId) ?? "null"));
    return parsed.data ?? emptyDocument(lastModel(projectId));
  } catch {
    return emptyDocument(lastModel(projectId));
  }
}

/** Keeps it; false when it is too long or the storage is full or forbidden. */
export function keepDraft(projectId: string, document: PlaygroundDocument): boolean {
  try {
    const text = JSON.stringify(document);
    if (text.length > MAX_CHARS) return false;
    localStorage.setItem(prefix + projectId, text);
    return true;
  } catch {
    return false;
  }
}

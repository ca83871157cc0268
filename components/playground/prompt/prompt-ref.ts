import type { QueryClient } from "@tanstack/react-query";

import { readAnyRef, versionRef } from "@/lib/contract/refs";
import type { Pane, PlaygroundDocument } from "@/lib/playground/document";
import { turnsOfPane } from "@/lib/playground/pane-turns";
import { readPrompt } from "@/lib/prompt/prompt";
import { beginsWithPrompt } from "@/lib/prompt/prompt-document";
import { objectVersion } from "@/lib/queries/objects";

/**
 * The ref of the version of a prompt that a pane's messages begin with, which is recorded with the answer; undefined if
 * they were changed, or if the version has not been read.
 */
export function promptRefOf(
  cache: QueryClient,
  { projectId, document, pane }: { projectId: string; document: PlaygroundDocument; pane: Pane },
): string | undefined {
  const source = pane.turns ? pane.prompt : document.prompt;
  if (!source) return undefined;
  const { name, digest } = source;
  const version = cache.getQueryData(objectVersion({ projectId, name, digest }).queryKey);
  const prompt = version && version.deleted_at === undefined ? readPrompt(version.val) : undefined;
  if (!prompt || !beginsWithPrompt(turnsOfPane(document, pane), prompt)) return undefined;
  const ref = versionRef(projectId, { kind: "object", name, digest });
  // An object may have a name that no ref can have.
  return readAnyRef(ref) && ref;
}

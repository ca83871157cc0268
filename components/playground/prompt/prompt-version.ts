import type { QueryClient } from "@tanstack/react-query";

import type { PromptSource } from "@/lib/playground/document";
import type { PromptVersion } from "@/lib/prompt/prompt-document";
import { readPrompt } from "@/lib/prompt/prompt";
import { objectVersion } from "@/lib/queries/objects";

/**
 * A version of a prompt, by digest, `latest`, `v<index>` or label; throws an Error with a message for the user if the
 * object is not a prompt.
 */
export async function readPromptVersion(
  cache: QueryClient,
  projectId: string,
  { name, version }: { name: string; version: string },
): Promise<PromptVersion> {
  // Which version is the latest changes.
  const found = await cache.fetchQuery({ ...objectVersion({ projectId, name, digest: version }), staleTime: 0 });
  const prompt = found.deleted_at === undefined ? readPrompt(found.val) : undefined;
  if (!prompt) throw new Error(`${name} is not a prompt, or this version was deleted.`);
  const source: PromptSource = { name, digest: found.digest, version: found.version_index };
  return { source, prompt };
}

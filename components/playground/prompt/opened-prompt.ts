import type { QueryClient } from "@tanstack/react-query";

import { versionName } from "@/lib/contract/version-name";
import { documentOfPrompt } from "@/lib/prompt/prompt-document";

import { lastModel } from "../history";
import type { Opened } from "../opened-call";
import { readPromptVersion } from "./prompt-version";

/** The playground of a version of a prompt; throws an Error with a message for the user if the object is not one. */
export async function openedPrompt(
  cache: QueryClient,
  projectId: string,
  wanted: { name: string; version: string },
): Promise<Opened> {
  const found = await readPromptVersion(cache, projectId, wanted);
  const { name, version } = found.source;
  return { document: documentOfPrompt(found, lastModel(projectId)), title: `Opened ${name} ${versionName(version)}` };
}

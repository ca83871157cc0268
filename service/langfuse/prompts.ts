import { AppError } from "@/lib/contract/app-error";
import { endpoints } from "@/lib/contract/endpoints";
import type { Store } from "@/service/store/store";
import { langfuseRoute } from "./langfuse-route";
import { toPrompt, toPromptValue } from "./prompt-value";

/** The labels that Langfuse's SDKs use by default; both are on the newest version. */
const NEWEST = ["production", "latest"];

export const promptRoutes = {
  langfusePrompt: langfuseRoute(endpoints.langfusePrompt, async ({ store }, { name, version, label }, { project }) => {
    if (label !== undefined) requireKnown(label);
    const value = await readPrompt(store, project, name, version === undefined ? "latest" : `v${version - 1}`);
    return { value };
  }),

  langfusePromptCreate: langfuseRoute(
    endpoints.langfusePromptCreate,
    async ({ store }, { labels, ...prompt }, { identity, project }) => {
      for (const label of labels ?? []) requireKnown(label);
      const { name: object_id } = prompt;
      const val = toPromptValue(prompt);
      const { digest } = await store.publishObject({
        project_id: project,
        object_id,
        val,
        ext_user_id: identity.owner,
      });
      return { value: await readPrompt(store, project, object_id, digest) };
    },
  ),
};

async function readPrompt(store: Store, project: string, name: string, digest: string) {
  const found = await store.readObject(project, { object_id: name, digest, kind: "object" }, { value: true });
  if (!found || found.deleted_at)
    throw new AppError("not_found", `Project ${project} has no prompt ${name}, or no such version of it`);
  const prompt = toPrompt(found, found.is_latest === 1 ? NEWEST : []);
  if (!prompt) throw new AppError("not_found", `Object ${name} in project ${project} is not a prompt`);
  return prompt;
}

function requireKnown(label: string): void {
  if (NEWEST.includes(label)) return;
  throw new AppError(
    "not_implemented",
    `Loupe does not support the label ${label}: production and latest both name the newest version`,
  );
}

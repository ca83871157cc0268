import { AppError } from "@/lib/contract/app-error";
import { endpoints } from "@/lib/contract/endpoints";
import { labelProblem } from "@/lib/contract/label-name";
import { versionIndex, versionOfRef } from "@/lib/contract/version-name";
import { type Identity, mayAccess } from "@/service/people/keys/identity";
import type { Store } from "@/service/store/store";
import { langfuseRoute } from "./langfuse-route";
import { toPrompt, toPromptValue } from "./prompt-value";

/** Always on the newest version. */
const LATEST = "latest";
/** The label that Langfuse's SDKs ask for by default; on the newest version until it is moved for the first time. */
const DEFAULT = "production";

export const promptRoutes = {
  langfusePrompt: langfuseRoute(endpoints.langfusePrompt, async ({ store }, { name, version, label }, { project }) => {
    const prompts = { store, project, name };
    if (version !== undefined) return { value: await readPrompt(prompts, refVersion(version)) };
    return { value: await readPrompt(prompts, await named(prompts, label ?? DEFAULT)) };
  }),

  langfusePromptCreate: langfuseRoute(
    endpoints.langfusePromptCreate,
    async ({ store }, { labels, ...prompt }, { identity, project }) => {
      const { name } = prompt;
      const val = toPromptValue(prompt);
      const { digest } = await store.publishObject({
        project_id: project,
        object_id: name,
        val,
        ext_user_id: identity.owner,
        labels: { names: movable(labels ?? []), is_admin: isAdmin(identity, project) },
      });
      return { value: await readPrompt({ store, project, name }, digest) };
    },
  ),

  langfusePromptLabels: langfuseRoute(
    endpoints.langfusePromptLabels,
    async ({ store }, { name, version, newLabels }, { identity, project }) => {
      const prompts = { store, project, name };
      const { id: digest } = await readPrompt(prompts, refVersion(version));
      const mover = { by: identity.owner, is_admin: isAdmin(identity, project) };
      await store.moveLabels({ project_id: project, object_id: name, ...mover }, movable(newLabels), digest);
      return { value: await readPrompt(prompts, digest) };
    },
  ),
};

/** A version of Langfuse as `readObject` takes it. */
const refVersion = (number: number) => `v${versionIndex(number)}`;

type Prompts = { store: Store; project: string; name: string };

async function readPrompt({ store, project, name }: Prompts, digest: string) {
  const found = await store.readObject(project, { object_id: name, digest, kind: "object" }, { value: true });
  if (!found || found.deleted_at)
    throw new AppError(
      "not_found",
      `Project ${project} has no prompt ${name}, or no version ${versionOfRef(digest)} of it`,
    );
  const isNewest = found.is_latest === 1;
  const labels = [...(found.labels ?? []), ...(isNewest ? [LATEST] : [])];
  if (isNewest && !labels.includes(DEFAULT) && !(await hasDefault({ store, project, name }))) labels.unshift(DEFAULT);
  const prompt = toPrompt(found, labels);
  if (!prompt) throw new AppError("not_found", `Object ${name} in project ${project} is not a prompt`);
  return prompt;
}

/** The name of a label's version. */
async function named(prompts: Prompts, label: string): Promise<string> {
  if (label === LATEST || (label === DEFAULT && !(await hasDefault(prompts)))) return LATEST;
  // Another name of a version is not a label.
  if (labelProblem(label) !== undefined)
    throw new AppError("not_found", `Prompt ${prompts.name} has no version with label ${label}`);
  return label;
}

/** Whether the default label was ever moved, so that it names a certain version, or none after it was removed. */
function hasDefault({ store, project, name }: Prompts): Promise<boolean> {
  return store.wasLabelUsed({ project_id: project, object_id: name, label: DEFAULT });
}

const movable = (labels: readonly string[]) => labels.filter((label) => label !== LATEST);

const isAdmin = (identity: Identity, project: string) => mayAccess(identity, project, "admin");

import { AppError } from "@/lib/contract/app-error";
import type { ObjectVersion } from "@/lib/contract/objects";
import type { JsonText } from "@/lib/json/text";
import type { Store } from "@/service/store/store";
import { asDataset, type Dataset } from "./dataset-value";
import type { LangfuseCaller } from "./langfuse-route";

/** Only processes that share a database conflict; changes within one wait for each other. */
const ATTEMPTS = 20;

const changes = new Map<string, Promise<unknown>>();

/** The latest version of a dataset; undefined if there is none. Throws `conflict` for another object of this name. */
async function findDataset(store: Store, project: string, name: string): Promise<Dataset | undefined> {
  const found = await store.readObject(project, { object_id: name, digest: "latest" }, { value: true });
  if (!found || found.deleted_at) return undefined;
  const dataset = asDataset(found);
  if (!dataset) throw new AppError("conflict", `Object ${name} in project ${project} is not a dataset`);
  return dataset;
}

/** Like `findDataset`, but throws `not_found` if there is none. */
export async function requireDataset(store: Store, project: string, name: string): Promise<Dataset> {
  const dataset = await findDataset(store, project, name);
  if (!dataset) throw new AppError("not_found", `There is no dataset ${name} in project ${project}`);
  return dataset;
}

/**
 * Publishes the value that `change` makes of the latest version of a dataset, and returns the new one. Tables never
 * change, so a change is a new table and a new version; of two at once, the second starts from the result of the first.
 */
export async function changeDataset(
  store: Store,
  { project, identity }: LangfuseCaller,
  name: string,
  change: (former: Dataset | undefined) => Promise<JsonText>,
): Promise<ObjectVersion> {
  const key = `${project}/${name}`;
  const before = changes.get(key) ?? Promise.resolve();
  const mine = before.then(() => attempt());
  const settled = mine.catch(() => undefined);
  changes.set(key, settled);
  void settled.then(() => changes.get(key) === settled && changes.delete(key));
  return mine;

  async function attempt(left = ATTEMPTS): Promise<ObjectVersion> {
    const former = await findDataset(store, project, name);
    const val = await change(former);
    const replaces = former?.version.digest ?? null;
    const object = { project_id: project, object_id: name, val, ext_user_id: identity.owner, replaces };
    try {
      const { digest } = await store.publishObject(object);
      const made = await store.readObject(project, { object_id: name, digest }, { value: true });
      if (!made)
        throw new AppError(
          "conflict",
          `Dataset ${name} was deleted while it was being changed; create it again, then retry`,
        );
      return made;
    } catch (error) {
      if (error instanceof AppError && error.code === "conflict" && left > 1) return attempt(left - 1);
      throw error;
    }
  }
}

import { AppError } from "@/lib/contract/app-error";
import { endpoints } from "@/lib/contract/endpoints";
import type { KeysCreate } from "@/lib/contract/keys";
import { defaultProjectOf } from "@/lib/contract/grants";
import { hashKey, newKeyText } from "@/service/people/keys/key-text";
import type { NewKey } from "@/service/store/keys/keys-store";
import { managedBy, requireManaged } from "@/service/people/keys/managed";
import { route } from "./route";

export const keyRoutes = {
  keysCreate: route(endpoints.keysCreate, "each", async ({ store }, input, { identity }) => {
    requireManaged(input.roles, identity);
    const { id, text } = newKeyText();
    const hash = hashKey(text).toString("hex");
    const key = await store.createKey(newKey(input, { id, hash, created_by: identity.owner }), {
      within: managedBy(identity),
      personId: identity.personId,
    });
    return { key, api_key: text };
  }),

  keysQuery: route(endpoints.keysQuery, "each", async ({ store }, query, { identity }) => ({
    keys: await store.queryKeys(query, managedBy(identity)),
  })),

  keysRevoke: route(endpoints.keysRevoke, "each", async ({ store }, { id }, { identity }) => {
    const key = await store.revokeKey(id, managedBy(identity));
    if (!key) throw new AppError("not_found", `Key ${id} does not exist, or you are not allowed to manage it`);
    return { key };
  }),

  keysSelf: route(endpoints.keysSelf, "each", async (_deps, _input, { identity }) => {
    const { keyId, owner, defaultProject, roles } = identity;
    return { key: { id: keyId, owner, default_project: defaultProject, roles: [...roles] } };
  }),
};

function newKey(
  { owner, roles, default_project }: KeysCreate,
  made: Pick<NewKey, "id" | "hash" | "created_by">,
): NewKey {
  return { ...made, owner, roles, default_project: default_project ?? defaultProjectOf(roles) };
}

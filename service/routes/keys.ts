import { AppError } from "@/lib/contract/app-error";
import { endpoints } from "@/lib/contract/endpoints";
import type { KeysCreate } from "@/lib/contract/keys";
import { covers, defaultProjectOf, patternsWith } from "@/lib/contract/grants";
import type { Identity } from "@/service/auth/identity";
import { hashKey, newKeyText } from "@/service/auth/key-text";
import type { NewKey } from "@/service/store/keys/keys-store";
import { route } from "./route";

/** The projects whose keys a key may manage. */
const managed = ({ roles }: Identity) => patternsWith(roles, "admin");

export const keyRoutes = {
  keysCreate: route(endpoints.keysCreate, "each", async ({ store }, input, { identity }) => {
    requireWithin(input, managed(identity));
    const { id, text } = newKeyText();
    const hash = hashKey(text).toString("hex");
    return { key: await store.createKey(newKey(input, { id, hash, created_by: identity.owner })), api_key: text };
  }),

  keysQuery: route(endpoints.keysQuery, "each", async ({ store }, query, { identity }) => ({
    keys: await store.queryKeys(query, managed(identity)),
  })),

  keysRevoke: route(endpoints.keysRevoke, "each", async ({ store }, { id }, { identity }) => {
    const key = await store.revokeKey(id, managed(identity));
    if (!key) throw new AppError("not_found", `Key ${id} does not exist, or you are not allowed to manage it`);
    return { key };
  }),

  keysSelf: route(endpoints.keysSelf, "each", async (_deps, _input, { identity }) => {
    const { keyId, owner, defaultProject, roles } = identity;
    return { key: { id: keyId, owner, default_project: defaultProject, roles: [...roles] } };
  }),
};

/** Throws `forbidden` for roles that the key does not have itself. */
function requireWithin({ roles }: KeysCreate, patterns: readonly string[]): void {
  const beyond = roles.filter(({ project_pattern }) => !patterns.some((pattern) => covers(pattern, project_pattern)));
  if (beyond.length === 0) return;
  const names = beyond.map(({ project_pattern }) => project_pattern).join(", ");
  throw new AppError("forbidden", `This key does not have the admin role on ${names}`);
}

function newKey(
  { owner, roles, default_project }: KeysCreate,
  made: Pick<NewKey, "id" | "hash" | "created_by">,
): NewKey {
  return { ...made, owner, roles, default_project: default_project ?? defaultProjectOf(roles) };
}

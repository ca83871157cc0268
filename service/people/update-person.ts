import type * as z from "zod";
import { AppError } from "@/lib/contract/app-error";
import type { ListedPerson, peopleUpdateRequest, peopleUpdateResponse } from "@/lib/contract/people";
import type { Identity } from "@/service/people/keys/identity";
import { managedBy, requireManaged } from "@/service/people/keys/managed";
import type { Store } from "@/service/store/store";

/**
 * Changes a person for an admin. Throws `not_found`, also for people with roles on projects that the admin does not manage;
 * `forbidden` for roles that the admin may not give, and for the admin's own account.
 */
export async function updatePerson(
  store: Pick<Store, "updatePerson">,
  { id, roles, turned_off }: z.output<typeof peopleUpdateRequest>,
  identity: Identity,
  onBefore?: (before: ListedPerson) => void,
): Promise<z.output<typeof peopleUpdateResponse>> {
  if (roles) requireManaged(roles, identity);
  const changes = { roles: roles ?? undefined, turnedOff: turned_off ?? undefined };
  const updated = await store.updatePerson(
    id,
    changes,
    { within: managedBy(identity), except: identity.owner },
    onBefore,
  );
  if (updated === "except") throw new AppError("forbidden", "You cannot change your own account; ask another admin");
  if (updated === "roleless")
    throw new AppError("invalid", "This person has no other roles; turn them off instead", {
      errors: [{ path: "roles", message: "must have at least one entry" }],
    });
  if (!updated) throw new AppError("not_found", `Person ${id} does not exist, or you are not allowed to manage them`);
  return { person: updated.person, keys_revoked: updated.keysRevoked };
}

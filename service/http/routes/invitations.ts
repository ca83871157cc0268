import { AppError } from "@/lib/contract/app-error";
import { endpoints } from "@/lib/contract/endpoints";
import { hashKey, newKeyText } from "@/service/people/keys/key-text";
import { invitationError, newToken, requireFreeName, tokenHash } from "@/service/people/invitations";
import { managedBy, requireManaged } from "@/service/people/keys/managed";
import { openRoute } from "./open-route";
import { route } from "./route";

/** Days for which an invitation can be used, unless it says otherwise. */
const DAYS = 7;

const NO_PROVIDER = "Without a sign-in provider nobody verifies addresses; leave the address out";

export const invitationRoutes = {
  invitationsCreate: route(endpoints.invitationsCreate, "each", async ({ store, people }, input, { identity }) => {
    requireManaged(input.roles, identity);
    const { roles, days } = input;
    const email = input.email ?? undefined;
    if (email !== undefined && !people)
      throw new AppError("invalid", NO_PROVIDER, {
        errors: [{ path: "email", message: "requires a sign-in provider" }],
      });
    const token = newToken();
    const invitation = await store.createInvitation({
      hash: tokenHash(token),
      roles,
      email,
      note: input.note || undefined,
      createdBy: identity.owner,
      days: days ?? DAYS,
    });
    return { invitation, token };
  }),

  invitationsQuery: route(endpoints.invitationsQuery, "each", async ({ store }, query, { identity }) => ({
    invitations: await store.queryInvitations(query, managedBy(identity)),
  })),

  invitationsRevoke: route(endpoints.invitationsRevoke, "each", async ({ store }, { id }, { identity }) => {
    const invitation = await store.revokeInvitation(id, managedBy(identity));
    if (!invitation)
      throw new AppError("not_found", `Invitation ${id} is not open, or you are not allowed to manage it`);
    return { invitation };
  }),

  invitationsRead: openRoute(
    endpoints.invitationsRead,
    (deps) => deps,
    async ({ store, people }, { token }) => {
      const found = await store.readInvitation(tokenHash(token));
      if ("problem" in found) throw invitationError(found.problem);
      const { roles, email, expires_at } = found.invitation;
      return { by: found.by, roles, email, expires_at, provider: people !== undefined };
    },
  ),

  invitationsAccept: openRoute(
    endpoints.invitationsAccept,
    (deps) => deps,
    async ({ store, people }, { token, name }, by) => {
      if (people) throw new AppError("forbidden", "Accept the invitation by signing in at the sign-in provider");
      requireFreeName(name);
      const { id, text } = newKeyText();
      const key = { id, hash: hashKey(text).toString("hex") };
      const accepted = await store.acceptInvitation(tokenHash(token), { name, key });
      if (typeof accepted === "string") throw invitationError(accepted);
      by(accepted.owner, { id: accepted.invitationId, roles: accepted.roles });
      return { key: text, owner: accepted.owner, roles: accepted.roles };
    },
  ),
};

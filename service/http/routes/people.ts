import { AppError } from "@/lib/contract/app-error";
import { endpoints } from "@/lib/contract/endpoints";
import { patternsWith } from "@/lib/contract/grants";
import { PEOPLE_NAMES } from "@/lib/contract/limits";
import { requireAccess } from "@/service/people/keys/identity";
import type { ServiceDeps } from "@/service/http/deps";
import type { People } from "@/service/people/people";
import { updatePerson } from "@/service/people/update-person";
import { managedBy } from "@/service/people/keys/managed";
import { openRoute } from "./open-route";
import { route } from "./route";

export const peopleRoutes = {
  peopleSignIn: openRoute(endpoints.peopleSignIn, providerOf, async (people, given, by) => {
    const { invitationId, ...session } = await people.signIn(given);
    by(session.owner, invitationId === undefined ? undefined : { id: invitationId });
    return session;
  }),

  peopleSignOut: route(endpoints.peopleSignOut, "each", async ({ people }, _input, { identity }) =>
    people ? people.signOut(identity.keyId) : { ended: false },
  ),

  peopleProviderSignOut: openRoute(
    endpoints.peopleProviderSignOut,
    providerOf,
    async (people, { logout_token }, by) => {
      const [owner] = await people.endByProvider(logout_token);
      if (owner !== undefined) by(owner);
      return {};
    },
  ),

  peopleQuery: route(endpoints.peopleQuery, "each", async ({ store, people }, query, { identity }) => ({
    people: await store.queryPeople(query, managedBy(identity)),
    provider: people !== undefined,
  })),

  peopleUpdate: route(endpoints.peopleUpdate, "each", async ({ store }, input, { identity, audit }) => {
    const known = await store.readPerson(input.id, managedBy(identity));
    // Before the change, since the projects of these roles get a record, too.
    if (known) await audit?.was({ person: known });
    return updatePerson(store, input, identity, (person) => audit?.changes({ person }));
  }),

  peopleNames: route(endpoints.peopleNames, "each", async ({ store }, input, { identity }) => {
    const { owners, project_id: projectId, role, search, limit } = input;
    if (projectId) requireAccess(identity, projectId, "viewer");
    return {
      people: await store.peopleNames({
        // Nobody lists the people of all projects.
        owners: owners ?? (projectId ? undefined : []),
        within: patternsWith(identity.roles, "viewer"),
        projectId: projectId ?? undefined,
        role: role ?? undefined,
        search: search ?? undefined,
        limit: Math.min(limit ?? PEOPLE_NAMES, PEOPLE_NAMES),
      }),
    };
  }),
};

/** The sign-in provider; without one, nobody has a token of it. */
function providerOf({ people }: ServiceDeps): People {
  if (people) return people;
  throw new AppError("unknown_endpoint", "This service has no sign-in provider; set OIDC_ISSUER for the service");
}

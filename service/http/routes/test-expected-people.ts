import type { Role } from "@/lib/contract/endpoint";
import type { EndpointName } from "@/lib/contract/endpoints";
import type { Expected } from "./test-expected";

const roles = (project_pattern: string, role: Role = "viewer") => [{ project_pattern, role }];
const unknownToken = { token: "unknown" };

/** One for every endpoint of people and invitations that needs no provider. */
export const EXPECTED_OF_PEOPLE = {
  peopleQuery: { needs: "admin", body: () => ({}), foreign: 200 },
  // As they are seeded: a request may be repeated.
  peopleUpdate: {
    needs: "admin",
    body: (project, { personId }) => ({ id: personId, roles: roles(project) }),
    swapped: 404,
  },
  peopleNames: { needs: "viewer", body: (project_id) => ({ project_id }) },
  invitationsCreate: { needs: "admin", body: (project) => ({ roles: roles(project) }) },
  invitationsQuery: { needs: "admin", body: () => ({}), foreign: 200 },
  invitationsRevoke: {
    needs: "admin",
    body: (_project, { invitationId: id }) => ({ id }),
    foreign: 404,
    swapped: 404,
  },
  invitationsRead: { needs: "none", open: 404, body: () => unknownToken },
  invitationsAccept: { needs: "none", open: 404, body: () => ({ ...unknownToken, name: "new" }) },
} as const satisfies Partial<Record<EndpointName, Expected>>;

import { infiniteQueryOptions, keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { invitationsCreateRequest, peopleUpdateRequest } from "@/lib/contract/people";
import { byOffset } from "./offset-pages";

export type NewInvitation = z.input<typeof invitationsCreateRequest>;
export type PersonChange = z.input<typeof peopleUpdateRequest>;

/** People of one page of the list. */
const PEOPLE_PAGE_ROWS = 100;

/** The people that the session's key may manage, by name, page by page. */
export function peopleList({ search }: { search: string }, client: Client = browserClient) {
  return infiniteQueryOptions({
    queryKey: ["people", "list", { search }] as const,
    queryFn: async ({ pageParam, signal }) => {
      const request = { search: search || undefined, limit: PEOPLE_PAGE_ROWS, offset: pageParam };
      const { people, provider } = await client.request("peopleQuery", request, { signal });
      return { rows: people, provider, isLast: people.length < PEOPLE_PAGE_ROWS };
    },
    placeholderData: keepPreviousData,
    ...byOffset(PEOPLE_PAGE_ROWS),
  });
}

/** The open invitations that the session's key may manage, newest first. */
export function openInvitations(client: Client = browserClient) {
  return queryOptions({
    queryKey: ["people", "invitations", {}] as const,
    queryFn: async ({ signal }) => (await client.request("invitationsQuery", {}, { signal })).invitations,
  });
}

interface ProjectPeople {
  project_id: string;
  role: "annotator";
  /** Part of a name or an address. */
  search: string;
  limit: number;
}

/** The people who have at least that role on a project. */
export function projectPeople(asked: ProjectPeople, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["people", "project", asked] as const,
    queryFn: async ({ signal }) => (await client.request("peopleNames", asked, { signal })).people,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** Invites somebody. The token is only in the response; the cache drops it once nothing shows it. */
export function createInvitation(client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["people", "invite"] as const,
    mutationFn: (invitation: NewInvitation) => client.request("invitationsCreate", invitation),
    onSuccess: (_made, _sent, _result, { client: cache }) =>
      cache.invalidateQueries({ queryKey: ["people", "invitations"] }),
    gcTime: 0,
  });
}

export function revokeInvitation(client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["people", "revoke-invitation"] as const,
    mutationFn: (id: string) => client.request("invitationsRevoke", { id }),
    onSuccess: (_revoked, _id, _result, { client: cache }) =>
      cache.invalidateQueries({ queryKey: ["people", "invitations"] }),
  });
}

/** Changes the roles of a person, or turns them off or on, with their keys. */
export function updatePerson(client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["people", "update"] as const,
    mutationFn: (change: PersonChange) => client.request("peopleUpdate", change),
    onSuccess: async (_changed, _change, _result, { client: cache }) => {
      await Promise.all([
        cache.invalidateQueries({ queryKey: ["people"] }),
        cache.invalidateQueries({ queryKey: ["keys", "list"] }),
      ]);
    },
  });
}

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

/** The keys and open invitations that somebody made, of those that the session's key may manage. */
export function madeBy(owner: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["people", "made", { owner }] as const,
    queryFn: async ({ signal }) => {
      const [{ keys }, { invitations }] = await Promise.all([
        client.request("keysQuery", { created_by: owner }, { signal }),
        client.request("invitationsQuery", { created_by: owner }, { signal }),
      ]);
      return { keys, invitations };
    },
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

/**
 * Changes the roles of a person, or turns them off or on, with their keys; then revokes what they made, if `revokes` is the
 * owner that they made it under.
 */
export function updatePerson(client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["people", "update"] as const,
    mutationFn: async ({ revokes, ...change }: PersonChange & { revokes?: string }) => {
      const updated = await client.request("peopleUpdate", change);
      if (revokes === undefined) return updated;
      const made = { created_by: revokes };
      const { keys } = await client.request("keysQuery", made);
      for (const { id } of keys) await client.request("keysRevoke", { id });
      const { invitations } = await client.request("invitationsQuery", made);
      for (const { id } of invitations) await client.request("invitationsRevoke", { id });
      return { ...updated, keys_revoked: updated.keys_revoked + keys.length };
    },
    onSettled: async (_changed, _error, _change, _result, { client: cache }) => {
      await Promise.all([
        cache.invalidateQueries({ queryKey: ["people"] }),
        cache.invalidateQueries({ queryKey: ["keys", "list"] }),
      ]);
    },
  });
}

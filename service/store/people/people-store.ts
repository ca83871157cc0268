import type { Grant } from "@/lib/contract/grants";
import type { PictureType } from "@/lib/contract/people";
import { acceptInvitation } from "./accept-invitation";
import { endPersonSession, endPersonSessionsOf } from "./end-sessions";
import { createInvitation, queryInvitations, readInvitation, revokeInvitation } from "./invitations";
import { keepPicture } from "./pictures";
import { peopleNames, queryPeople, readPerson } from "./query-people";
import { claimSessionCheck, clearGroups, failSessionCheck, finishSessionCheck } from "./session-checks";
import { startPersonSession } from "./start-session";
import { takeOverWork } from "./stopped-work";
import { updatePerson } from "./update-person";

/** What a provider says about a person. */
export type Person = {
  issuer: string;
  subject: string;
  name?: string;
  email?: string;
  /** The address of their picture. */
  picture?: string;
};

/** A picture, as it was read from its address. */
export type Picture = { type: PictureType; bytes: Uint8Array };

/** What a person may do by their groups. */
export type GroupRights = { groups: string[]; roles: Grant[] };

/** A session to be started; `hash` is the SHA-256 of its key's whole text, in hex. */
export type NewSession = GroupRights & {
  id: string;
  hash: string;
  providerSession?: string;
  sealedTokens: string;
  seconds: number;
};

/** An ID token that signs somebody in, once; `hash` is the SHA-256 of what its signature covers, in hex. */
export type UsedToken = { hash: string; expiresAt: Date };

/** A session whose rights this process asks the provider for; nobody else does until `beganAt` is long ago. */
export type SessionCheck = {
  id: string;
  beganAt: string;
  subject: string;
  /** Whether the person has roles besides those of groups. */
  hasOwnRoles: boolean;
  sealedTokens: string;
};

/** An invitation to be created; `hash` is the SHA-256 of its token, in hex. */
export type NewInvitation = {
  hash: string;
  roles: readonly Grant[];
  email?: string;
  note?: string;
  createdBy: string;
  days: number;
};

/**
 * Why an invitation cannot be used; `unknown`: there is none with that token; `worthless`: who made it may not give any of
 * its roles now.
 */
export type InvitationProblem = "unknown" | "expired" | "used" | "revoked" | "worthless" | "other_address";

/**
 * People, who sign in at a provider or with the key that they got for an invitation; their sessions, and invitations.
 * `within` are project patterns, which must cover all roles of a person, their keys, or an invitation.
 */
export const peopleStore = {
  startPersonSession,
  keepPicture,
  endPersonSession,
  endPersonSessionsOf,
  claimSessionCheck,
  finishSessionCheck,
  failSessionCheck,
  clearGroups,
  createInvitation,
  queryInvitations,
  revokeInvitation,
  readInvitation,
  acceptInvitation,
  queryPeople,
  readPerson,
  peopleNames,
  updatePerson,
  takeOverWork,
};

import type { Grant } from "@/lib/contract/grants";
import { endPersonSession, endPersonSessionsOf } from "./end-sessions";
import { claimSessionCheck, failSessionCheck, finishSessionCheck } from "./session-checks";
import { startPersonSession } from "./start-session";

/** What a provider says about a person. */
export type Person = { issuer: string; subject: string; name?: string; email?: string; picture?: string };

/** What a person may do, by their groups. */
export type Rights = { groups: string[]; roles: Grant[]; defaultProject: string };

/** A session to be started; `hash` is the SHA-256 of its key's whole text, in hex. */
export type NewSession = Rights & {
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
  sealedTokens: string;
};

/** People who sign in at a provider, and their sessions. */
export const peopleStore = {
  startPersonSession,
  endPersonSession,
  endPersonSessionsOf,
  claimSessionCheck,
  finishSessionCheck,
  failSessionCheck,
};

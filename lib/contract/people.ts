import * as z from "zod";
import { ROLES } from "./endpoint";
import { grant, grants, owner } from "./keys";
import { INVITATION_DAYS, NOTE_CHARS, OPEN_BODY_BYTES, PEOPLE_NAMES } from "./limits";
import { list } from "./list";
import { name, projectId, rowCount, text, timestamp } from "./primitives";

const token = z.string().min(1, "must not be empty").max(OPEN_BODY_BYTES);

/**
 * What the provider returned for an authorization code, with which the service also checks the person's groups later.
 * `nonce`: the one that was sent to it. `invitation`: the token of one, whose roles the person then has.
 */
export const peopleSignInRequest = z.strictObject({
  id_token: token,
  access_token: token,
  refresh_token: token.nullish(),
  nonce: token,
  invitation: token.nullish(),
});
export type PeopleSignIn = z.infer<typeof peopleSignInRequest>;

/** `key` is the text of the session's key, which is returned only here. */
export const peopleSignInResponse = z.object({
  key: z.string(),
  owner: z.string(),
  roles: z.array(grant),
  expires_at: timestamp,
});

export const peopleSignOutRequest = z.strictObject({});
/**
 * `ended` is false for a key that is not that of a person's session. `provider_url`: where the browser ends the session at
 * the provider, if it has such an address. `offers_accounts`: whether the next sign-in can ask the provider to let the
 * person choose an account (`prompt=select_account`).
 */
export const peopleSignOutResponse = z.object({
  ended: z.boolean(),
  provider_url: z.string().optional(),
  offers_accounts: z.boolean().optional(),
});
export type PeopleSignOut = z.infer<typeof peopleSignOutResponse>;

/** Sent by the provider (OpenID Connect Back-Channel Logout 1.0, section 2.5). */
export const peopleProviderSignOutRequest = z.object({ logout_token: token });
export const peopleProviderSignOutResponse = z.object({});

/** What a picture of a person may be; never SVG, which can have scripts. */
export type PictureType = "image/png" | "image/jpeg" | "image/webp" | "image/gif";

/** A URL that has the picture in itself, so that whoever sees it asks nobody else for it. */
const pictureUrl = z.string().regex(/^data:image\/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/]+={0,2}$/);

/**
 * A person. `roles`: those that admins give them, besides `group_roles`, those of their groups at the provider. `keys`: how
 * many API keys that are not revoked are theirs. Whoever signs in with a key was invited without a provider.
 */
const listedPerson = z.object({
  id: z.string(),
  /** Recorded as `ext_user_id`. */
  owner: z.string(),
  name: z.string().optional(),
  email: z.string().optional(),
  /** Whether the address identifies them; absent without one, and if they last signed in at an earlier version. */
  email_verified: z.boolean().optional(),
  /** Only in lists, of their first 100 people. */
  picture: pictureUrl.optional(),
  signs_in_with: z.enum(["provider", "key"]),
  groups: z.array(z.string()),
  group_roles: z.array(grant),
  roles: z.array(grant),
  keys: z.int(),
  created_at: timestamp,
  /** Accurate to the minute. */
  last_seen_at: timestamp,
  turned_off_at: timestamp.optional(),
});
export type ListedPerson = z.infer<typeof listedPerson>;

/** People that the caller may manage, by name. `search`: part of a name or an address. */
export const peopleQueryRequest = z.strictObject({ search: text.nullish(), limit: rowCount, offset: rowCount });
export type PeopleQuery = z.infer<typeof peopleQueryRequest>;
/** `provider`: whether people sign in at a provider. */
export const peopleQueryResponse = z.object({ people: z.array(listedPerson), provider: z.boolean() });

const id = z.guid("must be the id of one");

/**
 * `roles` replaces those that admins give. Turning somebody off ends their sessions, revokes their keys and open
 * invitations; turning them on again lets them sign in, but revives no key.
 */
export const peopleUpdateRequest = z.strictObject({
  id,
  roles: grants.nullish(),
  turned_off: z.boolean().nullish(),
});
/** `keys_revoked`: how many API keys were revoked with it. */
export const peopleUpdateResponse = z.object({ person: listedPerson, keys_revoked: z.int() });

/**
 * Of the owners that are named, if they have a role on a project that the caller may read; or of the people who have the role, or one that includes it, on the project, for which the
 * caller must be a viewer of it. With neither, of nobody. At most 1,000.
 */
export const peopleNamesRequest = z.strictObject({
  owners: list(name).max(PEOPLE_NAMES, `must have at most ${PEOPLE_NAMES} entries`).nullish(),
  project_id: projectId.nullish(),
  role: z.enum(ROLES).nullish(),
  search: text.nullish(),
  limit: rowCount,
});
/** Others are absent, such as the names of keys. */
export const peopleNamesResponse = z.object({
  people: z.array(z.object({ owner: z.string(), name: z.string().optional() })),
});

const invitation = z.object({
  id: z.string(),
  roles: z.array(grant),
  email: z.string().optional(),
  note: z.string().optional(),
  /** Owner of the key that created it. */
  created_by: z.string(),
  created_at: timestamp,
  expires_at: timestamp,
  revoked_at: timestamp.optional(),
});
export type Invitation = z.infer<typeof invitation>;

/**
 * The caller needs `admin` on every pattern. `email`: only who has this verified address may use it, which takes a sign-in
 * provider.
 */
export const invitationsCreateRequest = z.strictObject({
  roles: grants.min(1, "must have at least one entry"),
  email: z.email("must be an e-mail address").max(320).nullish(),
  note: text.refine((given) => given.length <= NOTE_CHARS, `must have at most ${NOTE_CHARS} characters`).nullish(),
  days: z.int("must be a whole number").min(1, "must be at least 1").max(INVITATION_DAYS).nullish(),
});
/** `token` is part of the link, and returned only here. */
export const invitationsCreateResponse = z.object({ invitation, token: z.string() });

/**
 * Those that can still be used and that the caller may manage, newest first; with `created_by`, those that this owner
 * created.
 */
export const invitationsQueryRequest = z.strictObject({
  created_by: name.nullish(),
  limit: rowCount,
  offset: rowCount,
});
export type InvitationsQuery = z.infer<typeof invitationsQueryRequest>;
export const invitationsQueryResponse = z.object({ invitations: z.array(invitation) });

export const invitationsRevokeRequest = z.strictObject({ id });
export const invitationsRevokeResponse = z.object({ invitation });

/** What an invitation is for; `by`: the name of who made it. */
export const invitationsReadRequest = z.strictObject({ token });
export const invitationsReadResponse = z.object({
  by: z.string(),
  roles: z.array(grant),
  email: z.string().optional(),
  expires_at: timestamp,
  provider: z.boolean(),
});

/** For services without a sign-in provider: creates a person of this name. */
export const invitationsAcceptRequest = z.strictObject({
  token,
  name: owner.refine(
    (given) => !given.includes("@"),
    "must not contain @: addresses are the names of people who sign in at a provider",
  ),
});
/** `key`: what the person signs in with; its text is returned only here. */
export const invitationsAcceptResponse = z.object({ key: z.string(), owner: z.string(), roles: z.array(grant) });

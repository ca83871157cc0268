import * as z from "zod";
import { grant } from "./keys";
import { OPEN_BODY_BYTES } from "./limits";
import { timestamp } from "./primitives";

const token = z.string().min(1, "must not be empty").max(OPEN_BODY_BYTES);

/**
 * What the provider returned for an authorization code, with which the service also checks the person's groups later.
 * `nonce`: the one that was sent to it.
 */
export const peopleSignInRequest = z.strictObject({
  id_token: token,
  access_token: token,
  refresh_token: token.nullish(),
  nonce: token,
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

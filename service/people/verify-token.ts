import { type JWTPayload, type JWTVerifyGetKey, type JWTVerifyOptions, errors, jwtVerify } from "jose";
import type { OidcConfig } from "./oidc-config";

/** A token that is not accepted; the message says why, without anything of its content. */
export class TokenError extends Error {}

/** The provider's keys cannot be read now. */
export class KeysUnavailable extends Error {}

/** Clocks may differ by so much. */
export const CLOCK_TOLERANCE_SECONDS = 10;
/** Nobody needs longer from the provider to here. */
const SIGN_IN_SECONDS = 10 * 60;
const LOGOUT_SECONDS = 2 * 60;
const LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout";

/** What a token is verified with. */
export type Verifier = Pick<OidcConfig, "issuer" | "clientId" | "algorithm"> & {
  keys: JWTVerifyGetKey;
  now: Date;
};

/** The claims of an ID token. */
export type IdClaims = JWTPayload & { sub: string; exp: number };

/**
 * The claims of an ID token of the provider for this client that is valid now (OpenID Connect Core 1.0, 3.1.3.7). With a
 * nonce, it must be one that was issued for this sign-in. Throws `TokenError` and `KeysUnavailable`.
 */
export async function verifyIdToken(token: string, verifier: Verifier, nonce?: string): Promise<IdClaims> {
  const claims = await verified(token, verifier, {
    requiredClaims: ["sub", "exp", "iat"],
    ...(nonce !== undefined && { maxTokenAge: SIGN_IN_SECONDS }),
  });
  const { sub, exp, azp, aud } = claims;
  if (!sub || exp === undefined) throw new TokenError("it names no person");
  if (nonce !== undefined && claims["nonce"] !== nonce) throw new TokenError("its nonce is another one");
  if (Array.isArray(aud) && aud.length > 1 && azp === undefined)
    throw new TokenError("it is for several clients and does not say for which");
  if (azp !== undefined && azp !== verifier.clientId) throw new TokenError("it is for another client");
  if (claims["events"] !== undefined) throw new TokenError("it is a logout token");
  return { ...claims, sub, exp };
}

/** Whose sessions a logout token ends (OpenID Connect Back-Channel Logout 1.0, 2.6). */
export async function verifyLogoutToken(
  token: string,
  verifier: Verifier,
): Promise<{ subject?: string; providerSession?: string }> {
  const claims = await verified(token, verifier, {
    requiredClaims: ["iat", "jti", "events"],
    maxTokenAge: LOGOUT_SECONDS,
  });
  const { events, nonce, sub, sid } = claims;
  if (typeof events !== "object" || events === null || !Object.hasOwn(events, LOGOUT_EVENT))
    throw new TokenError("it is not a logout token");
  if (nonce !== undefined) throw new TokenError("a logout token must not have a nonce");
  const providerSession = typeof sid === "string" ? sid : undefined;
  if (sub === undefined && providerSession === undefined) throw new TokenError("it names no session");
  return { subject: sub, providerSession };
}

async function verified(
  token: string,
  { issuer, clientId, algorithm, keys, now }: Verifier,
  more: JWTVerifyOptions,
): Promise<JWTPayload & { azp?: unknown }> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience: clientId,
      algorithms: [algorithm],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: now,
      ...more,
    });
    return payload;
  } catch (error) {
    if (isOfToken(error)) throw new TokenError(reasonOf(error, algorithm), { cause: error });
    throw new KeysUnavailable("the provider's keys cannot be read", { cause: error });
  }
}

/** Codes of what goes wrong when the keys are read, not with the token. */
const KEY_CODES = ["ERR_JWKS_TIMEOUT", "ERR_JWKS_INVALID", "ERR_JOSE_GENERIC"];

function isOfToken(error: unknown): error is errors.JOSEError {
  return error instanceof errors.JOSEError && !KEY_CODES.includes(error.code);
}

function reasonOf(error: errors.JOSEError, algorithm: string): string {
  if (error instanceof errors.JWTExpired) return "it has expired";
  if (error instanceof errors.JWTClaimValidationFailed)
    return error.reason === "missing" ? `it has no ${error.claim}` : `its ${error.claim} is not the expected one`;
  if (error instanceof errors.JOSEAlgNotAllowed) return `it is not signed with ${algorithm}`;
  if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JWKSNoMatchingKey)
    return "it is not signed with a key of the provider";
  return "it is not a valid JSON Web Token";
}

import { type JWTVerifyGetKey, createRemoteJWKSet } from "jose";
import * as oauth from "oauth4webapi";
import type { OidcConfig } from "./oidc-config";
import type { Tokens } from "./session-tokens";
import {
  CLOCK_TOLERANCE_SECONDS,
  type IdClaims,
  KeysUnavailable,
  TokenError,
  verifyIdToken,
  verifyLogoutToken,
} from "./verify-token";

/**
 * For how long a request to the provider may take. A check makes up to four, which together take less than its lease: a
 * second process would use a refresh token that has been replaced, which ends all tokens of the person.
 */
const PATIENCE_MS = 3_500;
/** Somebody who signs out waits for this one. */
const REVOCATION_MS = 2_000;
/** Its addresses rarely change. */
const METADATA_MS = 60 * 60_000;
/** Keys are read again for a token of an unknown one, but not more often than this. */
const KEYS_COOLDOWN_MS = 5_000;

/** The provider does not answer, or not as expected. Nothing follows from it about a person. */
export class ProviderUnavailable extends Error {}

/** Claims about a person, as a provider states them. */
type Claims = Readonly<Record<string, unknown>>;

/**
 * What the provider says now about a person: the groups that they are in, or that their tokens are no longer valid. Tokens
 * may have been replaced, also if it then did not answer.
 */
export type Standing =
  | { kind: "member"; groups: string[]; tokens: Tokens }
  | { kind: "refused" }
  | { kind: "unavailable"; reason: string; tokens: Tokens };

/** What the provider returns for a refresh token; it may keep the other tokens as they are. */
type Refreshed = Pick<Tokens, "access_token"> & Partial<Tokens>;

type Metadata = { server: oauth.AuthorizationServer; keys: JWTVerifyGetKey; readAt: number };

/** The provider at which people sign in. */
export class Provider {
  readonly #config: OidcConfig;
  readonly #client: oauth.Client;
  readonly #clock: () => Date;
  #metadata?: Metadata;
  #discovering: Promise<Metadata> | undefined;

  constructor(config: OidcConfig, clock: () => Date) {
    this.#config = config;
    this.#clock = clock;
    this.#client = {
      client_id: config.clientId,
      id_token_signed_response_alg: config.algorithm,
      [oauth.clockTolerance]: CLOCK_TOLERANCE_SECONDS,
    };
  }

  /** Throws `TokenError` and `ProviderUnavailable`. */
  async verifyIdToken(token: string, nonce?: string): Promise<IdClaims> {
    return this.#withKeys((verifier) => verifyIdToken(token, verifier, nonce));
  }

  /** Throws `TokenError` and `ProviderUnavailable`. */
  async verifyLogoutToken(token: string): ReturnType<typeof verifyLogoutToken> {
    return this.#withKeys((verifier) => verifyLogoutToken(token, verifier));
  }

  /** The groups in claims; undefined if they do not state any. */
  groupsIn(claims: Claims): string[] | undefined {
    const value = claims[this.#config.groupsClaim];
    if (value === undefined || value === null) return undefined;
    return [value].flat().filter((group) => typeof group === "string");
  }

  /**
   * What the provider states about the person of an access token; `refused` if it does not accept the token, undefined if it
   * has no such endpoint. Throws `ProviderUnavailable`, also if the token is another person's.
   */
  async userInfo(accessToken: string, subject: string): Promise<Claims | "refused" | undefined> {
    try {
      const { server } = await this.#discovered();
      if (!server.userinfo_endpoint) return undefined;
      const response = await oauth.userInfoRequest(server, this.#client, accessToken, this.#requestOptions());
      if (response.status === 401) return "refused";
      return await oauth.processUserInfoResponse(server, this.#client, subject, response);
    } catch (error) {
      throw unavailable(error);
    }
  }

  /** Asks in which groups a person is now, with the tokens of a session. */
  async standing(subject: string, tokens: Tokens): Promise<Standing> {
    let current = tokens;
    try {
      const refreshed = tokens.refresh_token === undefined ? undefined : await this.#refresh(tokens.refresh_token);
      if (refreshed === "refused") return { kind: "refused" };
      const { id_token, ...renewed } = refreshed ?? {};
      // The first ID token stays: at the sign-out it is in an address, and this one has signed nobody in yet.
      current = { ...tokens, ...renewed };
      const claims = id_token === undefined ? undefined : await this.verifyIdToken(id_token);
      if (claims && claims.sub !== subject) return { kind: "refused" };
      const stated = claims && this.groupsIn(claims);
      if (stated) return { kind: "member", groups: stated, tokens: current };
      const info = await this.userInfo(current.access_token, subject);
      if (info === undefined || info === "refused") return { kind: "refused" };
      return { kind: "member", groups: this.groupsIn(info) ?? [], tokens: current };
    } catch (error) {
      if (error instanceof TokenError) return { kind: "refused" };
      return { kind: "unavailable", reason: unavailable(error).message, tokens: current };
    }
  }

  /** Where a browser ends the provider's session; undefined if there is no such address. */
  async endSessionUrl(idToken: string | undefined): Promise<string | undefined> {
    const { server } = await this.#discovered().catch(() => ({ server: undefined }));
    if (!server?.end_session_endpoint) return undefined;
    const url = new URL(server.end_session_endpoint);
    url.searchParams.set("client_id", this.#config.clientId);
    // Longer ones would make an address that some servers refuse.
    if (idToken !== undefined && idToken.length <= MAX_HINT_CHARS) url.searchParams.set("id_token_hint", idToken);
    return url.href;
  }

  /** Whether it lets people choose an account if a sign-in asks for that (`prompt=select_account`). */
  async offersAccounts(): Promise<boolean> {
    const { server } = await this.#discovered().catch(() => ({ server: undefined }));
    const supported = server?.prompt_values_supported;
    if (Array.isArray(supported)) return supported.includes("select_account");
    return server !== undefined && OFFER_ACCOUNTS.test(new URL(server.issuer).hostname);
  }

  /**
   * Tells the provider that a refresh token is not used any more, if it has an endpoint for that (RFC 7009). Throws
   * `ProviderUnavailable`.
   */
  async revoke(refreshToken: string): Promise<void> {
    try {
      const { server } = await this.#discovered();
      if (!server.revocation_endpoint) return;
      const methods = server.revocation_endpoint_auth_methods_supported ?? server.token_endpoint_auth_methods_supported;
      const options = {
        ...this.#requestOptions(REVOCATION_MS),
        additionalParameters: { token_type_hint: "refresh_token" },
      };
      const authentication = this.#authentication(methods);
      await oauth.processRevocationResponse(
        await oauth.revocationRequest(server, this.#client, authentication, refreshToken, options),
      );
    } catch (error) {
      throw unavailable(error);
    }
  }

  #authentication(methods = ["client_secret_basic"]): oauth.ClientAuth {
    const { clientSecret } = this.#config;
    return methods.includes("client_secret_basic")
      ? oauth.ClientSecretBasic(clientSecret)
      : oauth.ClientSecretPost(clientSecret);
  }

  async #refresh(refreshToken: string): Promise<Refreshed | "refused"> {
    const { server } = await this.#discovered();
    const authentication = this.#authentication(server.token_endpoint_auth_methods_supported);
    const options = this.#requestOptions();
    const response = await oauth.refreshTokenGrantRequest(server, this.#client, authentication, refreshToken, options);
    try {
      const { refresh_token, access_token, id_token } = await oauth.processRefreshTokenResponse(
        server,
        this.#client,
        response,
      );
      return { access_token, ...(refresh_token !== undefined && { refresh_token }), ...(id_token && { id_token }) };
    } catch (error) {
      if (error instanceof oauth.ResponseBodyError && error.error === "invalid_grant") return "refused";
      throw error;
    }
  }

  async #withKeys<Result>(verify: (verifier: Parameters<typeof verifyIdToken>[1]) => Promise<Result>): Promise<Result> {
    try {
      const { keys } = await this.#discovered();
      return await verify({ ...this.#config, keys, now: this.#clock() });
    } catch (error) {
      throw error instanceof TokenError ? error : unavailable(error);
    }
  }

  /** Requests at the same time ask once. Failures are not kept: the next request asks again. */
  async #discovered(): Promise<Metadata> {
    const known = this.#metadata;
    if (known && performance.now() - known.readAt < METADATA_MS) return known;
    this.#discovering ??= this.#discover().finally(() => (this.#discovering = undefined));
    this.#metadata = await this.#discovering;
    return this.#metadata;
  }

  async #discover(): Promise<Metadata> {
    const issuer = new URL(this.#config.issuer);
    const response = await oauth.discoveryRequest(issuer, this.#requestOptions());
    const server = await oauth.processDiscoveryResponse(issuer, response);
    if (!server.jwks_uri) throw new ProviderUnavailable("the provider's metadata has no jwks_uri");
    const keys = createRemoteJWKSet(new URL(server.jwks_uri), {
      cooldownDuration: KEYS_COOLDOWN_MS,
      timeoutDuration: PATIENCE_MS,
    });
    return { server, keys, readAt: performance.now() };
  }

  #requestOptions(patienceMs = PATIENCE_MS) {
    // Only an issuer on this machine may have an address with http.
    const isInsecure = this.#config.issuer.startsWith("http:");
    return { [oauth.allowInsecureRequests]: isInsecure, signal: () => AbortSignal.timeout(patienceMs) };
  }
}

/** Providers that do so without saying so; others may refuse a sign-in that asks for it. */
const OFFER_ACCOUNTS = /(?:^|\.)(?:microsoftonline\.(?:com|us)|auth0\.com)$/;
const MAX_HINT_CHARS = 3_000;

/** Never repeats what the provider has sent, which may have tokens. */
function unavailable(error: unknown): ProviderUnavailable {
  if (error instanceof ProviderUnavailable) return error;
  if (error instanceof KeysUnavailable) return new ProviderUnavailable(error.message, { cause: error.cause });
  if (error instanceof oauth.ResponseBodyError)
    return new ProviderUnavailable(`the provider refused the request: ${error.error}`, { cause: error });
  return new ProviderUnavailable(error instanceof Error ? error.message : "the provider does not answer", {
    cause: error,
  });
}

import { hash } from "node:crypto";
import type { Logger } from "pino";
import type * as z from "zod";
import { AppError } from "@/lib/contract/app-error";
import type { ErrorCode } from "@/lib/contract/error-codes";
import type { PeopleSignIn, PeopleSignOut, peopleSignInResponse } from "@/lib/contract/people";
import { ADMIN } from "@/service/people/keys/identify";
import { hashKey, newKeyText } from "@/service/people/keys/key-text";
import type { Secrets } from "@/service/secrets/secrets";
import type { StoredKey } from "@/service/store/keys/keys-store";
import type { Store } from "@/service/store/store";
import { rightsOf } from "./group-rights";
import type { OidcConfig } from "./oidc-config";
import { invitationError, tokenHash } from "./invitations";
import { emailIsVerified, mergeClaims, ownersOf, pictureIn, shownOf, verifiedEmailOf } from "./person";
import { Provider, ProviderUnavailable } from "./provider";
import { readPicture } from "./read-picture";
import { SessionRights } from "./session-rights";
import { type Tokens, openTokens, sealTokens } from "./session-tokens";
import { type IdClaims, TokenError } from "./verify-token";

/** A session is not extended: the person signs in again. */
const SESSION_SECONDS = 12 * 60 * 60;
/** Tokens are remembered a little longer than they are valid. */
const REMEMBERED_MS = 60_000;

const NO_GROUP = "You are not in a group that may use Loupe; ask an admin for access";

type Parts = { config: OidcConfig; store: Store; secrets: Secrets; logger: Logger; clock: () => Date };

/** People who sign in at the configured provider. */
export class People {
  readonly #parts: Parts;
  readonly #provider: Provider;
  readonly #rights: SessionRights;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#provider = new Provider(parts.config, parts.clock);
    this.#rights = new SessionRights({ ...parts, provider: this.#provider });
  }

  /** See `SessionRights`. */
  async current(key: StoredKey): Promise<StoredKey | undefined> {
    return this.#rights.current(key);
  }

  /**
   * Starts a session with the tokens of the provider. Throws `unauthenticated` for an ID token that is not valid, or was
   * used before; `forbidden` for somebody without rights; for an invitation, the errors of `invitationError`; `unavailable` while the provider does not answer.
   */
  async signIn(
    given: PeopleSignIn,
  ): Promise<z.infer<typeof peopleSignInResponse> & { invitationId: string | undefined }> {
    const { config, store, secrets } = this.#parts;
    const claims = await this.#answered(() => this.#provider.verifyIdToken(given.id_token, given.nonce));
    const stated = await this.#answered(() => this.#statedOf(claims, given.access_token));
    const rights = rightsOf(this.#provider.groupsIn(stated) ?? [], config.rolesByGroup);
    const { id, text } = newKeyText();
    const tokens = {
      id_token: given.id_token,
      access_token: given.access_token,
      refresh_token: given.refresh_token ?? undefined,
    };
    const started = await store.startPersonSession(
      {
        issuer: config.issuer,
        subject: claims.sub,
        ...shownOf(stated),
        picture: pictureIn(stated, config.issuer),
        owners: ownersOf(claims.sub, stated, { ...config, reserved: RESERVED }),
        verifiedEmail: verifiedEmailOf(stated, config),
      },
      {
        id,
        hash: hashKey(text).toString("hex"),
        ...rights,
        providerSession: typeof claims["sid"] === "string" ? claims["sid"] : undefined,
        sealedTokens: sealTokens(tokens, id, secrets),
        seconds: SESSION_SECONDS,
      },
      { hash: signedHash(given.id_token), expiresAt: new Date(claims.exp * 1000 + REMEMBERED_MS) },
      given.invitation ? tokenHash(given.invitation) : undefined,
    );
    if (typeof started === "object" && "problem" in started) throw invitationError(started.problem);
    if (started === "no_rights") throw new AppError("forbidden", NO_GROUP);
    if (started === "used") throw new AppError("unauthenticated", "The ID token was used before; sign in again");
    if (started === "turned_off")
      throw new AppError("forbidden", "Your account is turned off; ask an admin for access");
    if (started.picture !== undefined) void this.#keepPicture(started, started.picture);
    return {
      key: text,
      owner: started.owner,
      roles: started.roles,
      expires_at: started.expiresAt,
      invitationId: started.invitationId,
    };
  }

  /** Ends a session, and its refresh token if the provider does; returns whether there was one, and what follows at the provider. */
  async signOut(sessionId: string): Promise<PeopleSignOut> {
    const sealed = await this.#parts.store.endPersonSession(sessionId);
    if (sealed === undefined) return { ended: false };
    const tokens = this.#tokensIn(sealed, sessionId);
    const [provider_url, offers_accounts] = await Promise.all([
      this.#provider.endSessionUrl(tokens?.id_token),
      this.#provider.offersAccounts(),
      this.#revoke(tokens?.refresh_token, sessionId),
    ]);
    return { ended: true, offers_accounts, ...(provider_url !== undefined && { provider_url }) };
  }

  /** Ends the sessions that a logout token of the provider names; returns the owner of each. Throws `bad_request`. */
  async endByProvider(logoutToken: string): Promise<string[]> {
    const named = await this.#answered(() => this.#provider.verifyLogoutToken(logoutToken), "bad_request");
    return this.#parts.store.endPersonSessionsOf(this.#parts.config.issuer, named);
  }

  /** What the provider states: in the ID token, and of what is missing there, elsewhere. */
  async #statedOf(claims: IdClaims, accessToken: string): Promise<Readonly<Record<string, unknown>>> {
    const { issuer } = this.#parts.config;
    const hasAddress = claims["email"] !== undefined && emailIsVerified(claims, issuer) !== undefined;
    if (hasAddress && this.#provider.groupsIn(claims) !== undefined) return claims;
    return mergeClaims(claims, await this.#provider.userInfo(accessToken, claims.sub), issuer);
  }

  /** The person is signed in already, with or without it. Never rejects. */
  async #keepPicture({ personId, owner }: { personId: string; owner: string }, address: string): Promise<void> {
    const { store, logger } = this.#parts;
    try {
      await store.keepPicture(personId, address, await readPicture(address));
    } catch (error) {
      const reason = error instanceof Error ? error.message : typeof error;
      logger.warn({ owner, reason }, "the picture of a person was not read");
    }
  }

  async #answered<Result>(ask: () => Promise<Result>, invalid: ErrorCode = "unauthenticated"): Promise<Result> {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof TokenError)
        throw new AppError(invalid, `The token cannot be used: ${error.message}`, { cause: error });
      if (!(error instanceof ProviderUnavailable)) throw error;
      this.#parts.logger.warn({ reason: error.message }, "the sign-in provider does not answer");
      throw new AppError("unavailable", "The sign-in provider does not respond; try again later", { cause: error });
    }
  }

  /** The session has ended, whether or not the provider answers. */
  async #revoke(refreshToken: string | undefined, session: string): Promise<void> {
    try {
      if (refreshToken !== undefined) await this.#provider.revoke(refreshToken);
    } catch (error) {
      const reason = error instanceof Error ? error.message : typeof error;
      this.#parts.logger.warn({ session, reason }, "a refresh token was not revoked");
    }
  }

  #tokensIn(sealed: string, sessionId: string): Tokens | undefined {
    try {
      return openTokens(sealed, sessionId, this.#parts.secrets);
    } catch {
      return undefined;
    }
  }
}

/** Names of nobody who signs in. */
const RESERVED = [ADMIN.owner];

/** Of what the signature covers: the same token has several spellings of its signature. */
function signedHash(token: string): string {
  return hash("sha256", token.slice(0, token.lastIndexOf(".")), "hex");
}

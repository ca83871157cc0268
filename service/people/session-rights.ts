import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { AppError } from "@/lib/contract/app-error";
import { SealError } from "@/service/secrets/seal";
import type { Secrets } from "@/service/secrets/secrets";
import { sleep } from "@/lib/limit/sleep";
import type { StoredKey } from "@/service/store/keys/keys-store";
import type { SessionCheck } from "@/service/store/people/people-store";
import type { Store } from "@/service/store/store";
import { rightsOf } from "./group-rights";
import type { OidcConfig } from "./oidc-config";
import type { Provider } from "./provider";
import { openTokens, sealTokens } from "./session-tokens";

/** How old a check may be, in seconds, before a session's rights are checked in the background when it is used. */
const FRESH_SECONDS = 30;
/** And before a request waits for the check. */
const STALE_SECONDS = 55;
/** For how long the last rights hold while the provider cannot be asked. */
const HELD_SECONDS = 10 * 60;
/** After a failed check, there is no other one for so long. */
const RETRY_SECONDS = 10;
/** For how long a request waits for a check, of this process or another. */
const WAIT_MS = 6_000;
const LOOK_MS = 200;

type Parts = {
  store: Pick<
    Store,
    "findKeys" | "claimSessionCheck" | "finishSessionCheck" | "failSessionCheck" | "clearGroups" | "endPersonSession"
  >;
  provider: Provider;
  config: Pick<OidcConfig, "rolesByGroup">;
  secrets: Secrets;
  logger: Logger;
};

/**
 * Keeps the rights of sessions as the provider says: they end, or change, within a minute, because a session that is used
 * is checked every 30 seconds, and one that was not used for a minute is checked before its request is answered.
 */
export class SessionRights {
  readonly #parts: Parts;
  /** Checks of this process in progress, by session. */
  readonly #checks = new Map<string, Promise<void>>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * The key of a session with its present rights; undefined once it has ended. Other keys are returned unchanged. Throws
   * `unavailable` if the provider could not be asked for too long.
   */
  async current(key: StoredKey): Promise<StoredKey | undefined> {
    if (!key.session || key.session.checked < FRESH_SECONDS) return key;
    const { checked, failed = Infinity } = key.session;
    const check = failed < RETRY_SECONDS ? undefined : this.#check(key.id, checked);
    if (checked < STALE_SECONDS) return key;
    // The provider is known not to respond, and is asked in the background.
    if (!check || failed < STALE_SECONDS) return held(key);
    const waited = new AbortController();
    await Promise.race([check, sleep(WAIT_MS, waited.signal)]);
    waited.abort();
    const [found] = await this.#parts.store.findKeys([key.id]);
    if (!found?.session || found.session.checked < STALE_SECONDS) return found;
    return held(found);
  }

  /** One check at a time in this process. Never rejects. */
  async #check(id: string, checkedSecondsAgo: number): Promise<void> {
    const running = this.#checks.get(id);
    if (running) return running;
    const check = this.#checkOnce(id, checkedSecondsAgo)
      .catch((error: unknown) => this.#parts.logger.error({ session: id, error: nameOf(error) }, "session not checked"))
      .finally(() => this.#checks.delete(id));
    this.#checks.set(id, check);
    return check;
  }

  async #checkOnce(id: string, checkedSecondsAgo: number): Promise<void> {
    const claimed = await this.#parts.store.claimSessionCheck(id, FRESH_SECONDS);
    if (claimed) return this.#ask(claimed, checkedSecondsAgo);
    // Another process checks it.
    for (let waited = 0; waited < WAIT_MS; waited += LOOK_MS) {
      const [found] = await this.#parts.store.findKeys([id]);
      if (!found?.session || found.session.checked < FRESH_SECONDS) return;
      if (found.session.failed !== undefined && found.session.failed < RETRY_SECONDS) return;
      await pause(LOOK_MS);
    }
  }

  async #ask(check: SessionCheck, checkedSecondsAgo: number): Promise<void> {
    const { store, provider, config, secrets, logger } = this.#parts;
    const { id, subject } = check;
    const tokens = readTokens(check, secrets);
    if (!tokens) {
      // While the secret is replaced, another replica may know it.
      if (checkedSecondsAgo < HELD_SECONDS) return store.failSessionCheck(id, check.beganAt, check.sealedTokens);
      logger.warn({ session: id }, "session ended: no known secret opens its tokens");
      return void (await store.endPersonSession(id, check.beganAt));
    }
    const standing = await provider.standing(subject, tokens);
    if (standing.kind === "unavailable") {
      logger.warn({ session: id, reason: standing.reason }, "the sign-in provider cannot be asked for rights");
      return store.failSessionCheck(id, check.beganAt, sealTokens(standing.tokens, id, secrets));
    }
    const rights = standing.kind === "member" ? rightsOf(standing.groups, config.rolesByGroup) : undefined;
    const hasRoles = rights && (rights.roles.length > 0 || check.hasOwnRoles);
    if (!rights || !hasRoles || standing.kind === "refused") {
      logger.info({ session: id, reason: standing.kind === "refused" ? "refused" : "no group" }, "session ended");
      if (rights) await store.clearGroups(id);
      return void (await store.endPersonSession(id, check.beganAt));
    }
    await store.finishSessionCheck(id, check.beganAt, {
      ...rights,
      sealedTokens: sealTokens(standing.tokens, id, secrets),
    });
  }
}

/** The last rights, as long as they hold without the provider. */
function held(key: StoredKey): StoredKey {
  if (key.session && key.session.checked < HELD_SECONDS) return key;
  throw new AppError(
    "unavailable",
    "The sign-in provider does not respond, so your roles cannot be checked; try again later",
  );
}

/** Undefined if they were sealed with a secret that is not known here. */
function readTokens({ sealedTokens, id }: SessionCheck, secrets: Secrets) {
  try {
    return openTokens(sealedTokens, id, secrets);
  } catch (error) {
    if (error instanceof SealError) return undefined;
    throw error;
  }
}

const nameOf = (error: unknown) => (error instanceof Error ? error.message : typeof error);

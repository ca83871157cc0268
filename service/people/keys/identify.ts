import { timingSafeEqual } from "node:crypto";
import { ADMIN_OWNER } from "@/lib/contract/grants";
import { DEFAULT_ENTITY } from "@/lib/contract/default-project";
import type { StoredKey } from "@/service/store/keys/keys-store";
import type { Store } from "@/service/store/store";
import { type HeaderReader, presentedKeys } from "./credentials";
import type { Identity } from "./identity";
import { KeyCache } from "./key-cache";
import { KeyLookups } from "./key-lookups";
import { hashKey, keyIdIn } from "./key-text";
import { createUseRecorder } from "./use-recorder";

/** Finds the identity of a request's key; undefined if the request has none, or one that is unknown or revoked. */
export type Identify = (header: HeaderReader, address: string) => Promise<Identity | undefined>;

/** A stored key with its present rights; undefined if it is no longer valid. */
export type CurrentKey = (key: StoredKey) => Promise<StoredKey | undefined>;

/** Without a sign-in provider nobody says what the sessions of people may do. */
export const withoutSessions: CurrentKey = async (key) => (key.session ? undefined : key);

/** Who has the admin key. */
export const ADMIN: Identity = {
  keyId: "admin",
  owner: ADMIN_OWNER,
  defaultProject: `${DEFAULT_ENTITY}/default`,
  roles: [{ project_pattern: "*", role: "admin" }],
};

/**
 * Accepts the admin key of the configuration and the stored keys, all compared as SHA-256 in constant time. Throws the
 * store's errors: a key that cannot be looked up is not treated as unknown.
 */
export function createIdentify(
  adminKey: string,
  store: Pick<Store, "findKeys" | "recordKeyUse">,
  current: CurrentKey = withoutSessions,
  now: () => number = () => performance.now(),
): Identify {
  const adminHash = hashKey(adminKey);
  const lookups = new KeyLookups((ids) => store.findKeys(ids));
  const cache = new KeyCache<Identity>(now);
  const noteUse = createUseRecorder((keyId) => store.recordKeyUse(keyId), now);

  async function find(id: string, hash: Buffer, address: string): Promise<Identity | undefined> {
    const stored = await lookups.find(id, address);
    if (!stored || !timingSafeEqual(Buffer.from(stored.hash, "hex"), hash)) return undefined;
    const valid = await current(stored);
    return valid && identityOf(valid);
  }

  return async (header, address) => {
    for (const key of presentedKeys(header)) {
      const hash = hashKey(key);
      if (timingSafeEqual(hash, adminHash)) return ADMIN;
      const id = keyIdIn(key);
      const identity = id && (await cache.get(hash.toString("hex"), () => find(id, hash, address)));
      if (!identity) continue;
      noteUse(identity.keyId);
      return identity;
    }
    return undefined;
  };
}

/** Who a stored key belongs to. */
export function identityOf({
  id,
  owner,
  person_id,
  default_project,
  roles,
}: Omit<StoredKey, "hash" | "session">): Identity {
  return { keyId: id, owner, personId: person_id, defaultProject: default_project, roles };
}

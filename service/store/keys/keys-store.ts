import type { ApiKey, KeyHolder, KeysQuery } from "@/lib/contract/keys";
import type { Database } from "@/service/store/connections/database";
import { createKey, findKeys, queryKeys, recordKeyUse, revokeKey } from "./keys";

/** A key to be created; `hash` is the SHA-256 of its whole text, in hex. */
export type NewKey = KeyHolder & { hash: string; created_by: string };

/** The holder of a key, and the hash to compare a presented key with. */
export type StoredKey = KeyHolder & { hash: string };

/** API keys. `within` are project patterns: they must cover everything that a key has a role on. */
export type KeysStore = {
  createKey(key: NewKey): Promise<ApiKey>;
  /** Newest first; revoked ones only when the query includes them. */
  queryKeys(query: KeysQuery, within: readonly string[]): Promise<ApiKey[]>;
  /** Undefined when absent or not within. A key that was revoked before keeps its date. */
  revokeKey(id: string, within: readonly string[]): Promise<ApiKey | undefined>;
  /** The keys with these ids that exist and are not revoked. */
  findKeys(ids: readonly string[]): Promise<StoredKey[]>;
  /** Sets the last use to now, unless that was less than a minute ago. */
  recordKeyUse(id: string): Promise<void>;
};

export function keysStore(database: Database): KeysStore {
  return {
    createKey: createKey.bind(undefined, database),
    queryKeys: queryKeys.bind(undefined, database),
    revokeKey: revokeKey.bind(undefined, database),
    findKeys: findKeys.bind(undefined, database),
    recordKeyUse: recordKeyUse.bind(undefined, database),
  };
}

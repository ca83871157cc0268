import type { KeyHolder } from "@/lib/contract/keys";
import { createKey, findKeys, queryKeys, recordKeyUse, revokeKey } from "./keys";

/** A key to be created; `hash` is the SHA-256 of its whole text, in hex. */
export type NewKey = KeyHolder & { hash: string; created_by: string };

/** The holder of a key, and the hash to compare a presented key with. */
export type StoredKey = KeyHolder & { hash: string };

/** API keys. `within` are project patterns, which must cover all of a key's roles. */
export const keysStore = { createKey, queryKeys, revokeKey, findKeys, recordKeyUse };

import type { KeyHolder } from "@/lib/contract/keys";
import { createKey, findKeys, queryKeys, recordKeyUse, revokeKey } from "./keys";

/** A key to be created; `hash` is the SHA-256 of its whole text, in hex. `person_id`: whose it is. */
export type NewKey = KeyHolder & { hash: string; created_by: string };

/** How long ago the rights of a person's session were checked, and how long ago that failed, seconds. */
type SessionAge = { checked: number; failed?: number };

/** The holder of a key, and the hash to compare a presented key with; `session` if it is that of a person's session. */
export type StoredKey = KeyHolder & { hash: string; person_id?: string; session?: SessionAge };

/** Who creates a key: the patterns that they manage, and the person that they are. */
export type KeyCreator = { within: readonly string[]; personId?: string };

/** API keys. `within` are project patterns, which must cover all of a key's roles. */
export const keysStore = { createKey, queryKeys, revokeKey, findKeys, recordKeyUse };

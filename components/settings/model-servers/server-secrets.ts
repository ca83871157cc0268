import type { Connection } from "@/lib/contract/connections";
import type { ModelServerUpdate } from "@/lib/queries/connections";

import {
  filledRows,
  type KeyChange,
  keyOf,
  type SecretRow,
  sentKey,
  sentHeaders,
  storedRows,
} from "../secrets/secrets";

/** The key and headers that are being edited. They are never part of a draft, and live no longer than the form. */
export interface ServerSecrets {
  key: KeyChange;
  headers: readonly SecretRow[];
}

/** Those that a form begins with. */
export function secretsOf(server: Connection | undefined): ServerSecrets {
  return { key: keyOf(server?.has_key ?? false), headers: storedRows(server?.headers ?? []) };
}

/** What a request says of them: nothing of what is kept. */
export function secretChanges(
  { key, headers }: ServerSecrets,
  server: Connection | undefined,
): Pick<ModelServerUpdate, "api_key" | "headers"> {
  const sent = sentKey(key);
  const rows = filledRows(headers);
  const isKept = rows.length === (server?.headers.length ?? 0) && rows.every(({ isStored }) => isStored);
  return { ...(sent !== undefined && { api_key: sent }), ...(!isKept && { headers: sentHeaders(headers) }) };
}

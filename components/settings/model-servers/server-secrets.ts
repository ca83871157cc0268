import type { Connection } from "@/lib/contract/connections";
import type { ModelServerUpdate } from "@/lib/queries/connections";

/** What becomes of the key of a server: it stays, is removed, or is what is typed. */
export type KeyChange = { kind: "keep" } | { kind: "remove" } | { kind: "replace"; text: string };

/** A header in the form: a stored one, whose value is not known here, or a new one. */
export type HeaderRow = { row: number; name: string } & ({ isStored: true } | { isStored: false; value: string });

/** The key and headers that are being edited. They are never part of a draft, and live no longer than the form. */
export interface ServerSecrets {
  key: KeyChange;
  headers: readonly HeaderRow[];
}

/** Those that a form begins with. */
export function secretsOf(server: Connection | undefined): ServerSecrets {
  return {
    key: server?.has_key ? { kind: "keep" } : { kind: "replace", text: "" },
    headers: (server?.headers ?? []).map((name, row) => ({ row, name, isStored: true })),
  };
}

/** The headers with another one to fill in. */
export function withHeader(headers: readonly HeaderRow[]): HeaderRow[] {
  const row = Math.max(-1, ...headers.map((header) => header.row)) + 1;
  return [...headers, { row, name: "", isStored: false, value: "" }];
}

/** What a request says of them: nothing of what is kept. */
export function secretChanges(
  { key, headers }: ServerSecrets,
  server: Connection | undefined,
): Pick<ModelServerUpdate, "api_key" | "headers"> {
  const text = key.kind === "replace" ? key.text.trim() : "";
  const rows = headers.filter((header) => header.isStored || header.name.trim() !== "" || header.value !== "");
  const isKept = rows.length === (server?.headers.length ?? 0) && rows.every(({ isStored }) => isStored);
  return {
    ...(text !== "" && { api_key: text }),
    ...(key.kind === "remove" && { api_key: null }),
    ...(!isKept && {
      headers: rows.map((header) =>
        header.isStored ? { name: header.name } : { name: header.name.trim(), value: header.value.trim() },
      ),
    }),
  };
}

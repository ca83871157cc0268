/** What becomes of a key: the stored one stays or is removed, or it is what is typed. */
export type KeyChange = { kind: "keep" } | { kind: "remove" } | { kind: "replace"; text: string };

/** A name with a secret value: a stored one, whose value is not known here, or a typed one. */
export type SecretRow = { row: number; name: string } & ({ isStored: true } | { isStored: false; value: string });

/** What the service says against names or values, by their place in the list that was sent. */
export type SecretProblems = Readonly<Record<number, { name?: string; value?: string }>>;

/** What a form begins with. */
export function keyOf(isStored: boolean): KeyChange {
  return isStored ? { kind: "keep" } : { kind: "replace", text: "" };
}

/** The key that is sent: null removes the stored one, undefined says nothing of it. */
export function sentKey(change: KeyChange): string | null | undefined {
  if (change.kind === "replace") return change.text.trim() || undefined;
  return change.kind === "remove" ? null : undefined;
}

/** Rows for names whose values are stored. */
export function storedRows(names: readonly string[]): SecretRow[] {
  return names.map((name, row) => ({ row, name, isStored: true }));
}

/** The rows with another one to fill in. */
export function withRow(rows: readonly SecretRow[]): SecretRow[] {
  const row = Math.max(-1, ...rows.map((one) => one.row)) + 1;
  return [...rows, { row, name: "", isStored: false, value: "" }];
}

/** The rows that are sent: all but those that nothing was typed into. */
export function filledRows(rows: readonly SecretRow[]): SecretRow[] {
  return rows.filter((row) => row.isStored || row.name.trim() !== "" || row.value !== "");
}

type SentRow = { name: string; value?: string };

/** The list that is sent: a name without a value keeps the stored one. */
export function sentRows(rows: readonly SecretRow[]): SentRow[] {
  return filledRows(rows).map((row) =>
    row.isStored ? { name: row.name } : { name: row.name.trim(), value: row.value },
  );
}

/** The same of headers, whose values have no spaces around them. */
export function sentHeaders(rows: readonly SecretRow[]): SentRow[] {
  return sentRows(rows).map(({ name, value }) => (value === undefined ? { name } : { name, value: value.trim() }));
}

/** Collects the values of one statement; SQL text only ever holds the placeholders that this gives out. */
export class Parameters {
  readonly values: unknown[] = [];

  /** The placeholder of a value, cast to an SQL type: `$3::text[]`. */
  add(value: unknown, type: "text" | "text[]" | "bigint" | "numeric" | "double precision" | "timestamptz"): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }
}

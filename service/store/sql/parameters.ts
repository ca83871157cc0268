import { toStorableText } from "@/lib/json/decode";

type Value = string | number | null | undefined | readonly string[];
type ValueType = "text" | "text[]" | "bigint" | "numeric" | "double precision" | "timestamptz" | "timestamptz[]";

/** Collects the values of one statement; SQL text contains only the placeholders that this returns. */
export class Parameters {
  readonly values: unknown[] = [];

  /** The placeholder of a value, cast to an SQL type: `$3::text[]`. Characters that PostgreSQL cannot store are replaced. */
  add(value: Value, type: ValueType): string {
    this.values.push(storable(value));
    return `$${this.values.length}::${type}`;
  }
}

function storable(value: Value): unknown {
  if (typeof value === "string") return toStorableText(value);
  return Array.isArray(value) ? value.map((text: string) => toStorableText(text)) : value;
}

import { fieldPath } from "./expression";

const FIELD = /^attributes\.\[(.+)\]$/su;

/** The name of the attribute that `attributes.[acme.tier]` is about; undefined for any other field. */
export function parseAttributeField(field: string): string | undefined {
  return FIELD.exec(field)?.[1];
}

/** The field of an attribute by the name that its program gave it, wherever that is stored. */
export function attributeField(name: string): string {
  return `attributes.[${name}]`;
}

/**
 * Where an attribute can be in the attributes of a call, best first: of an OpenTelemetry span, of its resource, or as
 * other clients send it, by its whole name or nested at each dot.
 */
export function attributePaths(name: string): string[][] {
  const steps = name.split(".");
  const nested = steps.length > 1 && !steps.includes("") ? [["otel", "attributes", ...steps], steps] : [];
  return [["otel", "attributes", name], ["otel", "resource", name], [name], ...nested];
}

/**
 * The paths into payloads that a value is at, best first: those of an attribute, as `attributePaths` has them; any other
 * path itself. Undefined if it is not a path.
 */
export function valuePaths(field: string): string[][] | undefined {
  const attribute = parseAttributeField(field);
  if (attribute !== undefined) return attributePaths(attribute).map((path) => ["attributes", ...path]);
  const path = fieldPath(field);
  return path && [path];
}

/** The name of the attribute at a path into the attributes of a call, from `attributes` on. */
export function attributeAt([root, first, second, ...rest]: readonly string[]): string | undefined {
  if (root !== "attributes" || first === undefined) return undefined;
  if (first !== "otel") return [first, ...(second === undefined ? [] : [second]), ...rest].join(".");
  const isFlat = (second === "attributes" || second === "resource") && rest.length > 0;
  return isFlat ? rest.join(".") : undefined;
}

import type { OpenApiDocument } from "./openapi";
import { type JsonSchema, type TypePart, fieldsOf } from "./schema-fields";

/** The types of the fields of a schema. */
export const typesIn = (schema: JsonSchema | undefined): TypePart[] =>
  schema ? fieldsOf(schema).flatMap(({ type }) => type) : [];

/** Names of the shapes that types refer to, directly or through other shapes, in alphabetical order. */
export function shapesUnder(types: readonly TypePart[], { components }: OpenApiDocument): string[] {
  const found = new Set<string>();
  const visit = (part: TypePart) => {
    if (typeof part === "string" || found.has(part.shape)) return;
    found.add(part.shape);
    for (const inner of typesIn(components.schemas[part.shape])) visit(inner);
  };
  for (const type of types) visit(type);
  return [...found].toSorted();
}

import type { z } from "zod";

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** A piece of a type for display: text, or the name of a shape that is described elsewhere. */
export type TypePart = string | { shape: string };

/** One row of a table of fields; `path` is written as `batch[].req`, and `*` stands for any name. */
export type Field = { path: string; type: TypePart[]; isRequired: boolean; defaultValue?: string; notes: string[] };

const REF = "#/components/schemas/";

/** Name of the component that a schema refers to. */
export function shapeOf({ $ref }: JsonSchema): string | undefined {
  return $ref?.startsWith(REF) ? $ref.slice(REF.length) : undefined;
}

/**
 * The fields of a schema of the OpenAPI document, including those of nested objects. A named shape is one field,
 * because it has its own table. A field of several variants of an object is one row with all its types.
 */
export function fieldsOf(schema: JsonSchema): Field[] {
  const fields = new Map<string, Field>();
  for (const field of eachField(schema, "")) {
    const known = fields.get(field.path);
    fields.set(field.path, known ? eitherOf(known, field) : field);
  }
  return [...fields.values()];
}

/** The type of a schema as text, such as `array of string or null`. */
export function typeOf(schema: JsonSchema): TypePart[] {
  const shape = shapeOf(schema);
  if (shape !== undefined) return [{ shape }];
  const variants = variantsOf(schema);
  if (variants) return joinTypes(distinct(variants.map(typeOf)), " or ");
  if (schema.not) return ["read-only"];
  if (schema.const !== undefined) return [JSON.stringify(schema.const)];
  if (schema.enum) return [schema.enum.map((value) => JSON.stringify(value)).join(" or ")];
  if (schema.prefixItems) return ["[", ...joinTypes(listOf(schema.prefixItems).map(typeOf), ", "), "]"];
  const types = schema.type === undefined ? ["any JSON"] : [schema.type].flat();
  return joinTypes(
    types.map((type) => typeNamed(type, schema)),
    " or ",
  );
}

function typeNamed(type: string, schema: JsonSchema): TypePart[] {
  const [item] = listOf(schema.items);
  if (type === "array") return ["array of ", ...(item ? typeOf(item) : ["any JSON"])];
  const [value] = listOf(schema.additionalProperties);
  if (type === "object" && value) return ["object of ", ...typeOf(value)];
  return [type === "string" ? (schema.format ?? type) : type];
}

/** The alternatives of a schema. */
export function variantsOf({ anyOf, oneOf }: JsonSchema): JsonSchema[] | undefined {
  return anyOf ?? oneOf;
}

/** The schemas in a value that may be a schema, a list of schemas, or a boolean. */
export function listOf(schemas: unknown): JsonSchema[] {
  return [schemas].flat().filter((one): one is JsonSchema => typeof one === "object" && one !== null);
}

function* eachField(schema: JsonSchema, at: string): Generator<Field> {
  for (const [path, object] of objectsIn(schema, at)) {
    for (const [name, property] of Object.entries(object.properties ?? {})) {
      const [value] = listOf(property);
      if (!value) continue;
      const field = join(path, name);
      yield {
        path: field,
        type: typeOf(value),
        isRequired: object.required?.includes(name) ?? false,
        ...(value.default !== undefined && { defaultValue: JSON.stringify(value.default) }),
        notes: notesOf(value),
      };
      yield* eachField(value, field);
    }
  }
}

/** The unnamed objects in a value, each with its path. */
function objectsIn(schema: JsonSchema, at: string): [path: string, object: JsonSchema][] {
  if (shapeOf(schema) !== undefined) return [];
  return [
    ...(variantsOf(schema) ?? []).flatMap((variant) => objectsIn(variant, at)),
    ...listOf(schema.items).flatMap((item) => objectsIn(item, `${at}[]`)),
    ...listOf(schema.additionalProperties).flatMap((value) => objectsIn(value, join(at, "*"))),
    ...(schema.properties ? [[at, schema] satisfies [string, JsonSchema]] : []),
  ];
}

const join = (path: string, name: string) => (path === "" ? name : `${path}.${name}`);

function eitherOf(one: Field, other: Field): Field {
  return {
    ...one,
    type: joinTypes(distinct([one.type, other.type]), " or "),
    isRequired: one.isRequired && other.isRequired,
    notes: [...new Set([...one.notes, ...other.notes])],
  };
}

function distinct(types: TypePart[][]): TypePart[][] {
  return [...new Map(types.map((type) => [JSON.stringify(type), type])).values()];
}

function joinTypes(types: TypePart[][], separator: string): TypePart[] {
  return types.flatMap((type, index) => (index === 0 ? type : [separator, ...type]));
}

/** Constraints and notes of a schema, without its type. */
function notesOf(schema: JsonSchema): string[] {
  const { description, pattern, format } = schema;
  const notes = [
    description,
    range(schema.minLength, schema.maxLength, "characters"),
    // The type of a tuple contains its length.
    ...(schema.prefixItems ? [] : [range(schema.minItems, schema.maxItems, "items")]),
    range(schema.minimum, schema.maximum, ""),
    // The format is clearer than its pattern.
    pattern !== undefined && format === undefined ? `matches \`${pattern}\`` : undefined,
  ];
  return [...notes.filter((note) => note !== undefined), ...(variantsOf(schema) ?? []).flatMap(notesOf)];
}

/** Bounds as text, omitting those of the safe integers. */
function range(min: number | undefined, max: number | undefined, unit: string): string | undefined {
  const low = min === undefined || min === Number.MIN_SAFE_INTEGER ? undefined : min;
  const high = max === undefined || max === Number.MAX_SAFE_INTEGER ? undefined : max;
  if (low === undefined && high === undefined) return undefined;
  const bounds = low === undefined ? `at most ${high}` : high === undefined ? `at least ${low}` : `${low} to ${high}`;
  return unit ? `${bounds} ${unit}` : bounds;
}

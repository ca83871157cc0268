import type { z } from "zod";
import * as core from "zod/v4/core";
import { formatPath } from "@/lib/json/format-path";
import { UNKNOWN_FIELD } from "./field-errors";
import { LIST_ERRORS } from "./limits";
import { readList } from "./list";
import { invalid, validate } from "./validate";

type Path = readonly string[];

/**
 * Like `validate`; `pause` is called after each item of a long list, and what it returns is awaited. Throws for an object
 * with thousands of unknown fields without reading it.
 */
export async function validateInTurns<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  pause: () => Promise<void> | undefined,
): Promise<z.output<Schema>> {
  for (const _item of readAhead(schema, value, [])) {
    const turn = pause();
    if (turn) await turn;
  }
  return validate(schema, value);
}

/** Reads the items of lists in an object, and yields after each. */
function* readAhead(schema: core.$ZodType, value: unknown, path: Path): Generator<void> {
  if (typeof value !== "object" || value === null) return;
  if (schema instanceof core.$ZodOptional || schema instanceof core.$ZodNullable || schema instanceof core.$ZodDefault)
    return yield* readAhead(schema._zod.def.innerType, value, path);
  if (!(schema instanceof core.$ZodObject)) return yield* readList(schema, value);
  const { shape, catchall } = schema._zod.def;
  if (catchall instanceof core.$ZodNever) refuseWide(shape, value, path);
  for (const [name, field] of Object.entries(shape))
    yield* readAhead(field, Object.getOwnPropertyDescriptor(value, name)?.value, [...path, name]);
}

function refuseWide(shape: object, value: object, path: Path): void {
  const names = Object.keys(value);
  if (names.length <= LIST_ERRORS + Object.keys(shape).length) return;
  const unknown = names.filter((name) => !Object.hasOwn(shape, name)).slice(0, LIST_ERRORS);
  throw invalid(
    unknown.map((name) => ({ path: formatPath([...path, name]), message: UNKNOWN_FIELD })),
    true,
  );
}

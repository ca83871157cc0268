import * as z from "zod";
import * as core from "zod/v4/core";
import type { PayloadPlan } from "./slice";

/** What zod would know of a schema of its own. */
export interface Shape {
  /** Where the payloads are. */
  plan: PayloadPlan;
  jsonSchema: core.JSONSchema.BaseSchema;
}

export interface Mismatch {
  path: readonly (string | number)[];
  message: string;
}

/** By the function of the custom schema: the copies that `.meta()` and the like make of a schema share it. */
const shapes = new WeakMap<object, Shape>();

/** A schema of values that `check` checks instead of zod: it answers what is wrong, or nothing. */
export function checkedBy<T>(check: (value: unknown) => Mismatch | undefined, shape: Shape): z.ZodType<T, T> {
  const accept = () => true;
  shapes.set(accept, shape);
  return z.custom<T>(accept).check(({ value, issues }) => {
    const mismatch = check(value);
    if (mismatch) issues.push({ code: "custom", input: value, path: [...mismatch.path], message: mismatch.message });
  });
}

/** The shape of a schema that `checkedBy` made. */
export function checkedShape(schema: core.$ZodType): Shape | undefined {
  return schema instanceof core.$ZodCustom ? shapes.get(schema._zod.def.fn) : undefined;
}

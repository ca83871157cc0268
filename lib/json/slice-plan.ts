import * as core from "zod/v4/core";
import { checkedShape } from "./checked-by";
import { isPayload } from "./payload";
import type { PayloadPlan } from "./slice";

/** The positions of the payload fields of a schema: one node for each position of a document that can lead to one. */
class SlicePlan implements PayloadPlan {
  readonly payload: boolean;
  readonly nullable: boolean;
  readonly #alternatives: readonly core.$ZodType[];
  readonly #fields = new Map<string, PayloadPlan | undefined>();
  #rest: PayloadPlan | undefined;
  #items: PayloadPlan | undefined;
  #expanded = false;

  constructor(schemas: readonly core.$ZodType[]) {
    this.#alternatives = schemas.flatMap(unwrap);
    this.payload = this.#alternatives.some(isPayload);
    this.nullable = this.#alternatives.some(isNull);
    if (this.payload && !this.#alternatives.every((schema) => isPayload(schema) || isNull(schema))) {
      throw new TypeError("A schema can't take a payload and a parsed value at the same position");
    }
    if (this.#alternatives.some(checkedShape)) {
      throw new TypeError("A schema of checkedBy can't be optional or an alternative");
    }
  }

  field(key: string): PayloadPlan | undefined {
    this.#expand();
    return this.#fields.has(key) ? this.#fields.get(key) : this.#rest;
  }

  items(): PayloadPlan | undefined {
    this.#expand();
    return this.#items;
  }

  // Children are planned on first access, because a recursive schema has no end.
  #expand(): void {
    if (this.#expanded) return;
    this.#expanded = true;
    const fields = new Map<string, core.$ZodType[]>();
    const rest: core.$ZodType[] = [];
    const items: core.$ZodType[] = [];
    for (const schema of this.#alternatives) {
      if (schema instanceof core.$ZodObject) {
        for (const [key, field] of Object.entries(schema._zod.def.shape)) {
          fields.set(key, [...(fields.get(key) ?? []), field]);
        }
        if (schema._zod.def.catchall) rest.push(schema._zod.def.catchall);
      } else if (schema instanceof core.$ZodRecord) rest.push(schema._zod.def.valueType);
      else items.push(...itemsOf(schema));
    }
    for (const [key, schemas] of fields) this.#fields.set(key, planOf(schemas));
    this.#rest = planOf(rest);
    this.#items = planOf(items);
  }
}

const plans = new WeakMap<core.$ZodType, PayloadPlan>();

/** Finds the payload fields of a schema; the result is cached for the lifetime of the schema. */
export function slicePlan(schema: core.$ZodType): PayloadPlan {
  const known = checkedShape(schema)?.plan ?? plans.get(schema);
  if (known) return known;
  const plan = new SlicePlan([schema]);
  plans.set(schema, plan);
  return plan;
}

function planOf(schemas: readonly core.$ZodType[]): PayloadPlan | undefined {
  const distinct = [...new Set(schemas)].filter((schema) => leadsToPayload(schema, new Set()));
  const [first, second] = distinct;
  if (first === undefined) return undefined;
  // The constructor reports a payload that is an alternative to a parsed value, which is a mistake.
  return second === undefined && schemas.every((schema) => schema === first)
    ? slicePlan(first)
    : new SlicePlan(schemas);
}

function leadsToPayload(schema: core.$ZodType, seen: Set<core.$ZodType>): boolean {
  if (seen.has(schema)) return false;
  seen.add(schema);
  return unwrap(schema).some(
    (inner) =>
      isPayload(inner) ||
      checkedShape(inner) !== undefined ||
      childrenOf(inner).some((child) => leadsToPayload(child, seen)),
  );
}

function childrenOf(schema: core.$ZodType): readonly core.$ZodType[] {
  if (schema instanceof core.$ZodObject) {
    const { shape, catchall } = schema._zod.def;
    return [...Object.values(shape), ...(catchall ? [catchall] : [])];
  }
  if (schema instanceof core.$ZodRecord) return [schema._zod.def.valueType];
  return itemsOf(schema);
}

function itemsOf(schema: core.$ZodType): readonly core.$ZodType[] {
  if (schema instanceof core.$ZodArray) return [schema._zod.def.element];
  if (!(schema instanceof core.$ZodTuple)) return [];
  const { items, rest } = schema._zod.def;
  return rest ? [...items, rest] : items;
}

/** The schemas of the value at a position, inside wrappers and unions. */
function unwrap(schema: core.$ZodType): core.$ZodType[] {
  if (
    schema instanceof core.$ZodOptional ||
    schema instanceof core.$ZodDefault ||
    schema instanceof core.$ZodPrefault ||
    schema instanceof core.$ZodNonOptional ||
    schema instanceof core.$ZodCatch ||
    schema instanceof core.$ZodReadonly
  ) {
    return unwrap(schema._zod.def.innerType);
  }
  if (schema instanceof core.$ZodNullable) return [schema, ...unwrap(schema._zod.def.innerType)];
  if (schema instanceof core.$ZodLazy) return unwrap(schema._zod.def.getter());
  if (schema instanceof core.$ZodUnion) return schema._zod.def.options.flatMap(unwrap);
  if (schema instanceof core.$ZodIntersection) return [schema._zod.def.left, schema._zod.def.right].flatMap(unwrap);
  if (schema instanceof core.$ZodPipe) {
    const { in: input, out } = schema._zod.def;
    return unwrap(input instanceof core.$ZodTransform ? out : input);
  }
  return [schema];
}

function isNull(schema: core.$ZodType): boolean {
  return schema instanceof core.$ZodNullable || schema instanceof core.$ZodNull;
}

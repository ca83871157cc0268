import * as z from "zod";
import * as core from "zod/v4/core";
import { LIST_ERRORS } from "./limits";

type Read = { values: unknown[]; issues: core.$ZodRawIssue[] };

/** What has been read of lists before their values as a whole, by the schema of the items. */
const readBefore = new WeakMap<readonly unknown[], { element: core.$ZodType; read: Read }>();

// zod's data about an invalid item is hundreds of times larger than the item: millions of them would fill the memory.
const BoundedList: core.$constructor<z.ZodArray> = core.$constructor("BoundedList", (inst, def) => {
  z.ZodArray.init(inst, def);
  const inner = new z.ZodArray(def);
  inst._zod.parse = (payload, context) => {
    const items = payload.value;
    const before = Array.isArray(items) ? readBefore.get(items) : undefined;
    const known = before?.element === def.element ? before.read : undefined;
    if (!known && !(Array.isArray(items) && items.length > LIST_ERRORS)) return inner._zod.parse(payload, context);
    // Items of a list that is refused anyway are not read.
    if (Array.isArray(items) && items.length > LIST_ERRORS) {
      const most = mostCheck(def, items.length);
      if (most) {
        void most._zod.check(payload as core.ParsePayload<never>);
        // No further check gets items that were not read.
        payload.issues = payload.issues.map((issue) => ({ ...issue, continue: false }));
        return payload;
      }
    }
    const read = known ?? { values: [], issues: [] };
    if (!known && Array.isArray(items)) for (const _item of itemByItem(def.element, items, read, context));
    payload.issues.push(...read.issues.map((issue) => ({ ...issue, path: [...(issue.path ?? [])] })));
    payload.value = read.values;
    return payload;
  };
});

/** The check that a list of so many items does not pass, if there is one. */
function mostCheck({ checks }: core.$ZodArrayDef, length: number): core.$ZodCheckMaxLength | undefined {
  for (const check of checks ?? [])
    if (check instanceof core.$ZodCheckMaxLength && length > check._zod.def.maximum) return check;
  return undefined;
}

/** Reads the items of a list into `read`, and yields after each. */
function* itemByItem(
  element: core.$ZodType,
  items: readonly unknown[],
  read: Read,
  context: core.ParseContextInternal,
): Generator<void> {
  for (const [place, value] of items.entries()) {
    const result = element._zod.run({ value, issues: [] }, context);
    if (result instanceof Promise) throw new TypeError("a list item must be validated synchronously");
    if (result.issues.length > 0) read.issues.push(...core.util.prefixIssues(place, result.issues));
    if (read.issues.length >= LIST_ERRORS) return;
    read.values.push(result.value);
    yield;
  }
}

/**
 * Reads the items of a list of `list`, and yields after each, so that other work can have its turn: when a value with this
 * list is then validated, its items are known.
 */
export function* readList(schema: core.$ZodType, value: unknown): Generator<void> {
  if (!(schema instanceof BoundedList) || !Array.isArray(value)) return;
  const { def } = schema._zod;
  if (value.length > LIST_ERRORS && mostCheck(def, value.length)) return;
  const read: Read = { values: [], issues: [] };
  yield* itemByItem(def.element, value, read, { async: false });
  readBefore.set(value, { element: def.element, read });
}

/**
 * Like `z.array`; `error` is the message for a value that is not a list. After `LIST_ERRORS` invalid fields, the
 * remaining items are not checked.
 */
export function list<Item extends z.ZodType>(item: Item, error?: string): z.ZodArray<Item> {
  // The constructor makes what `z.array` makes of the given element.
  return new BoundedList({ type: "array", element: item, ...(error && { error: () => error }) }) as z.ZodArray<Item>;
}

import * as z from "zod";
import * as core from "zod/v4/core";
import { LIST_ERRORS } from "./limits";

// zod's data about an invalid item is hundreds of times larger than the item: millions of them would fill the memory.
const BoundedList: core.$constructor<z.ZodArray> = core.$constructor("BoundedList", (inst, def) => {
  z.ZodArray.init(inst, def);
  const inner = new z.ZodArray(def);
  inst._zod.parse = (payload, context) => {
    const items = payload.value;
    if (!Array.isArray(items) || items.length <= LIST_ERRORS) return inner._zod.parse(payload, context);
    const values: unknown[] = [];
    for (const [place, value] of items.entries()) {
      const result = def.element._zod.run({ value, issues: [] }, context);
      if (result instanceof Promise) throw new TypeError("a list item must be validated synchronously");
      if (result.issues.length > 0) payload.issues.push(...core.util.prefixIssues(place, result.issues));
      if (payload.issues.length >= LIST_ERRORS) break;
      values.push(result.value);
    }
    payload.value = values;
    return payload;
  };
});

/**
 * Like `z.array`; `error` is the message for a value that is not a list. After `LIST_ERRORS` invalid fields, the
 * remaining items are not checked.
 */
export function list<Item extends z.ZodType>(item: Item, error?: string): z.ZodArray<Item> {
  // The constructor makes what `z.array` makes of the given element.
  return new BoundedList({ type: "array", element: item, ...(error && { error: () => error }) }) as z.ZodArray<Item>;
}

import * as z from "zod";
import * as core from "zod/v4/core";
import { LIST_ERRORS } from "./limits";

// What zod keeps of a failing item is hundreds of times what the item took: millions of them would fill the memory.
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

/** As `z.array`, `error` said of what is no list; when `LIST_ERRORS` of a list's fields fail, what stands behind them is not looked at. */
export function list<Item extends z.ZodType>(item: Item, error?: string): z.ZodArray<Item> {
  // The constructor makes what `z.array` does, of the element that it is given.
  return new BoundedList({ type: "array", element: item, ...(error && { error: () => error }) }) as z.ZodArray<Item>;
}

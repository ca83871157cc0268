import { describe, expect, test } from "vitest";
import * as z from "zod";
import type { Endpoint } from "./endpoint";
import { endpoints } from "./endpoints";
import { LIST_ERRORS } from "./limits";
import { list } from "./list";
import { check } from "./validate";

const bad = (count: number): unknown[] => Array.from({ length: count }, () => ({ n: "x" }));
const item = z.object({ n: z.number() });

describe("a list", () => {
  test.each<[string, unknown]>([
    ["empty", []],
    ["short", [{ n: 1 }, { n: "x" }]],
    ["no list", {}],
    ["long", Array.from({ length: LIST_ERRORS + 5 }, (_, n) => ({ n }))],
    ["long, with some that fail", [...Array.from({ length: LIST_ERRORS }, (_, n) => ({ n })), ...bad(3)]],
    ["as many that fail as are named", bad(LIST_ERRORS)],
  ])("%s: is judged as any array is", (_what, value) => {
    expect(check(list(item).min(1, "must not be empty"), value)).toEqual(
      check(z.array(item).min(1, "must not be empty"), value),
    );
  });

  test("of which too many fail is not read to its end", () => {
    const checked = check(z.object({ a: list(item) }), { a: bad(LIST_ERRORS + 5) });
    expect(checked).toMatchObject({ errors: { length: LIST_ERRORS } });
    expect(checked).toMatchObject({
      errors: expect.arrayContaining([{ path: "a[999].n", message: expect.any(String) }]),
    });
  });

  test("within a list: of all of them no more are kept either", () => {
    const nested = Array.from({ length: 2_000 }, () => ({ of: bad(2_000) }));
    const checked = check(list(z.object({ of: list(item) })), nested);
    expect("errors" in checked && checked.errors.length).toBeLessThan(2 * LIST_ERRORS);
  });

  test("is described as any array is", () => {
    expect(z.toJSONSchema(list(item).min(1))).toEqual(z.toJSONSchema(z.array(item).min(1)));
    expect(list(item)).toBeInstanceOf(z.core.$ZodArray);
  });
});

const MANY = 300_000;

describe.each(Object.entries<Endpoint>(endpoints).filter(([, { request, requestType }]) => request && !requestType))(
  "a request of %s",
  (_name, { request = z.never() }) => {
    const fields = Object.keys(request instanceof z.core.$ZodObject ? request._zod.def.shape : {});
    const zeros = Array.from({ length: MANY }, () => 0);
    test("whose lists hold what they should not names so many of them", () => {
      for (const field of fields) {
        const checked = check(request, { [field]: zeros });
        const errors = "errors" in checked ? checked.errors.filter(({ path }) => path.startsWith(`${field}[`)) : [];
        expect([field, errors.length <= LIST_ERRORS]).toEqual([field, true]);
      }
    });
  },
);

import { expect, test } from "vitest";
import * as z from "zod";
import { LIST_ERRORS } from "./limits";
import { list } from "./list";
import { validate } from "./validate";
import { validateInTurns } from "./validate-in-turns";

const item = z.object({ n: z.number().transform((n) => n + 1) });
const schema = z.strictObject({
  a: list(item).max(5_000, "must have at most 5000 items"),
  in: z.strictObject({ b: list(z.string()).nullish() }).optional(),
});
const numbers = (count: number): unknown[] => Array.from({ length: count }, (_, n) => ({ n }));
const bad = (count: number): unknown[] => Array.from({ length: count }, () => ({ n: "x" }));

async function outcome(make: () => unknown): Promise<unknown> {
  try {
    return await make();
  } catch (error) {
    return error;
  }
}

test.each<[string, unknown]>([
  ["right", { a: numbers(3_000), in: { b: ["x"] } }],
  ["without what is optional", { a: [] }],
  ["with wrong items", { a: [...numbers(2_000), ...bad(3)], in: { b: [1, null] } }],
  ["with too many wrong items", { a: bad(LIST_ERRORS + 5) }],
  ["with too many items", { a: numbers(5_001) }],
  ["with unknown fields", { a: [], c: 1, in: { d: 1 } }],
  ["no list", { a: {} }],
  ["no object", [1]],
])("a value that is %s is judged as at once, and items become the same", async (_what, value) => {
  expect(await outcome(async () => validateInTurns(schema, value, () => undefined))).toEqual(
    await outcome(() => validate(schema, value)),
  );
});

test("there is a pause after each item of its lists", async () => {
  let pauses = 0;
  const count = () => {
    pauses += 1;
    return undefined;
  };
  await validateInTurns(schema, { a: numbers(2_000), in: { b: ["x", "y"] } }, count);
  expect(pauses).toBe(2_002);
});

test("of a list with too many items none is read", async () => {
  let read = 0;
  const counting = list(z.number().refine(() => (read += 1) > 0)).max(2_000);
  const value = Array.from({ length: 2_001 }, () => 1);
  const error = await outcome(async () => validateInTurns(z.object({ a: counting }), { a: value }, () => undefined));
  expect([read, error]).toMatchObject([0, { code: "invalid", errors: [{ path: "a" }] }]);
});

test("of thousands of unknown fields the first are named", async () => {
  const fields = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`k${n}`, n]));
  const error = await outcome(async () => validateInTurns(schema, { a: [], in: fields }, () => undefined));
  expect(error).toMatchObject({ code: "invalid", errors: { length: LIST_ERRORS } });
  expect(error).toMatchObject({
    message: expect.stringMatching(/^in\.k0: is not a known field; .*at least 997 more$/),
  });
});

import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { type Expression, type Query, literal } from "@/lib/contract/expression";
import { JsonText } from "@/lib/json/text";
import type { CallWrite } from "@/service/store/calls/call-write";
import { type Value, matches, valueInside } from "./test-evaluate";
import { PROJECT, json, listIds, start, useStore } from "@/service/store/testing/test-store";

const opened = useStore();

// A few values of every kind, so that generated literals often match.
const NUMBERS = ["0", "1", "1.0", "-2", "2.5", "10", "12345678901234567890", "12345678901234567891"];
const STRINGS = ["", "a", "Ab", "1", "10", "2.5", "true", "日本", "Ñandú", "%_", "null"];
const OTHERS = [
  "true",
  "false",
  "null",
  "[]",
  "{}",
  "[1, 1.0]",
  '["a"]',
  '{"d": 1}',
  '{"d": null}',
  '{"d": {"e": "Ab"}}',
];
const VALUES = [...NUMBERS, ...STRINGS.map((text) => JSON.stringify(text)), ...OTHERS];

const CALLS: CallWrite[] = Array.from({ length: 80 }, (_, place) => {
  const pick = (step: number) => VALUES[(place * step) % VALUES.length];
  // The ways in which a value may be missing: the payload, the key, or the value itself.
  const inputs = `{"a": ${pick(1)}, ${place % 3 === 0 ? "" : `"b": ${pick(7)}, `}"c": {"d": ${pick(11)}}, "l": [${pick(5)}]}`;
  return start({
    id: `c${place}`,
    inputs: place % 13 === 0 ? undefined : json(inputs),
    thread_id: place % 4 === 0 ? undefined : STRINGS[1 + (place % (STRINGS.length - 1))],
    ext_run_step: place % 5 === 0 ? undefined : (place % 7) - 3,
  });
});

function valueOf(call: CallWrite, path: string): Value {
  if (path === "thread_id") return call.thread_id === undefined ? undefined : { type: "text", text: call.thread_id };
  if (path === "ext_run_step")
    return call.ext_run_step === undefined ? undefined : { type: "number", digits: String(call.ext_run_step) };
  return valueInside(call.inputs, path.replace("inputs.", ""));
}

const field = fc
  .constantFrom(
    "thread_id",
    "ext_run_step",
    "inputs.a",
    "inputs.b",
    "inputs.c.d",
    "inputs.c.d.e",
    "inputs.l.0",
    "inputs.x",
  )
  .map((path): Expression => ({ $getField: path }));
const valueText = fc.constantFrom(...VALUES);
const scalarText = valueText.filter((text) => !/^[[{]/.test(text));
const literalOf = (text: string): Expression => ({ $literal: new JsonText(text) });
const conversion = fc.constantFrom("int", "double", "bool", "string", "exists");
const operand = fc.oneof(
  { weight: 3, arbitrary: field },
  fc.tuple(field, conversion).map(([input, to]): Expression => ({ $convert: { input, to } })),
);
const pair = fc
  .tuple(operand, scalarText, fc.boolean())
  .map(([left, text, mirrored]): [Expression, Expression] =>
    mirrored ? [literalOf(text), left] : [left, literalOf(text)],
  );
const comparison = fc.oneof(
  fc.tuple(operand, valueText).map(([left, text]): Expression => ({ $eq: [left, literalOf(text)] })),
  pair.map(($eq): Expression => ({ $eq })),
  pair.map(($gt): Expression => ({ $gt })),
  pair.map(($gte): Expression => ({ $gte })),
  pair.map(($lt): Expression => ({ $lt })),
  pair.map(($lte): Expression => ({ $lte })),
  fc
    .tuple(operand, fc.array(valueText, { maxLength: 4 }))
    .map(([left, texts]): Expression => ({ $in: [left, texts.map(literalOf)] })),
  fc
    .tuple(operand, fc.constantFrom(...STRINGS, "ñAN", "B", "1, 1"), fc.constantFrom(true, false, null))
    .map(([input, text, case_insensitive]): Expression => ({
      $contains: { input, substr: literal(text), case_insensitive },
    })),
);
const { expression } = fc.letrec<{ expression: Expression }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    { weight: 5, arbitrary: comparison },
    { weight: 1, arbitrary: operand },
    { weight: 1, arbitrary: valueText.map(literalOf) },
    { weight: 2, arbitrary: fc.array(tie("expression"), { minLength: 1, maxLength: 3 }).map(($and) => ({ $and })) },
    { weight: 2, arbitrary: fc.array(tie("expression"), { minLength: 1, maxLength: 3 }).map(($or) => ({ $or })) },
    { weight: 2, arbitrary: tie("expression").map((one): Expression => ({ $not: [one] })) },
  ),
}));

beforeAll(() => opened().store.writeCalls(CALLS));

test("a list, its pages and its count match the meaning of the expression", async () => {
  const { store } = opened();
  await fc.assert(
    fc.asyncProperty(expression, async ($expr) => {
      const query: Query = { $expr };
      const expected = CALLS.filter((call) => matches(query, (path) => valueOf(call, path))).map(({ id }) => id);
      const sort_by = [{ field: "id", direction: "asc" as const }];
      const all = await listIds(store, { query, sort_by });
      expect(new Set(all)).toEqual(new Set(expected));
      expect(await listIds(store, { query, sort_by, limit: 20, offset: 2 })).toEqual(all.slice(2, 22));
      // All started at once, so that their ids order them: a page by start searches the near calls first.
      const byStart = { query, sort_by: [{ field: "started_at", direction: "asc" as const }] };
      expect(await listIds(store, { ...byStart, limit: 3 })).toEqual(all.slice(0, 3));
      const counted = await store.countCalls({ project_id: PROJECT, query, totalStorageSize: false });
      expect(counted.count).toBe(expected.length);
    }),
    { numRuns: 250 },
  );
});

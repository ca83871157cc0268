import { beforeAll, describe, expect, test } from "vitest";
import type { Expression } from "@/lib/contract/expression";
import { literal } from "@/lib/contract/expression";
import { finished, json, list, listIds, readBack, useStore } from "./testing/test-store";

const opened = useStore();

const HUGE = "x".repeat(5_000_000);
const LONG = `${"padding ".repeat(131_072)}NEEDLE-AT-THE-END`;

/** Each is valid JSON that jsonb or text in PostgreSQL cannot store unchanged, or that is expensive to scan. */
const HOSTILE_PAYLOADS: Record<string, string> = {
  nul: '{"s":"a\\u0000b","n":1}',
  surrogate: '{"s":"a\\ud800b","t":"\\udc00\\ud83d\\ude00","n":2}',
  backslashes: '{"s":"\\\\u0000 \\\\\\u0000","n":3}',
  overflow: '{"big":1e200000,"small":-1E+99999,"text":"see: 1e200000, ok","n":4}',
  digits: `{"many":${"9".repeat(140_000)},"n":5}`,
  huge: `{"s":"${HUGE}","n":6}`,
  long: `{"s":"${LONG}","n":7}`,
  exact: '{"n":12345678901234567890, "one": 1.0,\n "e":1e2, "dup":1, "__proto__": {"x": 1}}',
  deep: `{"n":8,"d":${"[".repeat(200)}${"]".repeat(200)}}`,
  words: '{"s":"东京 مرحبا 😀 100%_done ÄÖÜ \\n\\"quoted\\" \\u4e2d","n":9}',
};
const IDS = Object.keys(HOSTILE_PAYLOADS);

beforeAll(async () => {
  await opened().store.writeCalls(
    Object.entries(HOSTILE_PAYLOADS).map(([id, text]) =>
      finished({
        id,
        inputs: json(text),
        output: json(text),
        attributes: json(text),
        exception: id === "nul" ? "NUL \0 and \ud800" : undefined,
      }),
    ),
  );
});

const field = (name: string): Expression => ({ $getField: name });
const search = (substr: string, input = "inputs", anyCase = false) =>
  listIds(opened().store, {
    query: { $expr: { $contains: { input: field(input), substr: literal(substr), case_insensitive: anyCase } } },
  });
const select = ($expr: Expression) => listIds(opened().store, { query: { $expr } });

test.each(IDS)("%s is read back as it was sent", async (id) => {
  const text = HOSTILE_PAYLOADS[id];
  expect(await readBack(opened().store, id)).toMatchObject({
    inputs: { text },
    output: { text },
    attributes: { text },
  });
});

test("text that identifies nothing is stored with invalid characters replaced", async () => {
  expect((await readBack(opened().store, "nul"))?.exception).toBe("NUL \ufffd and \ufffd");
});

describe("every row is still found by", () => {
  test.each<{ name: string; expected: string[]; found: () => Promise<string[]> }>([
    { name: "a list", found: () => listIds(opened().store, {}), expected: IDS },
    {
      name: "a list of everything",
      found: async () => (await list(opened().store, { include_overview: true })).map(({ id }) => id),
      expected: IDS,
    },
    {
      name: "a sort by what is inside",
      found: () => listIds(opened().store, { sort_by: [{ field: "inputs.n", direction: "asc" }] }),
      expected: IDS,
    },
    { name: "a filter on a number", found: () => select({ $gte: [field("inputs.n"), literal(1)] }), expected: IDS },
    {
      name: "a filter on a whole payload",
      found: () => select({ $not: [{ $eq: [field("output"), literal({})] }] }),
      expected: IDS,
    },
    { name: "a search", found: () => search('"n":', "attributes"), expected: IDS },
    { name: "a search without case", found: () => search('"N":', "attributes", true), expected: IDS },
  ])("$name", async ({ found, expected }) => {
    expect((await found()).sort()).toEqual([...expected].sort());
  });
});

describe("what a filter sees", () => {
  test.each<{ name: string; $expr: Expression; ids: string[] }>([
    { name: "NUL as U+FFFD", $expr: { $eq: [field("inputs.s"), literal("a\ufffdb")] }, ids: ["nul", "surrogate"] },
    {
      name: "a pair kept, a half replaced",
      $expr: { $eq: [field("inputs.t"), literal("\ufffd😀")] },
      ids: ["surrogate"],
    },
    {
      name: "escaped backslashes kept",
      $expr: { $eq: [field("inputs.s"), literal("\\u0000 \\\ufffd")] },
      ids: ["backslashes"],
    },
    {
      name: "a number out of range as text",
      $expr: { $eq: [field("inputs.big"), literal("1e200000")] },
      ids: ["overflow"],
    },
    {
      name: "text that looks like one kept",
      $expr: { $eq: [field("inputs.text"), literal("see: 1e200000, ok")] },
      ids: ["overflow"],
    },
    {
      name: "all digits",
      $expr: { $eq: [field("inputs.n"), { $literal: json("12345678901234567890") }] },
      ids: ["exact"],
    },
    { name: "a key named __proto__", $expr: { $eq: [field("inputs.__proto__.x"), literal(1)] }, ids: ["exact"] },
  ])("$name", async ({ $expr, ids }) => {
    expect((await select($expr)).sort()).toEqual(ids);
  });
});

describe("search", () => {
  test.each<{ text: string; input?: string; anyCase?: boolean; ids: string[] }>([
    { text: "东京", ids: ["words"] },
    { text: "مرحبا", ids: ["words"] },
    { text: "😀", ids: ["surrogate", "words"] },
    { text: "中", ids: ["words"] },
    { text: "äöü", ids: [] },
    { text: "äöü", anyCase: true, ids: ["words"] },
    { text: '\n"quoted"', ids: ["words"] },
    { text: "100%_", ids: ["words"] },
    { text: "1%0_d", ids: [] },
    { text: "100__done", ids: [] },
    { text: "NEEDLE-AT-THE-END", input: "output", ids: ["long"] },
    { text: "needle-at-the-end", input: "output", anyCase: true, ids: ["long"] },
    { text: "\\", ids: ["backslashes"] },
    { text: "\ufffd", input: "exception", ids: ["nul"] },
  ])("$text in $input, any case: $anyCase", async ({ text, input, anyCase, ids }) => {
    expect((await search(text, input, anyCase)).sort()).toEqual(ids);
  });
});

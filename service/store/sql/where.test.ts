import { beforeAll, describe, expect, test } from "vitest";
import { type Expression, literal } from "@/lib/contract/expression";
import { finished, json, list, listIds, start, useStore } from "@/service/store/testing/test-store";

const opened = useStore();

beforeAll(async () => {
  await opened().store.writeCalls([
    finished({
      id: "a",
      started_at: "2026-11-20T08:00:00.000001Z",
      inputs: json('{"n":5,"s":"five","list":[10,{"x":"deep"}],"flag":true,"a.b":{"c d":1},"empty":""}'),
      attributes: json('{"big":12345678901234567890,"one":1.0}'),
      summary: json('{"usage":{"gpt-4.1":{"prompt_tokens":7}}}'),
      model: "gpt-4.1",
      kind: "llm",
      usage: { prompt_tokens: 7, total_tokens: 9 },
    }),
    finished({
      id: "b",
      started_at: "2026-11-20T08:00:01.000000Z",
      inputs: json('{"n":"7","s":null,"list":[],"flag":false,"zero":0,"object":{"k":[1,2]}}'),
      exception: "Error: boom",
    }),
    start({ id: "c", started_at: "2026-11-20T08:00:02.000000Z", inputs: json('{"n":1e400}') }),
  ]);
});

const field = (name: string): Expression => ({ $getField: name });
const raw = (text: string): Expression => ({ $literal: json(text) });

describe("a query selects", () => {
  test.each<{ name: string; $expr: Expression; ids: string }>([
    { name: "text equal", $expr: { $eq: [field("inputs.s"), literal("five")] }, ids: "a" },
    { name: "literal first", $expr: { $eq: [literal("five"), field("inputs.s")] }, ids: "a" },
    { name: "number equal", $expr: { $eq: [field("inputs.n"), literal(5)] }, ids: "a" },
    { name: "text that spells a number", $expr: { $eq: [field("inputs.n"), literal(7)] }, ids: "b" },
    { name: "number as text", $expr: { $eq: [field("inputs.n"), literal("5")] }, ids: "a" },
    { name: "greater", $expr: { $gt: [field("inputs.n"), literal(5)] }, ids: "b c" },
    { name: "greater or equal", $expr: { $gte: [field("inputs.n"), literal(5)] }, ids: "a b c" },
    { name: "less, mirrored", $expr: { $gt: [literal(6), field("inputs.n")] }, ids: "a" },
    { name: "less or equal", $expr: { $lte: [field("inputs.n"), literal(7)] }, ids: "a b" },
    { name: "beyond a double", $expr: { $gt: [field("inputs.n"), raw("1e308")] }, ids: "c" },
    {
      name: "every digit of a big integer",
      $expr: { $eq: [field("attributes.big"), raw("12345678901234567890")] },
      ids: "a",
    },
    { name: "one digit off", $expr: { $eq: [field("attributes.big"), raw("12345678901234567891")] }, ids: "" },
    { name: "1.0 is 1", $expr: { $eq: [field("attributes.one"), literal(1)] }, ids: "a" },
    { name: "list position", $expr: { $eq: [field("inputs.list.0"), literal(10)] }, ids: "a" },
    { name: "in a list item", $expr: { $eq: [field("inputs.list.1.x"), literal("deep")] }, ids: "a" },
    { name: "dot in a key", $expr: { $eq: [field("inputs.a\\.b.c d"), literal(1)] }, ids: "a" },
    {
      name: "dot in a model name",
      $expr: { $eq: [field("summary.usage.gpt-4\\.1.prompt_tokens"), literal(7)] },
      ids: "a",
    },
    { name: "boolean", $expr: { $eq: [field("inputs.flag"), literal(true)] }, ids: "a" },
    { name: "list", $expr: { $eq: [field("inputs.object.k"), literal([1, 2])] }, ids: "b" },
    { name: "null: missing or JSON null", $expr: { $eq: [field("inputs.s"), literal(null)] }, ids: "b c" },
    { name: "not null", $expr: { $not: [{ $eq: [field("inputs.s"), literal(null)] }] }, ids: "a" },
    { name: "column null", $expr: { $eq: [field("ended_at"), literal(null)] }, ids: "c" },
    { name: "null is never greater", $expr: { $not: [{ $gt: [field("inputs.n"), literal(null)] }] }, ids: "" },
    {
      name: "missing stays out of a negation",
      $expr: { $not: [{ $eq: [field("inputs.s"), literal("x")] }] },
      ids: "a",
    },
    { name: "in", $expr: { $in: [field("inputs.s"), [literal("x"), literal("five")]] }, ids: "a" },
    { name: "in with null", $expr: { $in: [field("inputs.s"), [literal("x"), literal(null)]] }, ids: "b c" },
    { name: "in nothing", $expr: { $in: [field("id"), []] }, ids: "" },
    {
      name: "and",
      $expr: { $and: [{ $gt: [field("inputs.n"), literal(1)] }, { $lt: [field("inputs.n"), literal(6)] }] },
      ids: "a",
    },
    {
      name: "or",
      $expr: { $or: [{ $eq: [field("id"), literal("a")] }, { $eq: [field("id"), literal("c")] }] },
      ids: "a c",
    },
    { name: "field as condition", $expr: { $and: [field("inputs.flag")] }, ids: "a" },
    {
      name: "zero as condition",
      $expr: { $or: [field("inputs.zero"), field("inputs.empty"), field("inputs.s")] },
      ids: "a",
    },
    { name: "negated missing field as condition", $expr: { $not: [field("inputs.zero")] }, ids: "a b c" },
    { name: "literal as condition", $expr: { $and: [literal(1), literal("x"), literal(true)] }, ids: "a b c" },
    { name: "empty literal as condition", $expr: literal(""), ids: "" },
    { name: "null at the root", $expr: literal(null), ids: "" },
    {
      name: "contains in a whole payload",
      $expr: { $contains: { input: field("inputs"), substr: literal("deep") } },
      ids: "a",
    },
    { name: "contains in a path", $expr: { $contains: { input: field("inputs.s"), substr: literal("iv") } }, ids: "a" },
    {
      name: "contains in a column",
      $expr: { $contains: { input: field("exception"), substr: literal("BOOM"), case_insensitive: true } },
      ids: "b",
    },
    {
      name: "contains minds case",
      $expr: { $contains: { input: field("exception"), substr: literal("BOOM") } },
      ids: "",
    },
    {
      name: "convert to int",
      $expr: { $eq: [{ $convert: { input: field("inputs.n"), to: "int" } }, literal(7)] },
      ids: "b",
    },
    {
      name: "convert to double",
      $expr: { $gt: [{ $convert: { input: field("inputs.n"), to: "double" } }, literal(6.5)] },
      ids: "b c",
    },
    {
      name: "convert to string",
      $expr: { $eq: [{ $convert: { input: field("inputs.n"), to: "string" } }, literal("5")] },
      ids: "a",
    },
    { name: "convert to bool", $expr: { $convert: { input: field("inputs.flag"), to: "bool" } }, ids: "a" },
    { name: "exists", $expr: { $convert: { input: field("inputs.s"), to: "exists" } }, ids: "a" },
    { name: "time as text", $expr: { $gt: [field("started_at"), literal("2026-11-20T09:00:00+01:00")] }, ids: "a b c" },
    {
      name: "time to the microsecond",
      $expr: { $lte: [field("started_at"), literal("2026-11-20T08:00:00.000001Z")] },
      ids: "a",
    },
    { name: "time as epoch seconds", $expr: { $gte: [field("started_at"), literal(1795161601)] }, ids: "b c" },
    { name: "time with time", $expr: { $gt: [field("ended_at"), field("started_at")] }, ids: "a" },
    {
      name: "number column with payload field",
      $expr: { $gt: [field("overview.usage.prompt_tokens"), field("inputs.n")] },
      ids: "a",
    },
    { name: "text column with payload field", $expr: { $lt: [field("overview.model"), field("inputs.s")] }, ids: "" },
    { name: "model", $expr: { $eq: [field("overview.model"), literal("gpt-4.1")] }, ids: "a" },
    { name: "kind", $expr: { $in: [field("overview.kind"), [literal("llm")]] }, ids: "a" },
    { name: "latency", $expr: { $gte: [field("latency"), raw("1e400")] }, ids: "" },
    { name: "tokens", $expr: { $gt: [field("overview.total_tokens"), literal(8)] }, ids: "a" },
    { name: "status running", $expr: { $eq: [field("overview.status"), literal("running")] }, ids: "c" },
    {
      name: "status by its alias",
      $expr: { $in: [field("summary.weave.status"), [literal("error"), literal("success")]] },
      ids: "a b",
    },
    { name: "unknown status", $expr: { $eq: [field("overview.status"), literal("fine")] }, ids: "" },
    {
      name: "comparison as a value",
      $expr: { $eq: [{ $gt: [field("inputs.n"), literal(6)] }, literal(false)] },
      ids: "a",
    },
    { name: "SQL as text", $expr: { $eq: [field("inputs.s"), literal("'; drop table calls; --")] }, ids: "" },
    { name: "NUL in a literal", $expr: { $contains: { input: field("inputs"), substr: literal("\0") } }, ids: "" },
    { name: "lone surrogate in a literal", $expr: { $eq: [field("inputs.s"), raw('"\\ud800"')] }, ids: "" },
    { name: "NUL in a path", $expr: { $eq: [field("inputs.\0"), literal("x")] }, ids: "" },
  ])("$name", async ({ $expr, ids }) => {
    const expected = ids === "" ? [] : ids.split(" ");
    const query = { $expr };
    expect(await listIds(opened().store, { query })).toEqual(expected);
    const { count } = await opened().store.countCalls({ project_id: "local/test", query, totalStorageSize: false });
    expect(count).toBe(expected.length);
  });
});

describe("a query is rejected", () => {
  test.each<{ $expr: Expression; path: string }>([
    { $expr: { $eq: [field("nonsense"), literal(1)] }, path: "query.$expr.$eq[0].$getField" },
    { $expr: { $and: [{ $not: [field("inputs_text")] }] }, path: "query.$expr.$and[0].$not[0].$getField" },
    { $expr: { $gt: [field("started_at"), literal("soon")] }, path: "query.$expr.$gt[1]" },
    { $expr: { $in: [field("started_at"), [literal("2026-11-20"), literal(true)]] }, path: "query.$expr.$in[1][0]" },
    { $expr: { $gt: [field("inputs.n"), raw("1e200000")] }, path: "query.$expr.$gt[1]" },
    { $expr: { $lt: [field("inputs"), literal({})] }, path: "query.$expr.$lt[1]" },
  ])("at $path", async ({ $expr, path }) => {
    await expect(list(opened().store, { query: { $expr } })).rejects.toMatchObject({
      code: "invalid",
      errors: [{ path }],
    });
  });
});

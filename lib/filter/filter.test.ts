import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { type Expression, literal } from "@/lib/contract/expression";
import { querySchema } from "@/lib/contract/query-schema";
import { parseJson } from "@/lib/json/slice";
import { slicePlan } from "@/lib/json/slice-plan";
import { toJsonText, writeJson } from "@/lib/json/text";

import { fromDraft, toDraft } from "./builder";
import { type Filter, FilterError } from "./filter";
import { anyFilter, anyTypedFilter } from "./filter-arbitrary";
import { formatFilter } from "./format-filter";
import { fromExpression } from "./from-expression";
import { parseFilter } from "./parse-filter";
import { toExpression } from "./to-expression";

const clock = { now: Date.parse("2026-11-20T14:00:00Z"), zone: "Europe/Berlin" };
const overTheWire = (filter: Filter) =>
  querySchema.parse(parseJson(writeJson({ $expr: toExpression(filter, clock) }), slicePlan(querySchema))).$expr;

function readOrError(text: string): Filter | FilterError | undefined {
  try {
    return parseFilter(text);
  } catch (error) {
    if (error instanceof FilterError) return error;
    throw error;
  }
}

describe("a filter in its four forms", () => {
  it("is the same after it was written as text and read again", () => {
    fc.assert(
      fc.property(anyFilter, (filter) => {
        expect(parseFilter(formatFilter(filter))).toEqual(filter);
      }),
    );
  });

  it("is the same after it was sent as $expr and read again", () => {
    fc.assert(
      fc.property(anyFilter, (filter) => {
        expect(fromExpression(overTheWire(filter))).toEqual(filter);
      }),
    );
  });

  it("is the same after it was in a URL", () => {
    fc.assert(
      fc.property(anyFilter, (filter) => {
        const url = new URL(`http://host/?${new URLSearchParams({ q: formatFilter(filter) }).toString()}`);
        expect(parseFilter(url.searchParams.get("q") ?? "")).toEqual(filter);
      }),
    );
  });

  it("is the same as text and in a URL if it names days and times before now", () => {
    fc.assert(
      fc.property(anyTypedFilter, (filter) => {
        const written = formatFilter(filter);
        expect(parseFilter(written)).toEqual(filter);
        expect(fromDraft(toDraft(filter))).toEqual(filter);
        const url = new URL(`http://host/?${new URLSearchParams({ q: written }).toString()}`);
        expect(parseFilter(url.searchParams.get("q") ?? "")).toEqual(filter);
      }),
    );
  });

  it("has at most 100 conditions and 32 levels, in whatever they are nested", () => {
    const conditions = (count: number) => Array.from({ length: count }, (_, at) => `cost>${at}`).join(" ");
    expect(readOrError(conditions(100))).not.toBeInstanceOf(FilterError);
    expect(readOrError(conditions(101))).toMatchObject({
      message: "A filter can have at most 100 conditions",
      from: conditions(100).length + 1,
    });
    expect(readOrError(`not (${conditions(50)}) or (${conditions(51)})`)).toBeInstanceOf(FilterError);
    for (const [open, close] of [
      ["(", ")"],
      ["not ", ""],
      ["-", ""],
      ["has(", ")"],
      ["not (under(", "))"],
    ] as const) {
      const levels = open.match(/\(|not |-/g)?.length ?? 1;
      const nested = (times: number) => `${open.repeat(times)}status:error${close.repeat(times)}`;
      expect(readOrError(nested(Math.floor(32 / levels)))).not.toBeInstanceOf(FilterError);
      for (const times of [33, 5_000])
        expect(readOrError(nested(times))).toMatchObject({ message: "A filter can be nested at most 32 levels deep" });
    }
  });

  it("throws only FilterError, for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary-ascii" }), (text) => {
        const filter = readOrError(text);
        expect(
          filter instanceof FilterError || formatFilter(parseFilter(formatFilter(filter))) === formatFilter(filter),
        ).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("parseFilter", () => {
  const text = (value: string): Filter => ({ kind: "text", text: value });
  const status = (...values: string[]): Filter => ({
    kind: "field",
    field: "overview.status",
    comparison: "is",
    values: values.map(toJsonText),
  });

  it.each<[string, Filter | undefined]>([
    ["", undefined],
    ["   ", undefined],
    ["Where is my parcel?", text("Where is my parcel?")],
    ["我的包裹在哪里", text("我的包裹在哪里")],
    ["Cancel it, please", text("Cancel it, please")],
    ["status:error", status("error")],
    ["status = error", status("error")],
    ["a = b", text("a = b")],
    ["status:error,running", status("error", "running")],
    ["status:descendant-error,Descendant_Error", status("descendant_error", "descendant_error")],
    ['status:"descendant error",ERROR', status("descendant_error", "error")],
    ["status:(error, running)", status("error", "running")],
    ["status:error hello world", { kind: "and", parts: [status("error"), text("hello world")] }],
    [
      "a or b not c",
      { kind: "or", parts: [text("a"), { kind: "and", parts: [text("b"), { kind: "not", part: text("c") }] }] },
    ],
    [
      "(a or b) -status:error",
      {
        kind: "and",
        parts: [
          { kind: "or", parts: [text("a"), text("b")] },
          { kind: "not", part: status("error") },
        ],
      },
    ],
    ['"a" AND "b"', { kind: "and", parts: [text("a"), text("b")] }],
    ["-5 degrees", text("-5 degrees")],
    ["has (a)", { kind: "and", parts: [text("has"), text("a")] }],
    ["has(status:error)", { kind: "related", relation: "below", part: status("error") }],
    [
      "UNDER( a ) after(b or c)",
      {
        kind: "and",
        parts: [
          { kind: "related", relation: "above", part: text("a") },
          { kind: "related", relation: "earlier", part: { kind: "or", parts: [text("b"), text("c")] } },
        ],
      },
    ],
    [
      "not has(status:error before(x))",
      {
        kind: "not",
        part: {
          kind: "related",
          relation: "below",
          part: { kind: "and", parts: [status("error"), { kind: "related", relation: "later", part: text("x") }] },
        },
      },
    ],
  ])("reads %s", (typed, filter) => {
    expect(parseFilter(typed)).toEqual(filter);
  });

  it.each([
    ["latency>2s", "overview.latency_ms", "2000"],
    ["latency > 2s", "overview.latency_ms", "2000"],
    ["latency>=1.5m", "overview.latency_ms", "90000"],
    ["latency<0.3s", "overview.latency_ms", "300"],
    ["tokens>12345678901234567890", "overview.total_tokens", "12345678901234567890"],
    ["inputs.n:5", "inputs.n", "5"],
    ['inputs.n:"5"', "inputs.n", '"5"'],
    ["op:5", "op_name", '"5"'],
    ["thread:null", "thread_id", "null"],
    ["thread:none", "thread_id", "null"],
    ["tokens:none", "overview.total_tokens", "null"],
    ["ended:none", "ended_at", "null"],
    ["inputs.n:none", "inputs.n", "null"],
    ['thread:"none"', "thread_id", '"none"'],
    ['thread:"*"', "thread_id", '"*"'],
    ["op~a*", "op_name", '"a*"'],
    ["feedback:👎", "feedback.reaction", '"👎"'],
    ["feedback:0", "feedback.count", "0"],
    ["feedback>2", "feedback.count", "2"],
    ["feedback:none", "feedback.count", "null"],
    ["feedback.tone:rude", "feedback.tone", '"rude"'],
    ["acme.tier:pro", "attributes.[acme.tier]", '"pro"'],
    ["service.name:api", "attributes.[service.name]", '"api"'],
    ["gen_ai.usage.input_tokens>5", "attributes.[gen_ai.usage.input_tokens]", "5"],
    ['"attributes.[tier]":pro', "attributes.[tier]", '"pro"'],
    ["attributes.acme.tier:pro", "attributes.acme.tier", '"pro"'],
    ["overview.model:m", "overview.model", '"m"'],
    ["by:admin", "feedback.by", '"admin"'],
    ["started>=2026-11-20", "started_at", '"2026-11-20"'],
    ["started:2026-02-28", "started_at", '"2026-02-28"'],
    ["started<2026-11-20T14:00+01:00", "started_at", '"2026-11-20T13:00:00Z"'],
    ['"inputs.a b"~x', "inputs.a b", '"x"'],
    ["started>2h", "started_at", '"2h"'],
    ["started>=yesterday", "started_at", '"yesterday"'],
    ['started>"this week"', "started_at", '"this-week"'],
    ["started:Today", "started_at", '"today"'],
    ["op:weave:///acme/bot/op/plan:abc", "op_name", '"weave:///acme/bot/op/plan:abc"'],
  ])("reads the value of %s", (typed, field, value) => {
    expect(parseFilter(typed)).toMatchObject({ field, values: [{ text: value }] });
  });

  it.each([
    ["op:support.*", "support.%"],
    ["op:*a_b*", "%a\\_b%"],
    ['op:"a*b "*', "a*b %"],
    ['op:("a b"*)', "a b%"],
    ["inputs.q:100%*", "100\\%%"],
  ])("reads the pattern of %s", (typed, pattern) => {
    expect(parseFilter(typed)).toMatchObject({ comparison: "like", values: [toJsonText(pattern)] });
  });

  it.each([
    ["thread:*", "has:thread"],
    ["not feedback:*", "not has:feedback"],
    ["op:a*,b,*c", "op:b or op:a* or op:*c"],
    ["op:(a* b)", "op:b or op:a*"],
    ["model:null,gpt-4o", "model:none,gpt-4o"],
    ["feedback:👎,👍", "reaction:👎,👍"],
    ["feedback:none,👎,2,👍", "feedback:none,2 or reaction:👎,👍"],
    [`"feedback.it's">1`, `"feedback.it's">1`],
    ["has:acme.tier", "has:acme.tier"],
    ['"attributes.[acme.tier]":pro', "acme.tier:pro"],
    ['"attributes.[output.x]":1', '"attributes.[output.x]":1'],
  ])("writes %s as %s", (typed, written) => {
    expect(formatFilter(parseFilter(typed))).toBe(written);
  });

  it.each([
    ["status:eror", 7, 11, /^Status must be one of running, success/],
    ["hello stauts:error", 6, 12, /^Unknown field stauts\. Did you mean status\?/],
    ["latency>2", 8, 9, /needs a number with its unit/],
    ["tokens>many", 7, 11, /must be a number/],
    ["overview.modle:m", 0, 14, /^Unknown field overview\.modle/],
    ["a feedback.it's>=1", 2, 15, /^Put the name in quotes: "feedback\.it's"$/],
    ["has(inputs.größe:1)", 4, 16, /"inputs\.größe"$/],
    ["tokens:1*", 7, 9, /does not support \*/],
    ["feedback:good", 9, 13, /must be a reaction, such as 👎, or a number/],
    [
      "started:2026-02-30",
      8,
      18,
      /^Started: takes a day, as in started:2026-11-20, today, .* or none; for other times/,
    ],
    ["started>2026-02-30", 8, 18, /needs a time, as in today, 2h/],
    ["started>soon", 8, 12, /needs a time, as in today, 2h/],
    ["a has()", 2, 7, /has\(\) needs a condition, as in has\(status:error\)/],
    ["a under(b", 2, 8, /Missing closing parenthesis/],
    ["op>a", 0, 3, /does not support >, only : ~/],
    ["latency>1s,2s", 0, 13, /takes one value/],
    ["(a or b", 0, 1, /^Missing closing parenthesis$/],
    ["a)", 1, 2, /^Unmatched closing parenthesis$/],
    ['"abc', 0, 4, /Missing closing quotation mark/],
    ["status:", 7, 7, /value for status is missing/],
    ["a or", 3, 4, /missing at the end/],
    ["or a", 0, 2, /missing before or/],
    ["has:", 4, 4, /needs a field/],
    ['{"$eqq":[]}', 0, 11, /\$eqq/],
    ['a {"$eq":[}', 10, 11, /Not valid JSON/],
    ["started>tomorrow", 8, 16, /needs a time, as in today/],
  ])("gives the position of the error in %s", (typed, from, to, message) => {
    const thrown = readOrError(typed);
    expect(thrown).toBeInstanceOf(FilterError);
    expect(thrown).toMatchObject({ from, to, message: expect.stringMatching(message) });
  });
});

describe("a day or a relative time", () => {
  it.each([
    ["started>2h", { $gt: [{ $getField: "started_at" }, "2026-11-20T12:00:00.000Z"] }],
    ["started>=2026-11-20", { $gte: [{ $getField: "started_at" }, "2026-11-19T23:00:00.000Z"] }],
    // Clocks go back on that day.
    [
      "ended:2026-10-25",
      {
        $and: [
          { $gte: [{ $getField: "ended_at" }, "2026-10-24T22:00:00.000Z"] },
          { $lt: [{ $getField: "ended_at" }, "2026-10-25T23:00:00.000Z"] },
        ],
      },
    ],
    ["ended<=yesterday", { $lte: [{ $getField: "ended_at" }, "2026-11-18T23:00:00.000Z"] }],
    [
      "started:this-week",
      {
        $and: [
          { $gte: [{ $getField: "started_at" }, "2026-11-15T23:00:00.000Z"] },
          { $lt: [{ $getField: "started_at" }, "2026-11-22T23:00:00.000Z"] },
        ],
      },
    ],
  ])("%s is an instant only when it is sent", (typed, sent) => {
    const filter = parseFilter(typed);
    expect(formatFilter(filter)).toBe(typed);
    const expression = filter && writeJson(toExpression(filter, clock));
    expect(expression?.replaceAll(/\{"\$literal":("[^"]*")\}/g, "$1")).toBe(JSON.stringify(sent));
  });

  it("selects alternatives after a colon", () => {
    const filter = parseFilter("ended:none,today");
    expect(filter && toExpression(filter, clock)).toMatchObject({
      $or: [{ $eq: [{ $getField: "ended_at" }, { $literal: { text: "null" } }] }, { $and: [{}, {}] }],
    });
  });

  it("is the same whether today is written as a word or as a date", () => {
    const today = parseFilter("started:today");
    const date = parseFilter("started:2026-11-20");
    expect(today && writeJson(toExpression(today, clock))).toBe(date && writeJson(toExpression(date, clock)));
  });

  it.each(["2h", "2026-11-20"])("is no time in an expression, which the service would refuse: %s", (word) => {
    const expression = { $gt: [{ $getField: "started_at" }, literal(word)] } satisfies Expression;
    expect(fromExpression(expression)).toEqual({ kind: "expression", expression });
  });
});

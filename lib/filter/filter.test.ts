import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { querySchema } from "@/lib/contract/query-schema";
import { parseJson } from "@/lib/json/slice";
import { slicePlan } from "@/lib/json/slice-plan";
import { toJsonText, writeJson } from "@/lib/json/text";

import { type Filter, FilterError } from "./filter";
import { anyFilter } from "./filter-arbitrary";
import { formatFilter } from "./format-filter";
import { fromExpression } from "./from-expression";
import { parseFilter } from "./parse-filter";
import { toExpression } from "./to-expression";

const overTheWire = (filter: Filter) =>
  querySchema.parse(parseJson(writeJson({ $expr: toExpression(filter) }), slicePlan(querySchema))).$expr;

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
    ["started>=2026-11-20", "started_at", '"2026-11-20T00:00:00Z"'],
    ["started<2026-11-20T14:00+01:00", "started_at", '"2026-11-20T13:00:00Z"'],
    ['"inputs.a b"~x', "inputs.a b", '"x"'],
    ["op:weave:///acme/bot/op/plan:abc", "op_name", '"weave:///acme/bot/op/plan:abc"'],
  ])("reads the value of %s", (typed, field, value) => {
    expect(parseFilter(typed)).toMatchObject({ field, values: [{ text: value }] });
  });

  it.each([
    ["status:eror", 7, 11, /^Status must be one of running, success/],
    ["hello stauts:error", 6, 12, /^Unknown field stauts\. Did you mean status\?/],
    ["latency>2", 8, 9, /needs a number with its unit/],
    ["tokens>many", 7, 11, /must be a number/],
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
    ["started>tomorrow", 8, 16, /needs a day or time/],
  ])("gives the position of the error in %s", (typed, from, to, message) => {
    const thrown = readOrError(typed);
    expect(thrown).toBeInstanceOf(FilterError);
    expect(thrown).toMatchObject({ from, to, message: expect.stringMatching(message) });
  });
});

import fc from "fast-check";

import { attributeField } from "@/lib/contract/attribute-field";
import { feedbackField } from "@/lib/contract/feedback-field";
import { type Expression, RELATIONS } from "@/lib/contract/expression";
import { excess } from "@/lib/contract/expression-parts";
import { JsonText, toJsonText } from "@/lib/json/text";

import { FIELDS } from "./fields";
import type { FieldFilter, Filter } from "./filter";
import { toExpression } from "./to-expression";
import { patternOf } from "./wildcard";

const string = fc
  .oneof(
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }),
    fc.constantFrom(
      "or",
      "not",
      "has:x",
      "a, b",
      '"',
      "\\",
      "C:\\x\\n",
      "-a",
      "5",
      "true",
      "null",
      "none",
      "*",
      "a*b",
      "has(x)",
      "50%_\\",
      "(a)",
      "a  b",
      "更多",
      "سلام\n",
    ),
  )
  .filter((text) => text.isWellFormed());
const number = fc
  .oneof(fc.integer().map(String), fc.constantFrom("12345678901234567890", "1.0", "-0", "1e5", "0.1"))
  .map((text) => new JsonText(text));
const text = string.map(toJsonText);
const none = fc.constant(new JsonText("null"));
/** Texts with wildcards between, before or after them. */
const pattern = fc
  .tuple(string, fc.constantFrom("", "*", "**"), string, fc.boolean())
  .map(([first, between, last, isPrefix]) => [
    { text: first, isQuoted: true },
    { text: between, isQuoted: false },
    { text: last, isQuoted: true },
    { text: isPrefix || between === "" ? "*" : "", isQuoted: false },
  ])
  .map((pieces) => toJsonText(patternOf(pieces)));
const duration = fc
  .oneof(fc.nat(100_000_000), fc.constantFrom(1.5, 0.25, 1500, 90_000))
  .map((ms) => new JsonText(String(ms)));
const time = fc
  .date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true })
  .map((date) => toJsonText(date.toISOString().replace(/\.?0*Z$/, "Z")));
const anything = fc.oneof(
  text,
  number,
  fc.constantFrom("true", "false", "null").map((word) => new JsonText(word)),
);
const payloadPath = fc
  .tuple(
    fc.constantFrom("inputs", "output", "attributes", "summary"),
    fc.array(
      fc.oneof(fc.constantFrom("a", "0", "with space", "q-r", "a\\.b", "日本"), fc.stringMatching(/^[a-z]{1,6}$/)),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
  )
  .map(([root, steps]) => [root, ...steps].join("."));
const path = fc.oneof(
  payloadPath,
  fc.constantFrom(
    feedbackField("core.annotation.quality", "value"),
    `feedback.[it's "odd" \\].payload.a b`,
    "feedback.quality",
    "feedback.tone of voice.0",
    attributeField("acme.tier"),
    attributeField("inputs.a"),
    attributeField("tier"),
    attributeField("it's] odd"),
  ),
);
const ordered = fc.constantFrom(">", ">=", "<", "<=" as const);

function field(
  paths: fc.Arbitrary<string>,
  comparison: fc.Arbitrary<FieldFilter["comparison"]>,
  value: fc.Arbitrary<JsonText>,
) {
  return fc.record({
    kind: fc.constant("field" as const),
    field: paths,
    comparison,
    values: value.map((one) => [one]),
  });
}

const pathsOf = (type: string) => fc.constantFrom(...FIELDS.flatMap((one) => (one.type === type ? [one.path] : [])));

const clause: fc.Arbitrary<Filter> = fc.oneof(
  string.map((one): Filter => ({ kind: "text", text: one })),
  fc.record({
    kind: fc.constant("field" as const),
    field: fc.constant("overview.status"),
    comparison: fc.constant("is" as const),
    values: fc
      .uniqueArray(fc.constantFrom("error", "running", "success"), { minLength: 1 })
      .map((all) => all.map(toJsonText)),
  }),
  field(pathsOf("text"), fc.constantFrom("is", "contains" as const), text),
  field(fc.oneof(path, pathsOf("text")), fc.constant("like" as const), pattern),
  field(fc.constantFrom(...FIELDS.map((one) => one.path)), fc.constant("is" as const), none),
  field(pathsOf("number"), ordered, number),
  field(fc.constant("overview.latency_ms"), ordered, duration),
  field(pathsOf("time"), ordered, time),
  field(path, fc.constantFrom("is", ">", "<=" as const), anything),
  field(path, fc.constant("contains" as const), text),
  fc.record({
    kind: fc.constant("field" as const),
    field: fc.oneof(path, pathsOf("text")),
    comparison: fc.constant("exists" as const),
    values: fc.constant<JsonText[]>([]),
  }),
  fc
    .constantFrom<Expression>(
      { $eq: [{ $getField: "inputs.a" }, { $getField: "output.b" }] },
      { $eq: [{ $getField: "inputs.a" }, { $literal: new JsonText('{"x": [1.0, "}"]}') }] },
      { $contains: { input: { $getField: "output" }, substr: { $literal: new JsonText('"A"') } } },
      { $gt: [{ $convert: { input: { $getField: "inputs.n" }, to: "int" } }, { $literal: new JsonText("1.0") }] },
    )
    .map((expression): Filter => ({ kind: "expression", expression })),
);

/** A time of the clock of whoever reads it. */
const namedTime = fc.constantFrom("2026-11-20", "2024-02-29", "today", "this-week").map(toJsonText);
const timedClause: fc.Arbitrary<Filter> = fc.oneof(
  field(pathsOf("time"), ordered, fc.oneof(namedTime, fc.constantFrom("2h", "1.5d").map(toJsonText))),
  field(pathsOf("time"), fc.constant("is" as const), fc.oneof(namedTime, none)),
);

/** Filters of every kind and nesting, with names and texts that have another meaning in the syntax. */
export const anyFilter: fc.Arbitrary<Filter> = nested(clause);

/** The same, with days and times before now, which a query expression has only as instants. */
export const anyTypedFilter: fc.Arbitrary<Filter> = nested(fc.oneof(clause, timedClause));

function nested(part: fc.Arbitrary<Filter>): fc.Arbitrary<Filter> {
  return fc
    .letrec<{ filter: Filter }>((tie) => {
      const parts = fc.array(tie("filter"), { minLength: 2, maxLength: 4 });
      return {
        filter: fc.oneof(
          { maxDepth: 4, withCrossShrink: true },
          part,
          parts.map((all): Filter => ({ kind: "and", parts: all })),
          parts.map((all): Filter => ({ kind: "or", parts: all })),
          tie("filter").map((one): Filter => ({ kind: "not", part: one })),
          fc
            .tuple(fc.constantFrom(...RELATIONS), tie("filter"))
            .map(([relation, one]): Filter => ({ kind: "related", relation, part: one })),
        ),
      };
    })
    .filter.filter((filter) => excess(toExpression(filter, { now: 0, zone: "UTC" })) === undefined);
}

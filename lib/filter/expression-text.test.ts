import fc from "fast-check";
import { expect, test } from "vitest";

import { expressionText } from "./expression-text";
import { anyFilter } from "./filter-arbitrary";
import { fromExpression } from "./from-expression";
import { parseFilter } from "./parse-filter";
import { expressionOfText } from "./expression-of-text";
import { toExpression } from "./to-expression";

test("is unchanged when read back", () => {
  fc.assert(
    fc.property(anyFilter, (filter) => {
      expect(
        fromExpression(
          expressionOfText({ text: expressionText(toExpression(filter, { now: 0, zone: "UTC" })), from: 0 }),
        ),
      ).toEqual(filter);
    }),
  );
});

test("has a line for each comparison", () => {
  const filter = parseFilter("status:error latency>2s not thread:12345678901234567890");
  expect(filter && expressionText(toExpression(filter, { now: 0, zone: "UTC" }))).toBe(`{"$and": [
  {"$eq": [{"$getField": "overview.status"}, {"$literal": "error"}]},
  {"$gt": [{"$getField": "overview.latency_ms"}, {"$literal": 2000}]},
  {"$not": [
    {"$eq": [{"$getField": "thread_id"}, {"$literal": "12345678901234567890"}]}
  ]}
]}`);
});

import { expect, test } from "vitest";
import { FAILED, HAS_FAILING_STEP } from "@/lib/contract/conditions";

import { failuresFilter, failuresPath } from "./failing-traces";
import { fromExpression } from "./from-expression";
import { parseFilter } from "./parse-filter";

test("the filters say what the conditions of metrics say", () => {
  expect(parseFilter(failuresFilter("", "failed"))).toEqual(fromExpression(FAILED));
  expect(parseFilter(failuresFilter(" ", "failing"))).toEqual(fromExpression(HAS_FAILING_STEP));
});

test("they limit any other filter", () => {
  expect(failuresFilter("op:a or op:b", "failed")).toBe("(op:a or op:b) status:error");
  expect(parseFilter(failuresFilter("op:a or op:b", "failing"))).toMatchObject({
    kind: "and",
    parts: [{ kind: "or" }, { kind: "or", parts: [{ field: "overview.status" }, { kind: "related" }] }],
  });
  const address = failuresPath("a/b", "failing", { q: "op:a", range: "24h", from: null, to: null });
  expect(Object.fromEntries(new URL(address, "http://host").searchParams)).toEqual({
    q: "(op:a) (status:error or has(status:error))",
    range: "24h",
  });
});

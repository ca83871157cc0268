import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { changePart, type Draft, type DraftCondition, emptyCondition, fromDraft, problemOf, toDraft } from "./builder";
import { anyFilter } from "./filter-arbitrary";
import { formatFilter } from "./format-filter";
import { parseFilter } from "./parse-filter";

const condition = (change: Partial<DraftCondition>): DraftCondition => ({ ...emptyCondition, ...change });

describe("the builder's draft", () => {
  it("is equivalent to the filter it was made from", () => {
    fc.assert(
      fc.property(anyFilter, (filter) => {
        expect(fromDraft(toDraft(filter))).toEqual(filter);
      }),
    );
  });

  it.each<[Draft, string]>([
    [condition({ value: "error, running" }), "status:error,running"],
    [condition({ field: "op", value: "plan a trip, answer" }), 'op:"plan a trip",answer'],
    [condition({ field: "op", comparison: "contains", value: "a, b" }), 'op~"a, b"'],
    [condition({ field: "latency", comparison: ">", value: "2s", isNot: true }), "not latency>2s"],
    [condition({ field: "text", value: "where (is) it" }), '"where (is) it"'],
    [condition({ field: "inputs.a b", value: '"5"' }), '"inputs.a b":"5"'],
    [condition({ field: "thread", comparison: "exists" }), "has:thread"],
    [condition({ field: "op", comparison: "like", value: "support.*" }), "op:support.*"],
    [condition({ field: "op", value: "a*, b" }), "op:b or op:a*"],
    [condition({ field: "feedback", value: "👎" }), "reaction:👎"],
    [condition({ field: "thread", value: "none" }), "thread:none"],
    [
      { kind: "group", relation: "below", joiner: "and", isNot: true, parts: [condition({ value: "error" })] },
      "not has(status:error)",
    ],
    [condition({ field: "$expr", value: '{"$getField":"id"}' }), '{"$getField":"id"}'],
  ])("reads %o", (draft, text) => {
    expect(formatFilter(fromDraft(draft))).toBe(text);
    expect(draft.kind === "condition" ? problemOf(draft) : undefined).toBeUndefined();
  });

  it.each([
    [condition({ value: "eror" }), /must be one of/],
    [condition({ field: "latency", comparison: ">", value: "2" }), /unit/],
    [condition({ field: "nothing", value: "2" }), /Unknown field/],
    [condition({ field: "op", comparison: "like", value: "support" }), /Use \* for any text/],
    [condition({ field: "op", comparison: "like", value: "a* b" }), /Use \* for any text/],
    [condition({ field: "$expr", value: "{" }), /Not valid JSON/],
  ])("says what is wrong with %o", (draft, problem) => {
    expect(problemOf(draft)).toMatch(problem);
  });

  it("leaves out unfinished conditions", () => {
    const draft = toDraft(parseFilter("a or b"));
    const more = changePart(draft, [], (part) =>
      part.kind === "group" ? { ...part, parts: [...part.parts, emptyCondition] } : part,
    );
    expect(formatFilter(fromDraft(more))).toBe("a or b");
    expect(formatFilter(fromDraft(changePart(more, [0], () => undefined)))).toBe("b");
  });
});

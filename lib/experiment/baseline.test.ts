import { expect, test } from "vitest";
import { JsonText, toJsonText } from "@/lib/json/text";
import { baselinePlace, evaluationOf, isPinned, missingBaselines } from "./baseline";

const row = (id: string, evaluation: string) => ({ id, inputs: toJsonText({ self: evaluation, model: "m" }) });
const ROWS = [row("a", "one"), row("b", "one"), row("c", "two")];

test("an evaluation is known by its ref or its JSON", () => {
  expect(evaluationOf(row("a", "weave:///x/y/object/qa:d1"))).toBe("weave:///x/y/object/qa:d1");
  expect(evaluationOf({ inputs: new JsonText('{"self": {"name": "qa"}}') })).toBe('{"name": "qa"}');
  expect(evaluationOf({ inputs: new JsonText("{}") })).toBeUndefined();
  expect(evaluationOf({})).toBeUndefined();
});

test.each([
  ["the first without any", "", [], 0],
  ["the pinned one", "", [["one", "b"]], 1],
  [
    "the first pinned one of several evaluations",
    "",
    [
      ["two", "c"],
      ["one", "b"],
    ],
    1,
  ],
  ["the chosen one", "a", [["one", "b"]], 0],
  ["the pinned one if the chosen one is gone", "gone", [["two", "c"]], 2],
  ["the first if the pinned one is not compared", "", [["one", "z"]], 0],
  ["the first if its pin is of another evaluation", "", [["other", "b"]], 0],
] as const)("the baseline is %s", (_what, chosen, pinned, place) => {
  expect(baselinePlace(ROWS, chosen, new Map(pinned))).toBe(place);
});

test("an experiment is pinned for its own evaluation only", () => {
  expect(isPinned(new Map([["one", "a"]]), row("a", "one"))).toBe(true);
  expect(isPinned(new Map([["two", "a"]]), row("a", "one"))).toBe(false);
  expect(isPinned(new Map(), { id: "a" })).toBe(false);
});

test("baselines that are not compared are missing once", () => {
  const pinned = new Map([
    ["one", "z"],
    ["two", "c"],
    ["three", "y"],
  ]);
  expect(missingBaselines(ROWS, pinned)).toEqual(["z"]);
  expect(missingBaselines(ROWS, new Map())).toEqual([]);
});

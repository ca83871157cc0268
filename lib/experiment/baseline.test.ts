import { expect, test } from "vitest";
import { JsonText, toJsonText } from "@/lib/json/text";
import {
  baselineOf,
  baselinePlace,
  changePinned,
  datasetOf,
  evaluationOf,
  isPinned,
  missingBaselines,
  type PinnedBaselines,
} from "./baseline";

const ref = (name: string, digest: string) => `weave:///x/y/object/${name}:${digest}`;
const row = (id: string, name: string, digest = "d1") => ({
  id,
  inputs: toJsonText({ self: ref(name, digest), model: "m" }),
});
const ROWS = [row("a", "evaluation-one"), row("b", "one-evaluation", "d2"), row("c", "two")];
const pins = (...all: [dataset: string, score: string, id: string][]): PinnedBaselines =>
  new Map(
    all.map(([dataset]) => [
      dataset,
      new Map(all.filter(([other]) => other === dataset).map(([, score, id]) => [score, id] as const)),
    ]),
  );

test("an evaluation is known by its ref or its JSON", () => {
  expect(evaluationOf(row("a", "qa"))).toBe("weave:///x/y/object/qa:d1");
  expect(evaluationOf({ inputs: new JsonText('{"self": {"name": "qa"}}') })).toBe('{"name": "qa"}');
  expect(evaluationOf({ inputs: new JsonText("{}") })).toBeUndefined();
  expect(evaluationOf({})).toBeUndefined();
});

test.each([
  [ref("evaluation-cases", "v1"), "cases"],
  [ref("evaluation-cases", "v2"), "cases"],
  [ref("cases-evaluation", "v1"), "cases"],
  [ref("evaluation-table-abc1234", "v1"), "table-abc1234"],
  [ref("nightly", "v1"), "nightly"],
  ['{"name": "cases-evaluation", "dataset": []}', "cases"],
  ['{"dataset": []}', '{"dataset": []}'],
])("the dataset of %s is %s", (evaluation, dataset) => expect(datasetOf(evaluation)).toBe(dataset));

test.each([
  ["the first without any", "", pins(), 0],
  ["the pinned one, in whatever version of the dataset", "", pins(["one", "", "b"]), 1],
  ["that of the score", "", pins(["one", "exact", "b"], ["one", "grade", "a"]), 1],
  ["that of another score if this one has none", "", pins(["one", "grade", "b"]), 1],
  ["the first pinned one of several datasets", "", pins(["two", "", "c"], ["one", "", "b"]), 1],
  ["the chosen one", "a", pins(["one", "exact", "b"]), 0],
  ["the pinned one if the chosen one is gone", "gone", pins(["two", "exact", "c"]), 2],
  ["the first if the pinned one is not compared", "", pins(["one", "exact", "z"]), 0],
  ["the first if its pin is of another dataset", "", pins(["other", "", "b"]), 0],
] as const)("the baseline is %s", (_what, chosen, pinned, place) => {
  expect(baselinePlace(ROWS, chosen, pinned, "exact")).toBe(place);
});

test("an experiment is pinned for its own dataset only", () => {
  expect(isPinned(pins(["one", "exact", "a"]), row("a", "evaluation-one"))).toBe(true);
  expect(isPinned(pins(["two", "exact", "a"]), row("a", "evaluation-one"))).toBe(false);
  expect(isPinned(pins(), { id: "a" })).toBe(false);
});

test("an experiment is pinned for the scores that it has, and no others", () => {
  const first = changePinned(new Map(), { id: "a", scores: ["exact", "grade"], isPinned: true });
  const second = changePinned(first, { id: "b", scores: ["grade", "tone"], isPinned: true });
  expect([...second]).toEqual([
    ["exact", "a"],
    ["grade", "b"],
    ["tone", "b"],
  ]);
  const pinned = new Map([["one", second]]);
  expect(["exact", "grade", "other"].map((score) => baselineOf(pinned, row("z", "evaluation-one"), score))).toEqual([
    "a",
    "b",
    undefined,
  ]);
  expect([...changePinned(second, { id: "b", scores: [], isPinned: false })]).toEqual([["exact", "a"]]);
  expect([...changePinned(new Map(), { id: "a", scores: [], isPinned: true })]).toEqual([["", "a"]]);
});

test("baselines that are not compared are missing once", () => {
  const pinned = pins(["one", "exact", "z"], ["two", "", "c"], ["three", "", "y"]);
  expect(missingBaselines(ROWS, pinned, "exact")).toEqual(["z"]);
  expect(missingBaselines(ROWS, pinned, "grade")).toEqual([]);
  expect(missingBaselines(ROWS, pins(), "exact")).toEqual([]);
});

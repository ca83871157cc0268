import { expect, it } from "vitest";
import { alignResults, scoreNames, scorePairs, scoreProblems, scoreValues, summarize } from "./compare";
import type { Result, Score } from "./result";

const number = (value: number): Score => ({ text: String(value), number: value, isBoolean: false });
const boolean = (value: boolean): Score => ({ text: String(value), number: value ? 1 : 0, isBoolean: true });

const result = (key: string, scores: Record<string, Score>): Result => ({
  callId: key,
  key,
  example: key,
  exampleRef: undefined,
  output: "x",
  failure: undefined,
  scores: new Map(Object.entries(scores)),
  latencyMs: 1,
});

// The first has an example twice, the second lacks a score and has an example of its own.
const FIRST = [
  result("a", { exact: boolean(true), grade: number(2) }),
  result("a", { exact: boolean(false), grade: number(4) }),
  result("b", { exact: boolean(false), grade: number(1) }),
];
const SECOND = [
  result("b", { exact: boolean(true), grade: number(5) }),
  result("a", { exact: boolean(true) }),
  result("c", { exact: boolean(true), grade: number(3) }),
];

const examples = alignResults([FIRST, SECOND]);
const valuesOf = (name: string, place: number) => scoreValues(examples, name, 2)[place] ?? [];

it("aligns results by example", () => {
  expect(examples.map(({ key, results }) => [key, ...results.map(({ length }) => length)])).toEqual([
    ["a", 2, 1],
    ["b", 1, 1],
    ["c", 0, 1],
  ]);
});

it("compares the scores that have numbers", () => {
  const text = result("a", { reason: { text: "good", number: undefined, isBoolean: false } });
  expect(scoreNames([FIRST, SECOND, [text]])).toEqual([
    { name: "exact", isRate: true },
    { name: "grade", isRate: false },
  ]);
  expect(scoreNames([[result("a", { exact: boolean(true) }), result("b", { exact: number(0.5) })]])).toEqual([
    { name: "exact", isRate: false },
  ]);
});

it("counts each example once, with the mean of its repetitions", () => {
  expect(valuesOf("exact", 0)).toEqual([0.5, 0, undefined]);
  expect(valuesOf("grade", 1)).toEqual([undefined, 5, 3]);
  expect(summarize(valuesOf("exact", 0))).toEqual({ count: 2, mean: 0.25 });
  expect(summarize(valuesOf("grade", 1))).toEqual({ count: 2, mean: 4 });
  expect(summarize(valuesOf("none", 1))).toEqual({ count: 0, mean: undefined });
});

it("says of a score that some or all results lack why, the most common reason first", () => {
  const problem = (text: string): Score => ({ text, number: undefined, isBoolean: false, problem: text });
  const results = [
    result("a", { judge: problem("busy"), grade: number(1) }),
    result("b", { judge: problem("no score"), grade: problem("busy") }),
    result("c", { judge: problem("no score"), grade: number(3) }),
  ];
  expect(scoreNames([results])).toEqual([
    { name: "judge", isRate: false },
    { name: "grade", isRate: false },
  ]);
  expect([scoreProblems(results, "judge"), scoreProblems(results, "grade"), scoreProblems(results, "x")]).toEqual([
    { count: 3, reason: "no score" },
    { count: 1, reason: "busy" },
    undefined,
  ]);
});

it("compares examples that have the score in both", () => {
  expect(scorePairs(valuesOf("exact", 0), valuesOf("exact", 1))).toEqual([
    [0.5, 1],
    [0, 1],
  ]);
  expect(scorePairs(valuesOf("grade", 0), valuesOf("grade", 1))).toEqual([[1, 5]]);
});

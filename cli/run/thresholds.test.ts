// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import type { Experiment } from "@/lib/contract/experiments";
import { JsonText } from "@/lib/json/text";
import type { Result } from "@/lib/experiment/result";
import { junitXml } from "./junit";
import type { Outcome } from "./outcome";
import { checkOutcome, readThresholds, type Thresholds } from "./thresholds";

const experiment: Experiment = {
  project_id: "acme/bot",
  id: "01a1f81d-80ae-722a-8b6d-d47017ea095f",
  definition: { name: 'support "v2" <b>', table_digest: "d", request: new JsonText("{}") },
  status: "completed",
  created_by: "ada",
  created_at: "2026-11-20T08:40:45.487000Z",
  rows: { waiting: 0, sent: 0, answered: 3, failed: 1 },
  unscored: 0,
  cost_usd: 0.01,
  unpriced: 0,
};
const result = (more: Partial<Result>): Result => ({
  callId: "c1",
  key: "k",
  example: "an example",
  exampleRef: undefined,
  output: "Lyon",
  failure: undefined,
  scores: new Map([["exact", { text: "true", number: 1, isBoolean: true }]]),
  latencyMs: 1_500,
  ...more,
});
const outcome: Outcome = {
  experiment,
  baselines: ["b"],
  scores: [
    {
      name: "exact",
      isRate: true,
      count: 3,
      mean: 0.75,
      baseline: { id: "b", count: 3, mean: 0.8 },
      difference: { mean: -0.05, count: 3, interval: { low: -0.1, high: 0 }, higher: 0, lower: 1, same: 2 },
    },
    { name: "seconds", isRate: false, count: 3, mean: 1.5 },
    { name: "judge.score", isRate: true, count: 3, mean: 0.5 },
    { name: "two.a", isRate: true, count: 3, mean: 0.5 },
    { name: "two.b", isRate: true, count: 3, mean: 0.5 },
    { name: "down.score", isRate: false, count: 0, mean: undefined, problems: { count: 3, reason: "429: busy" } },
  ],
  results: [
    result({}),
    result({ callId: "c2", example: 'a < b & "c"\n\u0000\uFFFE', output: "]]> \u001B[31m", latencyMs: 500 }),
    result({ callId: "c3", failure: "HTTP 500 <busy>", output: undefined, scores: new Map() }),
  ],
};
const none: Thresholds = { failUnder: new Map(), failOver: new Map(), maxLoss: new Map(), maxFailures: 1 };
const failed = (thresholds: Partial<Thresholds>, of: Outcome = outcome) =>
  checkOutcome(of, { ...none, ...thresholds })
    .filter(({ isPassed }) => !isPassed)
    .map(({ name, found }) => `${name}: ${found}`);

describe("thresholds", () => {
  it.each<[Partial<Thresholds>, string[]]>([
    [{}, []],
    [{ failUnder: new Map([["exact", 0.75]]) }, []],
    [{ failUnder: new Map([["exact", 0.76]]) }, ["exact at least 76%: 75%"]],
    [{ failOver: new Map([["seconds", 1]]) }, ["seconds at most 1: 1.5"]],
    [
      { failUnder: new Map([["exat", 0.5]]) },
      [
        "exat at least 0.5: no result has the score exat; scores: exact, seconds, judge.score, two.a, two.b, down.score",
      ],
    ],
    [{ failUnder: new Map([["judge", 0.6]]) }, ["judge at least 60%: 50%"]],
    [
      { failUnder: new Map([["two", 0.1]]) },
      ["two at least 0.1: no result has the score two; scores: exact, seconds, judge.score, two.a, two.b, down.score"],
    ],
    [{ maxFailures: 0 }, ["at most 0 failed rows: 1"]],
    [{ maxLoss: new Map([["exact", 0.05]]) }, []],
    [{ maxLoss: new Map([["exact", 0.04]]) }, ["exact at most 4% below the baseline: −5 pp"]],
    [
      { maxLoss: new Map([["seconds", 1]]) },
      ["seconds at most 1 below the baseline: no baseline is pinned; pin one, or name one with --baseline"],
    ],
    [{ failUnder: new Map([["down", 1]]) }, ["down at least 1: no score of 3 results: 429: busy"]],
    [{ maxLoss: new Map([["down", 1]]) }, ["down at most 1 below the baseline: no score of 3 results: 429: busy"]],
  ])("%j misses %j", (thresholds, expected) => expect(failed(thresholds)).toEqual(expected));

  it("a loss without a baseline, and an experiment that was paused, fail", () => {
    const paused: Outcome = {
      ...outcome,
      baselines: [],
      scores: [{ name: "exact", isRate: true, count: 3, mean: 0.75 }],
      experiment: { ...experiment, status: "paused", reason: "The budget is used up" },
    };
    expect(failed({ maxLoss: new Map([["exact", 1]]) }, paused)).toEqual([
      "completed: Paused: The budget is used up",
      "exact at most 100% below the baseline: no baseline is pinned; pin one, or name one with --baseline",
    ]);
  });

  it("are read as numbers or percentages", () => {
    expect(readThresholds("fail-under", ["exact=0.9", "judge.grade=-1", "a=b=90%"])).toEqual(
      new Map([
        ["exact", 0.9],
        ["judge.grade", -1],
        ["a=b", 0.9],
      ]),
    );
    for (const text of ["exact", "exact=", "=1", "exact=x"])
      expect(() => readThresholds("fail-under", [text])).toThrow("has not the form SCORE=0.9");
  });
});

describe("a JUnit file", () => {
  const xml = (maxFailures: number) => {
    const checks = checkOutcome(outcome, { ...none, maxFailures, failUnder: new Map([["exact", 0.9]]) });
    return junitXml({ outcome, checks, maxFailures, examples: new Map() });
  };
  const parse = (text: string) => {
    const document = new DOMParser().parseFromString(text, "application/xml");
    expect(document.querySelector("parsererror")).toBeNull();
    return document;
  };

  it("has one test for each threshold and each row, with counts that agree", () => {
    const document = parse(xml(0));
    expect(document.documentElement.nodeName).toBe("testsuites");
    const suites = [...document.querySelectorAll("testsuites > testsuite")];
    expect(suites.map((suite) => suite.getAttribute("name"))).toEqual([
      'support "v2" <b>: thresholds',
      'support "v2" <b>: rows',
    ]);
    for (const suite of suites) {
      const count = (name: string) => String(suite.querySelectorAll(name).length);
      expect(suite.getAttribute("tests")).toBe(count("testcase"));
      expect(suite.getAttribute("failures")).toBe(count("testcase > failure"));
      expect(suite.getAttribute("errors")).toBe(count("testcase > error"));
      expect(suite.getAttribute("skipped")).toBe(count("testcase > skipped"));
      expect(suite.getAttribute("timestamp")).toBe("2026-11-20T08:40:45");
      for (const test of suite.querySelectorAll("testcase")) {
        expect(test.getAttribute("classname")).toMatch(/\.(thresholds|rows)$/);
        expect(test.getAttribute("name")).not.toBe("");
        expect(Number(test.getAttribute("time"))).toBeGreaterThanOrEqual(0);
      }
    }
    expect(suites.map((suite) => [suite.getAttribute("failures"), suite.getAttribute("errors")])).toEqual([
      ["2", "0"],
      ["0", "1"],
    ]);
    expect(suites[1]?.getAttribute("time")).toBe("3.500");
  });

  it("keeps texts, except for characters that XML does not have", () => {
    const [, second, third] = parse(xml(0)).querySelectorAll("[name$=rows] > testcase");
    expect(second?.getAttribute("name")).toBe('row 2: a < b & "c"\n\uFFFD\uFFFD');
    expect(second?.querySelector("system-out")?.textContent).toBe("call: c2\noutput: ]]> \uFFFD[31m\nexact: true");
    expect(third?.querySelector("error")?.getAttribute("message")).toBe("HTTP 500 <busy>");
  });

  it("skips rows that may fail", () => {
    const document = parse(xml(1));
    expect(document.querySelectorAll("error")).toHaveLength(0);
    expect(document.querySelector("skipped")?.getAttribute("message")).toBe("HTTP 500 <busy>");
  });
});

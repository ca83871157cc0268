import { describe, expect, test } from "vitest";
import type { FeedbackComparison, FeedbackComparisonQuery } from "@/lib/contract/feedback-comparison";
import { COMPARED_POINTS, COMPARED_VALUES } from "@/lib/contract/limits";
import { json, unique, useStore } from "@/service/store/testing/test-store";

const opened = useStore();

/** A record: the subject, the type and the payload's JSON. */
type Given = readonly [subject: string, type: string, payload: string];

/** Stores records, each created after the one before, and compares the types `a` and `b`. */
async function compare(given: readonly Given[], query: Partial<FeedbackComparisonQuery> = {}) {
  const { store } = opened();
  const project_id = unique("local/compared");
  await store.createFeedbackBatch(
    given.map(([subject, feedback_type, payload], place) => ({
      project_id,
      id: `01900000-0000-7000-8000-${String(place).padStart(12, "0")}`,
      core_ref: `core:///${project_id}/call/${subject}`,
      feedback_type,
      payload: json(payload),
      ext_user_id: "admin",
    })),
  );
  const sides = { first: { feedback_type: "a" }, second: { feedback_type: "b" } };
  return store.compareFeedback({ project_id, ...sides, ...query });
}

const value = (said: unknown) => JSON.stringify({ value: said });
/** Pairs of values, each on a subject of its own. */
const paired = (pairs: readonly (readonly [unknown, unknown])[]): Given[] =>
  pairs.flatMap(([a, b], place) => [[String(place), "a", value(a)] as const, [String(place), "b", value(b)] as const]);
const times = <One>(count: number, one: One): One[] => Array.from({ length: count }, () => one);

describe("agreement", () => {
  test("is that of the table in Cohen's paper", async () => {
    // J. Cohen (1960): shares of .44 .05 .01, .07 .20 .03 and .09 .05 .06 have a kappa of .49.
    const table = [
      [88, 10, 2],
      [14, 40, 6],
      [18, 10, 12],
    ];
    const pairs = table.flatMap((row, one) =>
      row.flatMap((count, other) => times(count, [`${one}`, `${other}`] as const)),
    );
    const { kappa, count, same, cells } = await compare(paired(pairs));
    expect([count, same]).toEqual([200, 140]);
    expect(kappa).toBeCloseTo((0.7 - 0.41) / 0.59, 12);
    expect(cells.find(({ first, second }) => first === "1" && second === "2")?.count).toBe(6);
  });

  test.each<{ name: string; pairs: [unknown, unknown][]; kappa: number | undefined }>([
    { name: "no pair", pairs: [], kappa: undefined },
    { name: "all equal to one value", pairs: times(3, ["x", "x"]), kappa: undefined },
    { name: "no value in common", pairs: [["x", "y"]], kappa: 0 },
    {
      name: "full agreement",
      pairs: [
        [true, "true"],
        [false, "false"],
      ],
      kappa: 1,
    },
  ])("with $name", async ({ pairs, kappa }) => {
    expect((await compare(paired(pairs))).kappa).toBe(kappa);
  });
});

describe("correlation", () => {
  test("of Pearson is that of Anscombe's quartet", async () => {
    // F. J. Anscombe, "Graphs in Statistical Analysis" (1973): 0.816 for each of the four.
    const x = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5];
    const y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
    const { numbers } = await compare(paired(x.map((one, place) => [one, y[place]])));
    expect(numbers.pearson).toBeCloseTo(0.81642, 5);
    expect(numbers.count).toBe(11);
    expect(numbers.points.map(({ first, second }) => [first, second]).toSorted(byFirst)).toEqual(
      x.map((one, place) => [one, y[place]]).toSorted(byFirst),
    );
  });

  test("of Spearman has the mean rank for ties", async () => {
    // Ranks of the first: 1, 2.5, 2.5, 4; of the second: 1, 2, 3, 4. Pearson of the ranks: 4.5 / sqrt(4.5 * 5).
    const { numbers } = await compare(
      paired([
        [1, 10],
        [5, 20],
        [5, 30],
        [9, 1000],
      ]),
    );
    expect(numbers.spearman).toBeCloseTo(4.5 / Math.sqrt(4.5 * 5), 12);
  });

  test("of numbers that have no double, and of a constant", async () => {
    const { numbers } = await compare([
      ["one", "a", '{"value": 1e300}'],
      ["one", "b", '{"value": 1}'],
      ["two", "a", '{"value": -1e999}'],
      ["two", "b", '{"value": 2}'],
      ["three", "a", '{"value": 12345678901234567890}'],
      ["three", "b", '{"value": 3}'],
    ]);
    expect(numbers.spearman).toBeCloseTo(-0.5, 12);
    expect(numbers.pearson).toBeCloseTo(-0.5, 6);
    const constant = await compare(
      paired([
        [0, 1],
        [0, 2],
      ]),
    );
    expect(constant.numbers).toEqual({ count: 2, points: expect.any(Array) });
  });

  test("returns a sample of many points, and correlates all", async () => {
    const pairs = Array.from({ length: COMPARED_POINTS + 500 }, (_, place) => [place, -2 * place] as const);
    const { numbers, first } = await compare(paired(pairs));
    expect(numbers.points).toHaveLength(COMPARED_POINTS);
    expect(numbers).toMatchObject({ count: pairs.length, pearson: -1, spearman: -1 });
    expect(first.values).toHaveLength(COMPARED_VALUES);
    expect(first.different).toBe(pairs.length);
  });
});

describe("what is compared", () => {
  test("is the latest value of each subject; all else is counted as left out", async () => {
    const compared = await compare([
      ["both", "a", value("old")],
      ["both", "a", value("new")],
      ["both", "a", "{}"],
      ["both", "b", value("new")],
      ["only a", "a", value("x")],
      ["only b", "b", value({ deep: 1 })],
      ["neither", "other", value("x")],
    ]);
    expect(compared).toMatchObject({
      count: 1,
      same: 1,
      first: { alone: 1, without_value: 1, different: 1, values: [{ value: "new", count: 1, same: 1, numbers: 0 }] },
      second: { alone: 0, without_value: 1 },
    });
  });

  test("is at a path, of the same type too", async () => {
    const sides = {
      first: { feedback_type: "a", field: "output.tone" },
      second: { feedback_type: "a", field: "score" },
    };
    const compared = await compare(
      [
        ["1", "a", '{"output": {"tone": "kind"}, "score": 3}'],
        ["2", "a", '{"output": {"tone": "kind"}, "score": 5}'],
        ["3", "a", '{"output": {"tone": "rude"}, "score": "none"}'],
        ["4", "a", '{"score": 1}'],
      ],
      sides,
    );
    expect(compared.first.values).toEqual([
      { value: "kind", count: 2, same: 0, numbers: 2, mean: 4 },
      { value: "rude", count: 1, same: 0, numbers: 0 },
    ]);
    expect(compared).toMatchObject({ count: 3, first: { alone: 0 }, second: { alone: 1 }, numbers: { count: 0 } });
  });

  test("has cells, values and means as one counts them by hand", async () => {
    const labels = ["good", "bad", "ü%_'", "", "true"];
    const pairs = Array.from(
      { length: 400 },
      (_, place) => [labels[(place * 7) % 5], place % 3 === 0 ? (place % 11) / 4 : labels[(place * 3) % 4]] as const,
    );
    const compared: FeedbackComparison = await compare(paired(pairs));
    const [a, b] = columns(pairs);
    const agreed = a.filter((label, place) => label === b[place]).length / 400;
    const byChance = labels.reduce((sum, label) => sum + (countOf(a, label) * countOf(b, label)) / 400 ** 2, 0);
    expect(compared.kappa).toBeCloseTo((agreed - byChance) / (1 - byChance), 12);
    for (const { value: label, ...rest } of compared.first.values) {
      const of = pairs.filter(([one]) => String(one) === label).map(([, other]) => other);
      const numbers = of.filter((other) => typeof other === "number");
      expect([label, rest]).toEqual([
        label,
        {
          count: of.length,
          same: of.filter((other) => String(other) === label).length,
          numbers: numbers.length,
          mean: expect.closeTo(numbers.reduce((sum, one) => sum + one, 0) / numbers.length, 12),
        },
      ]);
    }
    expect(compared.cells.reduce((sum, { count }) => sum + count, 0)).toBe(400);
    for (const { first, second, count } of compared.cells)
      expect([first, second, count]).toEqual([
        first,
        second,
        pairs.filter(([one, other]) => String(one) === first && String(other) === second).length,
      ]);
  });
});

const byFirst = ([one = 0]: readonly (number | undefined)[], [other = 0]: readonly (number | undefined)[]) =>
  one - other;

const countOf = (list: readonly string[], label: string) => list.filter((one) => one === label).length;

function columns(pairs: readonly (readonly [unknown, unknown])[]): [string[], string[]] {
  return [pairs.map(([one]) => String(one)), pairs.map(([, other]) => String(other))];
}

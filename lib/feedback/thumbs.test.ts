import { expect, test } from "vitest";
import type { FeedbackComparison } from "@/lib/contract/feedback-comparison";
import { readThumbs, thumbVerdict } from "./thumbs";

/** A comparison of pairs of values, one pair for each subject. */
function comparisonOf(pairs: readonly (readonly [string, string])[]): FeedbackComparison {
  const side = (place: 0 | 1) => {
    const values = [...new Set(pairs.map((pair) => pair[place]))].map((value) => ({
      value,
      count: pairs.filter((pair) => pair[place] === value).length,
      same: pairs.filter(([one, other]) => one === value && other === value).length,
      numbers: 0,
    }));
    return { alone: 0, without_value: 0, different: values.length, values };
  };
  const keys = [...new Set(pairs.map((pair) => JSON.stringify(pair)))];
  const cells = keys.map((key) => {
    const same = pairs.filter((pair) => JSON.stringify(pair) === key);
    return { first: same[0]?.[0] ?? "", second: same[0]?.[1] ?? "", count: same.length };
  });
  const same = pairs.filter(([one, other]) => one === other).length;
  return { count: pairs.length, same, first: side(0), second: side(1), cells, numbers: { count: 0, points: [] } };
}

const times = (count: number, one: string, other: string) => Array.from({ length: count }, () => [one, other] as const);

test("thumbs agree with true and false", () => {
  // By hand: 7 + 1 of 10 agree; by chance (9 × 7 + 1 × 3) / 100 = 0.66 would, so kappa is (0.8 − 0.66) / 0.34.
  const pairs = [
    ...times(6, "true", "👍"),
    ...times(1, "true", "👍🏽"),
    ...times(2, "true", "👎"),
    ...times(1, "false", "👎"),
  ];
  const read = readThumbs(comparisonOf(pairs));
  expect(read).toMatchObject({
    count: 10,
    same: 8,
    first: {
      different: 2,
      values: [
        { value: "true", count: 9, same: 7 },
        { value: "false", count: 1, same: 1 },
      ],
    },
    second: {
      different: 2,
      values: [
        { value: "true", count: 7, same: 7 },
        { value: "false", count: 3, same: 1 },
      ],
    },
  });
  expect(read?.kappa).toBeCloseTo(0.14 / 0.34, 12);
  const swapped = readThumbs(comparisonOf(pairs.map(([one, other]) => [other, one])));
  expect(swapped).toMatchObject({ count: 10, same: 8, first: read?.second, second: read?.first });
});

test("other reactions are left out, and agreement by chance alone has no kappa", () => {
  const read = readThumbs(comparisonOf([...times(2, "true", "👍"), ...times(3, "true", "🎉")]));
  expect(read).toMatchObject({ count: 2, same: 2 });
  expect(read?.kappa).toBeUndefined();
});

test("a comparison that is not of thumbs with true and false is not read so", () => {
  expect(readThumbs(comparisonOf([["true", "false"]]))).toBeUndefined();
  expect(readThumbs(comparisonOf([["👍", "👍"]]))).toBeUndefined();
  expect(
    readThumbs(
      comparisonOf([
        ["0.5", "👍"],
        ["true", "👍"],
      ]),
    ),
  ).toBeUndefined();
  expect(readThumbs(comparisonOf([["true", "🎉"]]))).toBeUndefined();
  expect(readThumbs(comparisonOf([]))).toBeUndefined();
  const whole = comparisonOf([["true", "👍"]]);
  expect(readThumbs({ ...whole, second: { ...whole.second, different: 101 } })).toBeUndefined();
});

test("a thumb of any skin tone says true or false", () => {
  expect(["👍", "👍🏿", "👎", "👎🏻", "true", ""].map(thumbVerdict)).toEqual([
    true,
    true,
    false,
    false,
    undefined,
    undefined,
  ]);
});

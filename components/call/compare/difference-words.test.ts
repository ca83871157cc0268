import { expect, test } from "vitest";

import { formatDuration } from "@/lib/format/duration";
import { formatCount } from "@/lib/format/number";

import { areComparable, changedCosts, changeWords, differenceWords } from "./difference-words";

test.each([
  [["status", "output"] as const, "different status and output"],
  [["only_b"] as const, "only in B"],
  [[] as const, ""],
])("%j: %s", (differences, words) => expect(differenceWords(differences)).toBe(words));

test.each([
  [1000, 2200, formatDuration, "+1.20 s"],
  [2200, 1000, formatDuration, "−1.20 s"],
  [3, 3, formatCount, undefined],
  [undefined, 3, formatCount, undefined],
  [3, undefined, formatCount, undefined],
  [3, 1204, formatCount, "+1,201"],
])("from %s to %s", (a, b, format: (value: number) => string, words) => expect(changeWords(a, b, format)).toBe(words));

const cost = (amounts: Record<string, number>, ...unpriced: string[]) => ({ amounts, unpriced: new Set(unpriced) });

test.each([
  [cost({ USD: 0.1, EUR: 1 }), cost({ USD: 0.3, EUR: 1 }), ["+$0.200"], true],
  [cost({ USD: 0.3 }), cost({ USD: 0.3 }), [], true],
  [cost({ USD: 0.3 }), cost({ EUR: 1 }), [], false],
  [cost({ USD: 0.1 }), cost({ USD: 0.3 }, "m"), [], false],
  [cost({ USD: 0.1 }, "m"), cost({ USD: 0.3 }), [], false],
  [undefined, cost({ USD: 1 }), [], false],
  [undefined, undefined, [], true],
])("from %j to %j", (a, b, words, comparable) => {
  expect([changedCosts(a, b), areComparable(a, b)]).toEqual([words, comparable]);
});

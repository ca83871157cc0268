import { expect, test } from "vitest";

import { formatDuration } from "@/lib/format/duration";
import { formatCount } from "@/lib/format/number";

import { changedCosts, changeWords, differenceWords } from "./difference-words";

test.each([
  [["status", "output"] as const, "another status, another output"],
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

test.each([
  [{ USD: 0.1, EUR: 1 }, { USD: 0.3, EUR: 1 }, ["+$0.2"]],
  [{ USD: 0.3 }, { EUR: 1 }, []],
  [undefined, { USD: 1 }, []],
])("from %j to %j", (a, b, words) => expect(changedCosts(a, b)).toEqual(words));

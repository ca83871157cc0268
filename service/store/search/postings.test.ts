import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PageReader, PageWriter } from "./postings";
import { GRAMS_A_UNIT, foldText, needleGrams, writeGrams } from "./grams";

type Entry = [gram: number, places: number[]];

function pageOf(entries: readonly Entry[], calls: number): Buffer {
  const writer = new PageWriter();
  for (const [gram, places] of entries) writer.add(gram, Uint32Array.from(places), calls);
  return writer.take();
}

function entriesOf(page: Buffer, calls: number, base = 0): Entry[] {
  const reader = new PageReader(page);
  const found: Entry[] = [];
  const places = new Uint32Array(calls);
  while (reader.next()) found.push([reader.gram, [...places.subarray(0, reader.read(places, 0, calls, base))]]);
  return found;
}

describe("a page contains what was written", () => {
  const calls = 1000;
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

  test.each<[string, Entry[]]>([
    ["nothing", []],
    ["one call", [[7, [999]]]],
    ["all", [[0, range(0, calls)]]],
    ["all but some", [[3, range(0, calls).filter((place) => place % 300 !== 299)]]],
    ["every other", [[3, range(0, calls).filter((place) => place % 2 === 1)]]],
    [
      "far apart, and far grams",
      [
        [1, [0, 500]],
        [300_000, [1]],
        [2 ** 28 - 1, [0, 999]],
      ],
    ],
  ])("%s", (_name, entries) => {
    expect(entriesOf(pageOf(entries, calls), calls)).toEqual(entries);
    const moved = entries.map(([gram, places]): Entry => [gram, places.map((place) => place + 64)]);
    expect(entriesOf(pageOf(entries, calls), calls, 64)).toEqual(moved);
  });

  test("for any content", () => {
    const places = fc
      .tuple(
        fc.integer({ min: 1, max: 1000 }),
        fc.infiniteStream(fc.integer({ min: 0, max: 99 })),
        fc.integer({ max: 99, min: 0 }),
      )
      .map(([count, stream, share]) => range(0, count).filter(() => (stream.next().value ?? 0) <= share))
      .filter((some) => some.length > 0);
    const entries = fc.uniqueArray(fc.tuple(fc.nat(2 ** 28 - 1), places), {
      selector: ([gram]) => gram,
      maxLength: 20,
    });
    fc.assert(
      fc.property(entries, (some) => {
        const sorted = some.toSorted(([a], [b]) => a - b);
        expect(entriesOf(pageOf(sorted, calls), calls)).toEqual(sorted);
      }),
    );
  });
});

test("intersects places with those of an entry", () => {
  const all = Array.from({ length: 300 }, (_, at) => at);
  const some = fc.subarray(all, { minLength: 1 });
  fc.assert(
    fc.property(
      fc.oneof(some, fc.subarray(all, { minLength: 290 }), fc.subarray(all, { minLength: 1, maxLength: 9 })),
      some,
      (named, places) => {
        const reader = new PageReader(pageOf([[5, named]], all.length));
        reader.next();
        expect([...reader.keep(Uint32Array.from(places))]).toEqual(places.filter((place) => named.includes(place)));
      },
    ),
  );
});

describe("a text that contains a needle has its grams", () => {
  function gramsIn(text: string): number[] {
    const grams = new Uint32Array(GRAMS_A_UNIT * text.length);
    const folded = foldText(text);
    return [...grams.subarray(0, writeGrams(folded, grams))];
  }

  test("with any text before and after it, in any case", () => {
    const text = fc.string({ unit: "binary", maxLength: 30 });
    fc.assert(
      fc.property(text, text, text, (before, needle, after) => {
        const whole = `${before}${needle}${after}\n`;
        const sought = needleGrams(needle) ?? [];
        for (const grams of [gramsIn(whole), gramsIn(whole.toLowerCase())])
          for (const [from, to] of sought) expect(grams.some((gram) => gram >= from && gram <= to)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ["", undefined],
    ["\u0378", undefined],
    ["a", 1],
    ["ab", 1],
    ["abc", 1],
    ["仓", 1],
    ["仓库", 1],
    ["仓库单", 2],
    ["warehouse", 7],
  ])("%s has as many as are worth looking for", (needle, count) => {
    expect(needleGrams(needle)?.length).toBe(count);
  });

  test("of a long one, not only those of its beginning", () => {
    const long = `${"the same beginning of all ".repeat(20)}${Array.from({ length: 40 }, (_, n) => `${n * 7919}`).join(" ")}`;
    const beginning = new Set(needleGrams(long.slice(0, 520))?.map(([gram]) => gram));
    expect(needleGrams(long)?.some(([gram]) => !beginning.has(gram))).toBe(true);
  });
});

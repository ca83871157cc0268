import fc from "fast-check";
import { describe, expect, it, test } from "vitest";

import { type Extent, isCompressed, offsetFor, placeAt, rowsSeen, scrolled, scrollHeight } from "./sparse-scroll";

const few: Extent = { count: 1_000, rowPx: 28, viewPx: 560 };
const million: Extent = { ...few, count: 1_000_000 };
const start = { scrollTop: 0, offset: 0 };

test("a million rows share a scroll bar, a thousand have it to themselves", () => {
  expect([isCompressed(few), isCompressed(million)]).toEqual([false, true]);
  expect([scrollHeight(few), scrollHeight(million)]).toEqual([28_000, 16_000_000]);
});

describe("scrolled", () => {
  it("is the scroll bar where there is room", () => {
    expect(scrolled(few, start, 9_000)).toEqual({ scrollTop: 9_000, offset: 9_000 });
  });

  it("moves as far as the wheel turned, however many rows there are", () => {
    expect(scrolled(million, start, 100).offset).toBe(100);
  });

  it.each([
    ["the middle", 8_000_000, 0.5],
    ["a quarter", 4_000_000, 0.25],
  ])("goes to %s when pulled there", (_where, scrollTop, share) => {
    const { offset } = scrolled(million, start, scrollTop);
    expect(offset / (million.count * million.rowPx)).toBeCloseTo(share, 3);
  });

  it("ends at the ends", () => {
    const most = scrollHeight(million) - million.viewPx;
    expect(scrolled(million, start, most).offset).toBe(million.count * 28 - 560);
    expect(scrolled(million, { scrollTop: 100, offset: 9_999 }, 0).offset).toBe(0);
  });
});

test("a place that was gone to is kept by the scroll event that tells of it", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 28_000_000 }), (offset) => {
      const place = placeAt(million, offset);
      const most = scrollHeight(million) - million.viewPx;
      fc.pre(place.scrollTop > 0 && place.scrollTop < most - 1);
      expect(scrolled(million, place, place.scrollTop)).toEqual(place);
    }),
  );
});

describe("offsetFor", () => {
  it.each([
    ["above", 1_000, 3, 84],
    ["in sight", 1_000, 40, 1_000],
    ["below", 0, 20, 28],
  ])("a row %s", (_where, offset, index, expected) => {
    expect(offsetFor(few, offset, index)).toBe(expected);
  });
});

test.each([
  [few, 0, { first: 0, end: 25 }],
  [few, 2_800, { first: 95, end: 125 }],
  [few, 27_440, { first: 975, end: 1_000 }],
  [{ ...few, count: 0 }, 0, { first: 0, end: 0 }],
])("rows seen of %j at %i", (extent, offset, seen) => {
  expect(rowsSeen(extent, offset, 5)).toEqual(seen);
});

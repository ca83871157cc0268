import fc from "fast-check";
import { describe, expect, it, test } from "vitest";

import { type Extent, isNear, laidOutRows, placeAt, scrolled } from "./sparse-scroll";

const few: Extent = { count: 1_000, rowPx: 28, viewPx: 560 };
const million: Extent = { ...few, count: 1_000_000 };
const start = { scrollTop: 0, shift: 0 };
const laidOut = 571_428;
const most = laidOut * 28 - 560;

test("a million rows share a scroll bar, a thousand have it to themselves", () => {
  expect([laidOutRows(few), laidOutRows(million)]).toEqual([1_000, laidOut]);
});

describe("scrolled", () => {
  it("is the scroll bar where there is room", () => {
    expect(scrolled(few, start, 9_000)).toEqual({ scrollTop: 9_000, shift: 0 });
  });

  it("moves as far as the wheel turned, however many rows there are", () => {
    expect(scrolled(million, { scrollTop: 9_000, shift: 77 }, 9_100)).toEqual({ scrollTop: 9_100, shift: 77 });
  });

  it.each([
    ["the middle", 0.5],
    ["a quarter", 0.25],
  ])("goes to %s when pulled there", (_where, share) => {
    const { scrollTop, shift } = scrolled(million, start, most * share);
    expect((shift * 28 + scrollTop) / (million.count * 28)).toBeCloseTo(share, 3);
  });

  it("ends at the ends", () => {
    expect(scrolled(million, { scrollTop: most - 100, shift: 9 }, most).shift).toBe(million.count - laidOut);
    expect(scrolled(million, { scrollTop: 100, shift: 9 }, 0).shift).toBe(0);
  });
});

test("a place that was gone to begins at its distance, and the scroll event that tells of it keeps it", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 28_000_000 - 560 }), (offset) => {
      const place = placeAt(million, offset);
      expect(place.scrollTop + place.shift * 28).toBeCloseTo(offset, 3);
      expect(scrolled(million, place, place.scrollTop)).toEqual(place);
    }),
  );
});

test("a few views from a place that was gone to, no end of the scroll bar is reached before that of the rows", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 28_000_000 - 560 }), (offset) => {
      const { scrollTop, shift } = placeAt(million, offset);
      expect(shift === 0 || scrollTop > 3 * 560).toBe(true);
      expect(shift === million.count - laidOut || scrollTop < most - 3 * 560).toBe(true);
    }),
  );
});

test.each([
  [40, true],
  [95, false],
  [999_999, false],
])("whether row %i is near the first one", (index, expected) => {
  expect(isNear(million, start, index)).toBe(expected);
});

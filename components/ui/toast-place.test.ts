import { describe, expect, it } from "vitest";

import { freeBottom } from "./toast-place";

const box = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

describe("freeBottom", () => {
  const messages = box(16, 0, 358, 56);

  it("is the bottom edge where nothing is", () => {
    expect(freeBottom(messages, [], 844)).toBe(16);
    expect(freeBottom(messages, [box(400, 780, 80, 28)], 844), "a control beside the column").toBe(16);
  });

  it("is above a save bar, and above what is close to it", () => {
    const bar = [box(200, 800, 80, 28), box(290, 800, 80, 28)];
    expect(freeBottom(messages, bar, 844)).toBe(52);
    expect(freeBottom(messages, [...bar, box(100, 740, 80, 28)], 844), "no room between them").toBe(112);
    expect(freeBottom(messages, [...bar, box(100, 700, 80, 28)], 844), "room between them").toBe(52);
  });

  it("is where the fewest are covered if none is free", () => {
    const all = Array.from({ length: 20 }, (_, row) => box(16, row * 44, 300, 28));
    expect(freeBottom(messages, all, 844), "two, as everywhere").toBe(16);
    expect(freeBottom(messages, [...all, box(16, 780, 300, 8)], 844), "three at the edge").toBe(72);
  });
});

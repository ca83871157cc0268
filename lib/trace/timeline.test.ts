import { describe, expect, it } from "vitest";
import type { CallRow } from "@/lib/contract/calls";
import { barGeometry, latencyMs, timelineExtent } from "./timeline";

const at = (seconds: string) => `2026-11-20T08:00:${seconds}Z`;
const NOW = Date.parse("2026-11-20T08:00:10Z");
const call = (id: string, from: string, to?: string): CallRow => ({
  id,
  started_at: at(from),
  ended_at: to === undefined ? undefined : at(to),
});

describe("the timeline", () => {
  const whole = call("a", "00.000000", "04.000000");

  it("covers the first start to the last end", () => {
    const extent = timelineExtent([call("b", "01.000000", "06.000000"), whole], NOW);
    expect(extent.duration).toBe(6_000_000);
    expect(barGeometry(whole, extent, NOW)).toEqual({ left: 0, width: 4 / 6 });
    expect(barGeometry(call("b", "01.000000", "06.000000"), extent, NOW)).toEqual({ left: 1 / 6, width: 5 / 6 });
  });

  it("extends a call that runs to now", () => {
    const running = call("r", "02.000000");
    const extent = timelineExtent([whole, running], NOW);
    expect(extent.duration).toBe(10_000_000);
    expect(barGeometry(running, extent, NOW)).toEqual({ left: 0.2, width: 0.8 });
    expect(latencyMs(running, NOW)).toBe(8000);
  });

  it("does not extend a stale call, nor compute its duration", () => {
    const silent: CallRow = { ...call("s", "01.000000"), overview: { status: "running", stale: true } };
    const extent = timelineExtent([whole, silent], NOW);
    expect(extent.duration).toBe(4_000_000);
    expect(barGeometry(silent, extent, NOW)).toEqual({ left: 0.25, width: 0 });
    expect(latencyMs(silent, NOW)).toBeUndefined();
  });

  it("treats a call that ended before it began as an instant", () => {
    const skewed = call("s", "03.000000", "01.000000");
    expect(latencyMs(skewed, NOW)).toBe(0);
    expect(barGeometry(skewed, timelineExtent([whole, skewed], NOW), NOW)).toEqual({ left: 0.75, width: 0 });
  });

  it("keeps microseconds", () => {
    expect(latencyMs(call("m", "00.000001", "00.000251"), NOW)).toBe(0.25);
  });

  it.each([
    { name: "no calls", rows: [] },
    { name: "no start", rows: [{ id: "x" }] },
  ])("has no extent: $name", ({ rows }) => {
    expect(timelineExtent(rows, NOW)).toEqual({ start: 0, duration: 0 });
  });

  it("fills the axis with a single instant", () => {
    const instant = call("i", "00.000000", "00.000000");
    expect(barGeometry(instant, timelineExtent([instant], NOW), NOW)).toEqual({ left: 0, width: 1 });
  });
});

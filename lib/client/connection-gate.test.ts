import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "./api-error";
import { createConnectionGate } from "./connection-gate";

const away = (retryAfterSeconds?: number) => new ApiError("unreachable", "away", { retryAfterSeconds });

describe("the connection gate", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("retries with increasing delays up to a maximum, and starts over after a response", async () => {
    const gate = createConnectionGate();
    const delays: number[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const turn = gate.wait(away());
      delays.push((gate.outage?.retryAt ?? 0) - Date.now());
      await vi.runAllTimersAsync();
      await turn;
    }
    expect(delays).toEqual([1000, 2000, 4000, 8000, 8000, 8000]);
    gate.answered();
    void gate.wait(away());
    expect((gate.outage?.retryAt ?? 0) - Date.now()).toBe(1000);
  });

  it("respects a Retry-After", () => {
    const gate = createConnectionGate();
    void gate.wait(away(5));
    expect((gate.outage?.retryAt ?? 0) - Date.now()).toBe(5000);
  });

  it("lets all who wait try at the same time", async () => {
    const gate = createConnectionGate();
    const turns = [gate.wait(away()), gate.wait(away()), gate.wait(away())];
    gate.retryNow();
    await Promise.all(turns);
    expect(vi.getTimerCount()).toBe(0);
    expect(gate.waits).toBe(3);
  });

  it("stays unavailable while a request still waits, even if others were answered", () => {
    const gate = createConnectionGate();
    void gate.wait(away());
    gate.answered();
    expect(gate.outage).toBeDefined();
  });

  it("lets who is aborted go", async () => {
    const gate = createConnectionGate();
    const leaving = new AbortController();
    const turn = gate.wait(away(), leaving.signal);
    leaving.abort(new Error("left"));
    await expect(turn).rejects.toThrow("left");
  });

  it("notifies its listeners when an outage begins and ends", async () => {
    const gate = createConnectionGate();
    const news = vi.fn<() => void>();
    const stop = gate.subscribe(news);
    const turn = gate.wait(away());
    gate.retryNow();
    await turn;
    gate.answered();
    expect(news).toHaveBeenCalledTimes(2);
    stop();
    void gate.wait(away());
    expect(news).toHaveBeenCalledTimes(2);
  });
});

import { describe, expect, it } from "vitest";
import { createSessionGate } from "./session-gate";

const refusal = new Error("refused");

describe("the session gate", () => {
  it("does not ask for a refusal from before the last renewal", async () => {
    const gate = createSessionGate();
    const before = gate.epoch;
    gate.renewed();
    await gate.renewedSince(before, refusal);
    expect(gate.isAsking).toBe(false);
  });

  it("keeps asking after the waiting request was aborted, since the user may be typing", async () => {
    const gate = createSessionGate();
    const leaving = new AbortController();
    const turn = gate.renewedSince(gate.epoch, refusal, leaving.signal);
    leaving.abort(new Error("left"));
    await expect(turn).rejects.toThrow("left");
    expect(gate.isAsking).toBe(true);
  });

  it("asks again after the user declined once", async () => {
    const gate = createSessionGate();
    const first = gate.renewedSince(gate.epoch, refusal);
    gate.declined();
    await expect(first).rejects.toBe(refusal);
    const second = gate.renewedSince(gate.epoch, refusal);
    expect(gate.isAsking).toBe(true);
    gate.renewed();
    await second;
  });
});

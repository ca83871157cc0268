import { describe, expect, it } from "vitest";
import { ADDRESSES_REMEMBERED, addressOf, ATTEMPTS_WINDOW_MS, FAILED_ATTEMPTS, SignInLimit } from "./sign-in-limit";

const NOW = 1_795_161_600_000;

/** How many of so many attempts are allowed. */
function allowed(limit: SignInLimit, attempts: number, address = "a", service = "s", now = NOW): number {
  return Array.from({ length: attempts }, () => limit.take(address, service, now)).filter(Boolean).length;
}

describe("failed attempts", () => {
  it("are bounded for an address and a service, and free again when the window is over", () => {
    const limit = new SignInLimit();
    expect(allowed(limit, FAILED_ATTEMPTS + 5)).toBe(FAILED_ATTEMPTS);
    expect(allowed(limit, 1, "b")).toBe(1);
    expect(allowed(limit, 1, "a", "t")).toBe(1);
    expect(allowed(limit, 1, "a", "s", NOW + ATTEMPTS_WINDOW_MS - 1)).toBe(0);
    expect(allowed(limit, FAILED_ATTEMPTS + 1, "a", "s", NOW + ATTEMPTS_WINDOW_MS)).toBe(FAILED_ATTEMPTS);
  });

  it("are only those that fail", () => {
    const limit = new SignInLimit();
    for (let attempt = 0; attempt < FAILED_ATTEMPTS * 3; attempt += 1) {
      expect(limit.take("a", "s", NOW)).toBe(true);
      limit.forgive("a", "s");
    }
    expect(allowed(limit, FAILED_ATTEMPTS + 1)).toBe(FAILED_ATTEMPTS);
  });

  it("a success takes back no failure before it", () => {
    const limit = new SignInLimit();
    allowed(limit, FAILED_ATTEMPTS - 1);
    expect(limit.take("a", "s", NOW)).toBe(true);
    limit.forgive("a", "s");
    expect(allowed(limit, 2)).toBe(1);
  });

  it("of invented addresses are bounded together, in a bounded memory", () => {
    const limit = new SignInLimit();
    const invented = Array.from({ length: ADDRESSES_REMEMBERED + 50 }, (_, n) => limit.take(`10.0.${n}`, "s", NOW));
    expect(invented.filter(Boolean)).toHaveLength(ADDRESSES_REMEMBERED);
    expect(limit.take("10.0.1", "s", NOW)).toBe(true);
    expect(limit.take("late", "s", NOW + ATTEMPTS_WINDOW_MS)).toBe(true);
  });
});

describe("the address of a request", () => {
  it.each([
    ["its only one", { "x-forwarded-for": "10.0.0.1" }, "10.0.0.1"],
    ["what the nearest proxy wrote", { "x-forwarded-for": "made up, 10.0.0.1" }, "10.0.0.1"],
    ["the same for all that name none", {}, ""],
    ["the same where there are no headers", undefined, ""],
  ])("is %s", (_, headers, address) => expect(addressOf(headers)).toBe(address));
});

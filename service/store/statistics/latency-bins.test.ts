import { describe, expect, test } from "vitest";
import { Latencies } from "./latency-bins";

/** As the database packs them: bin, count, their sum in microseconds. */
function packed(...bins: [bin: number, count: number, sumUs: number][]): Buffer {
  return Buffer.concat(
    bins.map(([bin, count, sum]) => {
      const bytes = Buffer.alloc(14);
      bytes.writeInt16BE(bin);
      bytes.writeInt32BE(count, 2);
      bytes.writeDoubleBE(sum, 6);
      return bytes;
    }),
  );
}

function latencies(...parts: Buffer[]): Latencies {
  const all = new Latencies();
  for (const part of parts) all.add(part);
  return all;
}

describe("percentiles", () => {
  test.each<[string, Buffer[], number[]]>([
    ["of none", [], []],
    ["of one", [packed([115, 1, 100_000])], [100, 100, 100]],
    ["are the mean of their bin", [packed([115, 4, 402_000])], [100.5, 100.5, 100.5]],
    ["of bins in any order", [packed([150, 1, 400_000], [115, 1, 100_000])], [100, 400, 400]],
    ["of calls that took no time", [packed([-173, 3, 0], [835, 1, 9e17])], [0, 9e14, 9e14]],
    ["over parts", [packed([115, 1, 100_000]), packed([115, 1, 102_000], [150, 2, 800_000])], [101, 400, 400]],
  ])("%s", (_what, parts, expected) => {
    expect(latencies(...parts).percentiles([0.5, 0.95, 0.99])).toEqual(expected);
  });

  test("of a hundred parts are those of one", () => {
    const parts = Array.from({ length: 100 }, (_, place) => packed([place % 40, 1, 1000 * (place % 40)]));
    const whole = packed(
      ...Array.from({ length: 40 }, (_, bin): [number, number, number] => {
        const count = bin < 20 ? 3 : 2;
        return [bin, count, 1000 * bin * count];
      }),
    );
    const shares = Array.from({ length: 99 }, (_, place) => (place + 1) / 100);
    expect(latencies(...parts).percentiles(shares)).toEqual(latencies(whole).percentiles(shares));
  });
});

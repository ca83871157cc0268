import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonTextArbitrary } from "./json-arbitrary";
import { readPortable, writePortable } from "./portable";
import { JsonText } from "./text";

const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom(null, true, false, "</script>", "\u2028", "\ud800"),
    fc.string(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Object.is(number, -0)),
    jsonTextArbitrary.map((text) => new JsonText(text)),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.array(fc.tuple(fc.string(), tie("value")), { maxLength: 4 }).map((entries) => new Map(entries)),
    fc
      .uniqueArray(
        fc.tuple(fc.oneof(fc.string(), fc.constantFrom("$", "__proto__", "text", "entries")), tie("value")),
        {
          selector: ([key]) => key,
          maxLength: 4,
        },
      )
      .map((entries) => Object.fromEntries(entries)),
  ),
})).value;

describe("portable text", () => {
  it("brings every value back as it was", () => {
    fc.assert(
      fc.property(value, (one) => {
        expect(readPortable(writePortable(one))).toStrictEqual(one);
      }),
      { numRuns: 500 },
    );
  });

  it("keeps the digits and the spelling of payloads", () => {
    const text = '{ "n" : 12345678901234567890, "one": 1.0, "a":1, "a":2, "x": "\\u0041" }';
    const read = readPortable(writePortable({ rows: [{ inputs: new JsonText(text) }] }));
    expect(read).toStrictEqual({ rows: [{ inputs: new JsonText(text) }] });
  });

  it("leaves out undefined members, and takes what looks like its own marks as data", () => {
    const odd = { $: "json", text: "1", inner: { $: "map", entries: [[1, 2]] } };
    expect(readPortable(writePortable({ odd, none: undefined }))).toStrictEqual({ odd });
    expect(readPortable(writePortable({ pageParams: [undefined, 1] }))).toStrictEqual({ pageParams: [undefined, 1] });
  });

  it.each([
    ["an error", { cutOff: new Error("cut") }],
    ["not a number", [Number.NaN]],
    ["infinity", Number.POSITIVE_INFINITY],
    ["a bigint", { n: 1n }],
    ["a date", new Date(0)],
    ["a set", new Set([1])],
    ["a function", () => 1],
  ])("refuses %s", (_name, one) => {
    expect(() => writePortable(one)).toThrow(TypeError);
  });
});

import { describe, expect, it } from "vitest";

import { JsonText } from "@/lib/json/text";

import { findPassage, markedIn, placePassage } from "./passage";

const json = (value: unknown) => new JsonText(JSON.stringify(value));
const marked = (shown: string, quote: string, from = 0) => {
  const start = shown.indexOf(quote, from);
  const found = markedIn(shown, { start, end: start + quote.length });
  if (!found) throw new Error(`${quote} was not marked`);
  return found;
};

describe("placePassage", () => {
  it("finds the string and the range in it", () => {
    const payload = json({ messages: [{ content: "Be brief." }, { content: "Where is Lyon?" }] });
    expect(placePassage("inputs", payload, marked("user\nWhere is Lyon?", "Lyon"))).toEqual({
      of: "inputs",
      quote: "Lyon",
      path: ["messages", 1, "content"],
      start: 9,
      end: 13,
    });
  });

  it("takes the occurrence with the same surroundings", () => {
    const payload = json({ a: "from Lyon to Paris", b: "from Paris to Lyon" });
    expect(placePassage("output", payload, marked("from Lyon to Paris\nfrom Paris to Lyon", "Lyon", 10))).toMatchObject(
      {
        path: ["b"],
        start: 14,
      },
    );
  });

  it("finds what was rendered from Markdown", () => {
    const source = "It **left** Lyon.\n\n- then `Paris`";
    const place = placePassage("output", json(source), marked("It left Lyon.\nthen Paris", "left Lyon.\nthen"));
    expect(source.slice(place.start, place.end)).toBe("left** Lyon.\n\n- then");
    expect(place.path).toEqual([]);
  });

  it("has no position for what is in several strings, or in none", () => {
    expect(placePassage("output", json(["one", "two"]), marked("one two", "one two"))).toEqual({
      of: "output",
      quote: "one two",
    });
    expect(placePassage("output", json(12), marked("12", "12"))).toEqual({ of: "output", quote: "12" });
  });

  it("searches only the beginning of a long payload", () => {
    const payload = json(["x".repeat(400_000), "Lyon"]);
    expect(placePassage("output", payload, marked("Lyon", "Lyon"))).toEqual({ of: "output", quote: "Lyon" });
  });
});

describe("findPassage", () => {
  const payload = json({ a: "from Lyon to Paris", b: "from Paris to Lyon" });
  const passage = { of: "output" as const, quote: "Lyon", path: ["b"], start: 14, end: 18 };

  it("finds the same occurrence again, whatever is shown beside it", () => {
    const shown = '{ 2 fields }\na: "from Lyon to Paris"\nb: "from Paris to Lyon"';
    expect(findPassage(shown, payload, passage)?.start).toBe(shown.lastIndexOf("Lyon"));
  });

  it("finds the quote if the payload has changed", () => {
    expect(findPassage("to Lyon", json({ b: "to Lyon" }), passage)).toEqual({ start: 3, end: 7 });
  });

  it("is nothing where the passage is not shown", () => {
    expect(findPassage("from Paris", payload, passage)).toBeUndefined();
  });

  it("takes characters of patterns as they are", () => {
    expect(findPassage("a.c (b)", undefined, { of: "output", quote: "c (b)" })).toEqual({ start: 2, end: 7 });
    expect(findPassage("abc", undefined, { of: "output", quote: "a.c" })).toBeUndefined();
  });
});

it("a selection has no outer spaces, and at most the length that is allowed", () => {
  expect(markedIn("a  b c", { start: 1, end: 5 })).toEqual({ quote: "b", before: "a  ", after: " c" });
  expect(markedIn("a   b", { start: 1, end: 4 })).toBeUndefined();
  expect(markedIn("x".repeat(3_000), { start: 0, end: 3_000 })).toBeUndefined();
});

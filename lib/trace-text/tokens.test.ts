import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { AWKWARD } from "./test-texts";
import { realTokens } from "./test-tokens";
import { cutToTokens, estimateTokens } from "./tokens";

const file = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

/** Bytes that look random, and are the same in every run. */
const bytes = Buffer.concat(Array.from({ length: 100 }, (_, at) => createHash("sha256").update(String(at)).digest()));
const json = JSON.parse(file("package.json"));

/** Texts with the most that the estimate may exceed what o200k_base counts, as a factor. */
const TEXTS: readonly (readonly [name: string, text: string, atMost: number])[] = [
  ["prose", file("docs/filters.md"), 1.3],
  ["code", file("lib/trace/align.ts"), 1.4],
  ["JSON in one line", JSON.stringify(json), 1.25],
  ["indented JSON", JSON.stringify(json, null, 4), 1.3],
  ["a table of numbers", file("lib/cost/default-prices.json").slice(0, 20_000), 1.15],
  ["base64", bytes.toString("base64"), 1.2],
  ["hexadecimal", bytes.toString("hex"), 1.1],
  ["digits", BigInt(`0x${bytes.toString("hex").slice(0, 2_000)}`).toString(), 1.05],
  ["JSON inside JSON inside JSON", JSON.stringify(JSON.stringify(JSON.stringify(json))), 1.7],
  // Without the table of tokens, other scripts are estimated by their rarest words.
  ["Chinese", AWKWARD.chinese, 4.3],
  ["Japanese", AWKWARD.japanese, 2.8],
  ["Korean", AWKWARD.korean, 3.7],
  ["Russian", AWKWARD.russian, 3.7],
  ["Arabic", AWKWARD.arabic, 3.5],
  ["Thai", AWKWARD.thai, 3.8],
  ["Amharic", AWKWARD.amharic, 1.5],
  ["emoji", AWKWARD.emoji, 2],
  ["combining marks", AWKWARD.marks, 1.2],
  ["punctuation", AWKWARD.punctuation, 1.7],
  ["hieroglyphs", AWKWARD.hieroglyphs, 1.1],
];

describe.each(TEXTS)("%s", (_name, text, atMost) => {
  test("is estimated at no fewer tokens than o200k_base counts, and not at many more", () => {
    const counted = realTokens(text);
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(counted);
    expect(estimateTokens(text)).toBeLessThanOrEqual(counted * atMost);
  });

  test("is cut within a budget", () => {
    for (const budget of [0, 1, 17, 200]) {
      const cut = cutToTokens(text, budget);
      expect(realTokens(cut)).toBeLessThanOrEqual(budget);
      expect(text.startsWith(cut)).toBe(true);
      expect(cut.isWellFormed()).toBe(text.isWellFormed());
    }
  });
});

test("a text that fits is not cut", () => {
  expect(cutToTokens("Where is my parcel?", 20)).toBe("Where is my parcel?");
  expect(estimateTokens("")).toBe(0);
});

import { describe, expect, test } from "vitest";
import { PriceBook } from "./price-book";
import { price } from "./test-prices";

const day = (date: string) => `${date}T00:00:00.000000Z`;
const own = (llm_id: string, date: string, id = `own ${llm_id} ${date}`) =>
  price({ id, llm_id, effective_date: day(date) });
const listed = (llm_id: string, date: string) => ({
  ...own(llm_id, date, `default ${llm_id} ${date}`),
  pricing_level: "default" as const,
});

const book = new PriceBook(
  [
    own("gpt-4o", "2026-03-01"),
    own("gpt-4o", "2026-05-01"),
    own("azure/gpt-4o", "2026-06-01"),
    own("gpt-4o-2024-08-06", "2026-07-01"),
  ],
  new PriceBook([
    listed("gpt-4o", "2024-10-02"),
    listed("gpt-4o", "2024-05-13"),
    listed("claude-haiku-4-5", "2025-10-15"),
  ]),
);

describe("the price of a model at a time", () => {
  test.each([
    ["the latest that had taken effect", "gpt-4o", "2026-05-02", "own gpt-4o 2026-05-01"],
    ["from the very moment", "gpt-4o", "2026-05-01", "own gpt-4o 2026-05-01"],
    ["not one that comes later", "gpt-4o", "2026-04-30", "own gpt-4o 2026-03-01"],
    ["a default one before any of the project's", "gpt-4o", "2026-02-28", "default gpt-4o 2024-10-02"],
    ["an older default", "gpt-4o", "2024-10-01", "default gpt-4o 2024-05-13"],
    ["none before the first", "gpt-4o", "2024-05-12", undefined],
    ["the exact name before the one without prefix", "azure/gpt-4o", "2026-06-01", "own azure/gpt-4o 2026-06-01"],
    ["without prefix while the exact one has not begun", "azure/gpt-4o", "2026-05-31", "own gpt-4o 2026-05-01"],
    ["without date", "gpt-4o-2024-11-20", "2026-07-02", "own gpt-4o 2026-05-01"],
    ["the dated name first", "gpt-4o-2024-08-06", "2026-07-02", "own gpt-4o-2024-08-06 2026-07-01"],
    [
      "without prefix before without date",
      "openai/gpt-4o-2024-08-06",
      "2026-07-02",
      "own gpt-4o-2024-08-06 2026-07-01",
    ],
    [
      "an own price of a lesser name before a default",
      "azure/gpt-4o-2024-11-20",
      "2026-06-02",
      "own azure/gpt-4o 2026-06-01",
    ],
    [
      "a default of a lesser name",
      "us.anthropic.claude-haiku-4-5-20251001-v1:0",
      "2026-01-01",
      "default claude-haiku-4-5 2025-10-15",
    ],
    ["nobody's", "llama", "2026-01-01", undefined],
    ["a name of an object's own", "__proto__", "2026-01-01", undefined],
  ])("%s", (_what, model, at, id) => {
    expect(book.priceOf(model, day(at))?.id).toBe(id);
  });

  test("of two that took effect at once, the one created later applies", () => {
    const first = price({ id: "b", created_at: day("2026-01-01") });
    const second = price({ id: "a", created_at: day("2026-01-02") });
    for (const rows of [
      [first, second],
      [second, first],
    ])
      expect(new PriceBook(rows).priceOf("gpt", day("2026-02-01"))).toBe(second);
  });
});

describe("the spans of a model", () => {
  test.each(["gpt-4o", "azure/gpt-4o", "gpt-4o-2024-08-06", "openai/gpt-4o-2024-11-20", "llama"])(
    "%s: each moment has the price that a look-up finds",
    (model) => {
      const spans = book.spansOf(model);
      for (const at of [
        "2024-01-01",
        "2024-05-13",
        "2024-10-02",
        "2026-03-01",
        "2026-05-01",
        "2026-06-15",
        "2026-07-01",
        "2030-01-01",
      ].map(day)) {
        const holding = spans.filter(({ from, to }) => from <= at && (to === undefined || at < to));
        expect(holding.map(({ price: { id } }) => id)).toEqual([book.priceOf(model, at)?.id].filter(Boolean));
      }
    },
  );

  test("are oldest first and open at the end", () => {
    expect(book.spansOf("gpt-4o").map(({ from, to }) => [from.slice(0, 10), to?.slice(0, 10)])).toEqual([
      ["2024-05-13", "2024-10-02"],
      ["2024-10-02", "2026-03-01"],
      ["2026-03-01", "2026-05-01"],
      ["2026-05-01", undefined],
    ]);
  });
});

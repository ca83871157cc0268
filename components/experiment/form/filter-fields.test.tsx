// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { renderPage } from "@/components/ui/test-page";
import { NEW_EXPERIMENT } from "@/lib/experiment/new-experiment";

import { FilterFields } from "./filter-fields";
import type { MatchingRows } from "./use-matching-rows";

const known = (digests: readonly string[], compared: number): MatchingRows => ({
  digests,
  compared,
  isReading: false,
  error: null,
});

it.each<[string, MatchingRows, number, string]>([
  ["all rows", known(["r1", "r2"], 6), 6, "2 of 6 rows match."],
  ["one row", known(["r1"], 6), 6, "1 of 6 rows matches."],
  [
    "the first rows",
    known([], 10_000),
    25_000,
    "0 of 10,000 rows match. Only the first 10,000 of 25,000 rows are searched.",
  ],
  ["rows that are read", { ...known([], 0), digests: undefined, isReading: true }, 6, "Reading the rows"],
])("says how many of %s match", (_what, matching, count, words) => {
  const fields = { ...NEW_EXPERIMENT, rows: "filter", filterColumn: "city", filterText: "o" };
  renderPage(
    <FilterFields
      fields={fields}
      problems={{}}
      columns={["city"]}
      count={count}
      matching={matching}
      onChange={() => undefined}
    />,
  );
  expect(screen.getByRole("status").textContent).toBe(words);
});

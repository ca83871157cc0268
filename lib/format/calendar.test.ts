import { expect, test } from "vitest";

import { addDays, addMonths, dateWords, monthWords, startOfWeek, weeksOf } from "./calendar";

test("the weeks of a month begin on Monday and contain all of its days", () => {
  const november = weeksOf("2026-11");
  expect(november.map(([monday]) => monday)).toEqual([
    "2026-10-26",
    "2026-11-02",
    "2026-11-09",
    "2026-11-16",
    "2026-11-23",
    "2026-11-30",
  ]);
  expect(november.every((week) => week.length === 7)).toBe(true);
  // A February of four whole weeks.
  expect(weeksOf("2027-02").flat()).toHaveLength(28);
});

test.each([
  [addDays("2024-02-28", 1), "2024-02-29"],
  [addDays("2026-01-01", -1), "2025-12-31"],
  [addMonths("2026-01-31", 1), "2026-02-28"],
  [addMonths("2026-03-31", -1), "2026-02-28"],
  [addMonths("2026-12-15", 1), "2027-01-15"],
  [startOfWeek("2026-11-01"), "2026-10-26"],
  [startOfWeek("2026-10-26"), "2026-10-26"],
  [monthWords("2026-11"), "November 2026"],
  [dateWords("2026-11-20"), "Friday 20 November 2026"],
])("%s is %s", (found, expected) => {
  expect(found).toBe(expected);
});

import { expect, test } from "vitest";

import { ALL_TIME, dependsOnZone, isRange, spanWord, type TimeSpan } from "./time-span";

const at = "2020-01-02T03:04:05Z";

test.each<[Partial<TimeSpan>, string]>([
  [{}, "All time"],
  [{ range: "24h" }, "Last 24 hours"],
  [{ range: "1h" }, "Last hour"],
  [{ range: "15m" }, "Last 15 minutes"],
  [{ range: "this-week" }, "This week"],
  [{ range: "yesterday 14:00 to 16:00" }, "Yesterday 14:00 to 16:00"],
  [{ from: at }, "Since 2 Jan 2020 03:04:05"],
  [{ to: at }, "Until 2 Jan 2020 03:04:05"],
  [{ from: at, to: "2020-01-03T00:00:00Z" }, "2 Jan 2020 03:04:05 to 3 Jan 2020 00:00:00"],
  [{ from: at, range: "1h" }, "Since 2 Jan 2020 03:04:05"],
])("%o is called %s", (span, word) => {
  expect(spanWord({ ...ALL_TIME, ...span }, "UTC")).toBe(word);
});

test.each([
  ["15m", true],
  ["this-week", true],
  ["yesterday 14:00 to 16:00", true],
  ["2026-11-18T14:00:00.000000Z to 1h", true],
  ["", false],
  ["soon", false],
  ["2h to", false],
  ["14:00", false],
  ["next-week", false],
])("whether %s in an address is a range is %s", (text, is) => {
  expect(isRange(text)).toBe(is);
});

test.each<[Partial<TimeSpan>, boolean]>([
  [{ range: "today" }, true],
  [{ range: "since yesterday 14:00" }, true],
  [{ range: "2h" }, false],
  [{ range: "today", from: at }, false],
  [{}, false],
])("whether %o depends on the time zone is %s", (span, depends) => {
  expect(dependsOnZone({ ...ALL_TIME, ...span })).toBe(depends);
});

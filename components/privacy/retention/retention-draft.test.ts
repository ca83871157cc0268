import { expect, test } from "vitest";
import type { Retention } from "@/lib/contract/retention";
import { draftOf, retentionOf } from "./retention-draft";

const kept: Retention = { keep_days: 30, keep_queued: true, keep_in_tables: false, keep_annotated: true };

test.each<Retention>([kept, { ...kept, keep_days: null }, { ...kept, keep_queued: false, keep_in_tables: true }])(
  "what is stored is what the form begins with: %j",
  (retention) => {
    expect(retentionOf(draftOf({ ...retention, version: 2 }))).toEqual({ retention });
  },
);

test.each(["", "0", "1.5", "-3", "3651", "30 days", "1e3", "０"])("%j days are a problem", (days) => {
  expect(retentionOf({ ...draftOf({ ...kept, version: 2 }), days })).toEqual({
    problems: { days: "Enter a whole number of days from 1 to 3650" },
  });
});

test.each([
  [" 7 ", 7],
  ["3650", 3650],
])("%j days are %i", (days, keep_days) => {
  expect(retentionOf({ ...draftOf({ ...kept, version: 2 }), days })).toEqual({ retention: { ...kept, keep_days } });
});

test("days do not matter if everything is kept", () => {
  const draft = { ...draftOf({ ...kept, version: 2 }), keep: "ever", days: "x" };
  expect(retentionOf(draft)).toEqual({ retention: { ...kept, keep_days: null } });
});

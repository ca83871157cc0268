import { expect, test } from "vitest";

import { shownLabels } from "./shown-labels";

const on = (label: string) => ({
  object_id: "greet",
  label,
  digest: "d",
  version_index: 1,
  moved_by: "ada",
  moved_at: "2026-11-24T08:00:00.000000Z",
});

test("suggestions come before the first label, and protected ones are marked", () => {
  expect(shownLabels([], ["eu"])).toEqual([
    { label: "eu", on: undefined, isProtected: true },
    { label: "production", on: undefined, isProtected: false },
    { label: "staging", on: undefined, isProtected: false },
  ]);
});

test("every label is shown once, with its version", () => {
  const labels = [on("canary"), on("production")];
  expect(shownLabels(labels, ["production"])).toEqual([
    { label: "canary", on: labels[0], isProtected: false },
    { label: "production", on: labels[1], isProtected: true },
    { label: "staging", on: undefined, isProtected: false },
  ]);
});

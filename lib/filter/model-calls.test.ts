import { expect, test } from "vitest";

import { modelCallsPath } from "./model-calls";

test.each([
  [
    "gpt-4o",
    "2026-11-01T00:00:00.000000Z",
    { q: "model:gpt-4o not kind:agent,chain", from: "2026-11-01T00:00:00.000000Z" },
  ],
  ['a "b" or c', undefined, { q: String.raw`model:"a \"b\" or c" not kind:agent,chain` }],
  [undefined, undefined, { q: "not has:model" }],
])("the calls of %s since %s", (model, since, view) => {
  const address = new URL(modelCallsPath("acme/bot", model, since), "http://localhost");
  expect(address.pathname).toBe("/acme/bot/calls");
  expect(Object.fromEntries(address.searchParams)).toEqual({ ...view, roots: "false" });
});

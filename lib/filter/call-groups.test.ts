import { expect, test } from "vitest";
import { toJsonText } from "@/lib/json/text";

import { callGroupPath } from "./call-groups";
import { parseFilter } from "./parse-filter";

test.each([
  ["acme/bot", "plan", "core:///acme/bot/op/plan:%", "op:plan or op:core:///acme/bot/op/plan:*"],
  [
    "acme/my_bot",
    "find_city",
    String.raw`core:///acme/my\_bot/op/find\_city:%`,
    "op:find_city or op:core:///acme/my_bot/op/find_city:*",
  ],
  ["acme/bot", "100%*", String.raw`core:///acme/bot/op/100\%25*:%`, 'op:"100%*" or op:"core:///acme/bot/op/100%25*:"*'],
  [
    "acme/bot",
    String.raw`a\b "c" or d`,
    String.raw`core:///acme/bot/op/a\\b "c" or d:%`,
    String.raw`op:"a\\b \"c\" or d" or op:"core:///acme/bot/op/a\\b \"c\" or d:"*`,
  ],
])("the calls of an op of project %s are those of all versions: %s", (project, op, pattern, text: string) => {
  const address = new URL(callGroupPath(project, { op }, "op", { range: "7d" }) ?? "", "http://localhost");
  const { q = "", ...view } = Object.fromEntries(address.searchParams);
  expect(view).toEqual({ range: "7d", roots: "false" });
  expect(q).toBe(text);
  expect(parseFilter(q)).toEqual({
    kind: "or",
    parts: [
      { kind: "field", field: "op_name", comparison: "is", values: [toJsonText(op)] },
      { kind: "field", field: "op_name", comparison: "like", values: [toJsonText(pattern)] },
    ],
  });
});

test.each([
  ["model" as const, { model: "m_1*" }, "overview.model", "m_1*"],
  ["user" as const, { user_id: "50%" }, "overview.user_id", "50%"],
  [
    "version" as const,
    { op: "find_city", version: "x".repeat(43) },
    "op_name",
    `core:///a/b/op/find_city:${"x".repeat(43)}`,
  ],
])("the calls of a %s are those with this value", (by, group, field, value) => {
  const address = new URL(callGroupPath("a/b", group, by) ?? "", "http://localhost");
  const expected = { kind: "field", field, comparison: "is", values: [toJsonText(value)] };
  expect(parseFilter(address.searchParams.get("q") ?? "")).toEqual(expected);
});

test("calls without a value have no address", () => {
  expect(["model" as const, "op" as const, "user" as const].map((by) => callGroupPath("a/b", {}, by))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

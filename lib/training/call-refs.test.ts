import { expect, test } from "vitest";
import { JsonNode } from "@/lib/json/node";
import { callRefsOf } from "./call-refs";

test.each([
  [
    ["core:///a/b/call/1", "core:///a/b/call/2", "core:///a/b/call/1"],
    ["1", "2"],
  ],
  [["nonsense", 7, "core:///a/b/object/o:v1"], []],
  ["core:///a/b/call/1", ["1"]],
  ["core:///a/b/call/1, core:///a/b/call/2\ncore:///a/b/call/3 ", ["1", "2", "3"]],
  ["", []],
  [null, []],
])("of the refs %j the calls %j", (refs, ids) => {
  const trajectory = JsonNode.parse(JSON.stringify({ metadata: { call_refs: refs } }));
  expect(callRefsOf(trajectory).map(({ ref }) => ref.id)).toEqual(ids);
});

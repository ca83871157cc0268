import { expect, test } from "vitest";
import { JsonText } from "@/lib/json/text";
import { tableOf } from "./table-of";

test.each([
  ['{"rows":"weave:///a/b/table/d1"}', "d1"],
  ['{"rows":"core:///a/b/table/d%2F1"}', "d/1"],
  ['{"rows":"core:///other/b/table/d1"}', undefined],
  ['{"rows":"core:///a/b/object/x:d1"}', undefined],
  ['{"rows":[1]}', undefined],
  ["[]", undefined],
])("the table of %s is %s", (val, digest) => {
  expect(tableOf(new JsonText(val), "a/b")).toBe(digest);
});

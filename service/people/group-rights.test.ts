import { expect, test } from "vitest";
import type { Grant } from "@/lib/contract/grants";
import { rightsOf } from "./group-rights";

const grant = (project_pattern: string, role: Grant["role"]): Grant => ({ project_pattern, role });
const ROLES_BY_GROUP = new Map([
  ["readers", [grant("acme/*", "viewer")]],
  ["writers", [grant("acme/*", "member"), grant("zoo/b", "viewer")]],
  ["keepers", [grant("*", "admin")]],
]);

test.each<[string[], Grant[]]>([
  [[], []],
  [["unknown", "__proto__", "constructor"], []],
  [["Readers"], []],
  [["readers"], [grant("acme/*", "viewer")]],
  [
    ["writers", "readers", "writers", "unknown"],
    [grant("acme/*", "member"), grant("zoo/b", "viewer")],
  ],
  [
    ["readers", "keepers"],
    [grant("*", "admin"), grant("acme/*", "viewer")],
  ],
])("members of %j may do what their groups say", (groups, roles) => {
  expect(rightsOf(groups, ROLES_BY_GROUP).roles).toEqual(roles);
});

test("groups without a role are not kept", () => {
  expect(rightsOf(["private", "writers"], ROLES_BY_GROUP).groups).toEqual(["writers"]);
});

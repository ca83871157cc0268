import { expect, test } from "vitest";
import { draftsOf, FIRST_GRANT, parseGrantDrafts, toGrants, withGrant } from "./grant-draft";

test("a role that is added is one of its own, even after another was removed", () => {
  const two = withGrant([FIRST_GRANT]);
  const again = withGrant(two.slice(1));
  expect(again.map(({ row, role }) => [row, role])).toEqual([
    [1, "member"],
    [2, "member"],
  ]);
  expect(withGrant([])).toHaveLength(1);
});

test("what is edited is sent trimmed", () => {
  const grants = [{ project_pattern: "acme/*", role: "viewer" as const }];
  expect(toGrants(draftsOf(grants))).toEqual(grants);
  expect(toGrants([{ row: 3, pattern: " acme/a ", role: "admin" }])).toEqual([
    { project_pattern: "acme/a", role: "admin" },
  ]);
});

test.each([
  [JSON.stringify([FIRST_GRANT]), [FIRST_GRANT]],
  ["[]", []],
  ["", undefined],
  ["{}", undefined],
  ['[{"row":0,"pattern":"a","role":"king"}]', undefined],
])("stored drafts %s", (text, drafts) => expect(parseGrantDrafts(text)).toEqual(drafts));

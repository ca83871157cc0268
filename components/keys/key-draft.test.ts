import { describe, expect, test } from "vitest";
import { patternPath } from "@/components/ui/grant-draft";
import { emptyKey, placeErrors, toNewKey } from "./key-draft";

describe("what is sent", () => {
  test.each([
    [
      { owner: " Ada ", grants: [{ row: 0, pattern: " acme/* ", role: "member" as const }], defaultProject: " " },
      { owner: "Ada", roles: [{ project_pattern: "acme/*", role: "member" }] },
    ],
    [
      { owner: "Ada", grants: [{ row: 3, pattern: "*", role: "viewer" as const }], defaultProject: " acme/bot" },
      { owner: "Ada", roles: [{ project_pattern: "*", role: "viewer" }], default_project: "acme/bot" },
    ],
  ])("%#", (draft, body) => expect(toNewKey(draft)).toEqual(body));
});

test("each error is shown at its field until that is changed", () => {
  const draft = { ...emptyKey, owner: "Ada" };
  const errors = [
    { path: "roles[0].project_pattern", message: "must not be empty" },
    { path: "roles", message: "too many" },
    { path: "roles[1].project_pattern", message: "is no row" },
  ];
  const { at, rest } = placeErrors(errors, draft, toNewKey(draft));
  expect([at("owner"), at(patternPath(0))]).toEqual([undefined, "must not be empty"]);
  expect(rest.map(({ message }) => message)).toEqual(["too many", "is no row"]);
  const changed = { ...draft, grants: draft.grants.map((grant) => ({ ...grant, pattern: "acme/*" })) };
  expect(placeErrors(errors, changed, toNewKey(draft)).at(patternPath(0))).toBeUndefined();
});

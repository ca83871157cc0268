import { expect, test } from "vitest";
import { grantWords } from "./role-words";

test.each([
  [[], ""],
  [[{ project_pattern: "*", role: "admin" as const }], "admin on every project"],
  [
    [
      { project_pattern: "acme/*", role: "member" as const },
      { project_pattern: "zoo/site", role: "viewer" as const },
    ],
    "member on acme/*, viewer on zoo/site",
  ],
])("roles in words, %#", (grants, words) => expect(grantWords(grants)).toBe(words));

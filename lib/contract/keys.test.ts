import { describe, expect, test } from "vitest";
import { ROLES } from "./endpoint";
import { grant, keysCreateRequest, keysQueryRequest, keysRevokeRequest, keysSelfRequest } from "./keys";
import { allows, covers, defaultProjectOf, patternsWith } from "./grants";
import { KEY_ROLES, NAME_CHARS } from "./limits";
import { problemsOf, readBody } from "./test-body";

const full = {
  owner: "Ada",
  roles: [
    { project_pattern: "acme/*", role: "member" },
    { project_pattern: "zoo/site", role: "admin" },
  ],
  default_project: "acme/support",
};
const minimal = { owner: "Ada", roles: [{ project_pattern: "acme/support", role: "viewer" }] };
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ project_pattern: `acme/p${index}`, role: "viewer" }));

test("a full and a minimal key are read as sent", () => {
  expect(readBody(keysCreateRequest, full)).toEqual(full);
  expect(readBody(keysCreateRequest, minimal)).toEqual(minimal);
  expect(readBody(keysCreateRequest, { ...minimal, roles: many(KEY_ROLES) }).roles).toHaveLength(KEY_ROLES);
});

test("a name without a slash is in the entity local", () => {
  const bare = { owner: "Ada", roles: [{ project_pattern: "bot", role: "member" }], default_project: "bot" };
  expect(readBody(keysCreateRequest, bare)).toMatchObject({
    roles: [{ project_pattern: "local/bot" }],
    default_project: "local/bot",
  });
});

describe("a key is refused", () => {
  const PATTERN = "must be *, <entity>/* or <entity>/<project>";
  const withPattern = (project_pattern: unknown) => ({ ...minimal, roles: [{ project_pattern, role: "viewer" }] });
  test.each<[string, object, string, string]>([
    ["no owner", { ...minimal, owner: undefined }, "owner", "is required"],
    ["an empty owner", { ...minimal, owner: "" }, "owner", "must not be empty"],
    ["a padded owner", { ...minimal, owner: "Ada " }, "owner", "must not begin or end with a space"],
    ["a control character", { ...minimal, owner: "A\0" }, "owner", "must not contain control characters"],
    ["a long owner", { ...minimal, owner: "a".repeat(NAME_CHARS + 1) }, "owner", "must have at most 1024 characters"],
    ["no roles", { owner: "Ada" }, "roles", "is required"],
    ["an empty list of roles", { ...minimal, roles: [] }, "roles", "must have at least one entry"],
    ["too many roles", { ...minimal, roles: many(KEY_ROLES + 1) }, "roles", "must have at most 100 entries"],
    [
      "a pattern twice",
      { ...minimal, roles: [...minimal.roles, ...minimal.roles] },
      "roles[1].project_pattern",
      "is listed twice",
    ],
    ["no pattern", withPattern(undefined), "roles[0].project_pattern", "is required"],
    ["part of a name", withPattern("acme/app-*"), "roles[0].project_pattern", PATTERN],
    ["any entity", withPattern("*/bot"), "roles[0].project_pattern", PATTERN],
    ["two stars", withPattern("*/*"), "roles[0].project_pattern", PATTERN],
    ["three names", withPattern("a/b/c"), "roles[0].project_pattern", PATTERN],
    ["a slash at the end", withPattern("acme/"), "roles[0].project_pattern", PATTERN],
    [
      "an unknown role",
      { ...minimal, roles: [{ project_pattern: "a/b", role: "owner" }] },
      "roles[0].role",
      "must be one of viewer, annotator, member, admin",
    ],
    [
      "an unknown field of a role",
      { ...minimal, roles: [{ ...minimal.roles[0], until: 1 }] },
      "roles[0].until",
      "is not a known field",
    ],
    [
      "a default project elsewhere",
      { ...minimal, default_project: "acme/other" },
      "default_project",
      "must be a project that the key has a role on",
    ],
    [
      "a default project of no form",
      { ...minimal, default_project: "a/b/c" },
      "default_project",
      "must have the form <entity>/<project>",
    ],
    ["an id of its own", { ...minimal, id: "000000000000" }, "id", "is not a known field"],
  ])("with %s", (_what, body, path, message) => {
    expect(problemsOf(keysCreateRequest, body)).toContainEqual({ path, message });
  });
});

test.each([
  [keysQueryRequest, { include_revoked: true, limit: 10, offset: 1 }, []],
  [keysQueryRequest, {}, []],
  [keysQueryRequest, { limit: -1 }, [{ path: "limit", message: "must not be negative" }]],
  [
    keysQueryRequest,
    { include_revoked: 1 },
    [{ path: "include_revoked", message: "must be true or false, found a number" }],
  ],
  [keysQueryRequest, { limti: 1 }, [{ path: "limti", message: "is not a known field" }]],
  [keysRevokeRequest, { id: "0a1b2c3d4e5f" }, []],
  [keysRevokeRequest, {}, [{ path: "id", message: "is required" }]],
  [keysSelfRequest, {}, []],
  [keysSelfRequest, { id: "x" }, [{ path: "id", message: "is not a known field" }]],
])("the other requests, %#", (schema, body, problems) => {
  expect(problemsOf(schema, body)).toEqual(problems);
});

test.each([
  ["*", "acme/bot", true],
  ["*", "acme/*", true],
  ["*", "*", true],
  ["acme/*", "acme/bot", true],
  ["acme/*", "acme/*", true],
  ["acme/*", "acme-2/bot", false],
  ["acme/*", "acmeX/bot", false],
  ["acme/*", "*", false],
  ["acme/bot", "acme/bot", true],
  ["acme/bot", "acme/bot-2", false],
  ["acme/bot", "acme/*", false],
  ["acme/bot", "*", false],
  ["acme/bot", "Acme/bot", false],
])("the pattern %s covers %s: %s", (pattern, project, is) => expect(covers(pattern, project)).toBe(is));

describe.each(ROLES)("who has the role %s", (role) => {
  const grants = [grant.parse({ project_pattern: "acme/*", role })];
  test.each(ROLES)("when %s is required", (needed) => {
    const enough = ROLES.indexOf(role) >= ROLES.indexOf(needed);
    expect(allows(grants, "acme/bot", needed)).toBe(enough);
    expect(allows(grants, "zoo/bot", needed)).toBe(false);
    expect(patternsWith(grants, needed)).toEqual(enough ? ["acme/*"] : []);
  });
});

test("grants add up: the highest role that covers a project counts", () => {
  const grants = [
    grant.parse({ project_pattern: "acme/*", role: "member" }),
    grant.parse({ project_pattern: "acme/bot", role: "viewer" }),
    grant.parse({ project_pattern: "*", role: "viewer" }),
  ];
  expect(allows(grants, "acme/bot", "member")).toBe(true);
  expect(allows(grants, "zoo/site", "viewer")).toBe(true);
  expect(allows(grants, "zoo/site", "annotator")).toBe(false);
  expect(allows([], "acme/bot", "viewer")).toBe(false);
});

test.each([
  ["*", "local/default"],
  ["acme/*", "acme/default"],
  ["acme/bot", "acme/bot"],
])("records of a key for %s go to %s", (pattern, project) => {
  expect(defaultProjectOf([{ project_pattern: pattern }, { project_pattern: "zoo/site" }])).toBe(project);
});

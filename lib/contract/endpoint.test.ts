import { describe, expect, test } from "vitest";
import { addressOf, matchPath } from "./endpoint";

describe("addressOf", () => {
  test.each([
    ["GET", "/jobs", {}, "/jobs"],
    ["GET", "/jobs", { status: "queued", limit: 5, after: undefined, model_id: null }, "/jobs?status=queued&limit=5"],
    ["GET", "/jobs/{id}/events", { id: "a-1", after: "7" }, "/jobs/a-1/events?after=7"],
    ["GET", "/jobs", { project_id: "acme/é&x=1" }, "/jobs?project_id=acme%2F%C3%A9%26x%3D1"],
    ["POST", "/jobs/{id}/cancel", { id: "a-1", reason: "x" }, "/jobs/a-1/cancel"],
    ["POST", "/call/read", { id: "../x" }, "/call/read"],
  ] as const)("%s %s of %j", (method, path, request, address) => {
    expect(addressOf({ method, path }, request)).toBe(address);
  });

  test.each(["../keys", "a/b", "a?b", "", undefined])("%j is not allowed in a path", (id) => {
    expect(() => addressOf({ method: "GET", path: "/jobs/{id}" }, { id })).toThrow(TypeError);
  });
});

describe("matchPath", () => {
  test.each([
    ["/jobs", "/jobs", {}],
    ["/jobs", "/job", undefined],
    ["/jobs/{id}", "/jobs/a-1", { id: "a-1" }],
    ["/jobs/{id}", "/jobs", undefined],
    ["/jobs/{id}", "/jobs/", undefined],
    ["/jobs/{id}", "/jobs/..", undefined],
    ["/jobs/{id}", "/jobs/%2e%2e", undefined],
    ["/jobs/{id}", "/jobs/a/b", undefined],
    ["/jobs/{id}/groups/{index}", "/jobs/a/groups/3", { id: "a", index: "3" }],
  ])("%s means %s", (pattern, path, fields) => expect(matchPath(pattern, path)).toEqual(fields));
});

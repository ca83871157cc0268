import { expect, test } from "vitest";

import { parseAnyRef } from "@/lib/contract/refs";

import {
  callPath,
  decodeSegment,
  newTrainingPath,
  objectPath,
  projectIdOf,
  projectPath,
  refPath,
  tablePath,
  trainingJobPath,
} from "./address";

test.each([
  ["acme/bot", "/acme/bot"],
  ["acme/support bot?", "/acme/support%20bot%3F"],
  ["ünï/日本", "/%C3%BCn%C3%AF/%E6%97%A5%E6%9C%AC"],
])("the project %s is at %s, and back", (projectId, path) => {
  expect(projectPath(projectId)).toBe(path);
  const [, entity = "", project = ""] = path.split("/");
  expect(projectIdOf({ entity, project })).toBe(projectId);
});

test("broken encoding is left alone", () => {
  expect(decodeSegment("%E0%A4%A")).toBe("%E0%A4%A");
});

test("a call's id stays one segment", () => {
  const path = callPath("a/b", "x/../y#z%");
  expect(path).toBe("/a/b/calls/x%2F..%2Fy%23z%25");
  expect(decodeSegment(path.split("/").at(-1) ?? "")).toBe("x/../y#z%");
});

test.each([
  [{ kind: "op", name: "a/b c", digest: "v1" } as const, "/a/b/ops/a%2Fb%20c/v1"],
  [
    { kind: "object", name: "ds", digest: "x", path: [{ edge: "attr", value: "a/b" }] } as const,
    "/a/b/objects/ds/x?path=attr%2Fa%252Fb",
  ],
])("the version %j is at %s", (version, path) => {
  expect(objectPath("a/b", version)).toBe(path);
});

test.each([
  [undefined, "/a/b/tables/d%2F"],
  [3, "/a/b/tables/d%2F?row=3"],
])("a table, at row %s, is at %s", (row, path) => {
  expect(tablePath("a/b", "d/", row)).toBe(path);
});

test("a job, and the form that begins from it", () => {
  expect(trainingJobPath("a/b c", "0198")).toBe("/a/b%20c/training/0198");
  expect(newTrainingPath("a/b")).toBe("/a/b/training/new");
  expect(newTrainingPath("a/b", { job: "0198" })).toBe("/a/b/training/new?job=0198");
});

test.each([
  ["core:///acme/bot/call/01%2Fx", "/acme/bot/calls/01%2Fx"],
  ["weave:///acme/bot/op/predict:v2", "/acme/bot/ops/predict/v2"],
  ["core:///acme/bot/object/ds:abc/attr/rows/index/3", "/acme/bot/objects/ds/abc?path=attr%2Frows%2Findex%2F3"],
  ["core:///acme/bot/table/d1", "/acme/bot/tables/d1"],
  ["core:///a/b/table/d/index/12", "/a/b/tables/d?row=12"],
  ["weave:///a/b/table/d/id/r1", "/a/b/tables/d?digests=r1"],
])("the ref %s leads to %s", (ref, path) => {
  expect(refPath(parseAnyRef(ref))).toBe(path);
});

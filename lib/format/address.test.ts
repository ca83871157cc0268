import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";

import { parseAnyRef } from "@/lib/contract/refs";

import {
  ancestorPath,
  callPath,
  callsPath,
  comparePath,
  decodeSegment,
  isUnder,
  newQueuePath,
  newTrainingPath,
  objectPath,
  playgroundModelsPath,
  playgroundPath,
  projectIdOf,
  projectPath,
  queuePath,
  refPath,
  screenPath,
  tablePath,
  threadPath,
  trainingJobPath,
  withAnchor,
  withSearch,
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

const HOSTILE = [
  "//evil.test",
  "/evil.test",
  "\\\\evil.test",
  "https://evil.test",
  "javascript:alert(1)",
  "..",
  ".",
  "../..",
  "%2e%2e",
  "%2F",
  "a/b",
  "a?b=c&d",
  "a#b",
  "a;b@c:80",
  "\0",
  "\t\n",
  "\u{202E}ünï 日本 🦜",
  "\uD800",
  "~",
  "~~..",
  "",
  "x".repeat(5000),
];
/** Every kind of address, with the same text in every variable part. */
const ADDRESSES: readonly [string, (part: string) => string, segments: number][] = [
  ["a project", (part) => projectPath(`${part}/p`), 2],
  ["a project's name", (part) => projectPath(`e/${part}`), 2],
  ["both names", (part) => projectPath(`${part}/${part}`), 2],
  ["a project without an entity", (part) => projectPath(part), 2],
  ["a screen", (part) => screenPath("e/p", part), 3],
  ["a call", (part) => callPath("e/p", part), 4],
  ["a call of a project", (part) => callPath(`${part}/${part}`, part), 4],
  ["a comparison", (part) => comparePath("e/p", part, part), 4],
  ["a thread", (part) => threadPath("e/p", part), 4],
  ["a queue", (part) => queuePath("e/p", part, part), 5],
  ["a new queue", (part) => newQueuePath("e/p", { [part]: part }), 5],
  [
    "an op",
    (part) => objectPath("e/p", { kind: "op", name: part, digest: part, path: [{ edge: "key", value: part }] }),
    5,
  ],
  ["a table", (part) => tablePath("e/p", part), 4],
  ["a job", (part) => trainingJobPath("e/p", part), 4],
  ["a new job", (part) => newTrainingPath("e/p", { job: part }), 4],
  ["a playground", (part) => playgroundPath("e/p", part), 3],
  ["models side by side", (part) => playgroundModelsPath("e/p", [part, part]), 3],
  ["a call's ref", (id) => refPath({ scheme: "core", entity: id, project: id, kind: "call", id, path: [] }), 4],
  ["search parameters", (part) => withSearch(callsPath("e/p"), { [part]: part, x: undefined }), 3],
  ["an anchor", (part) => withAnchor(callsPath("e/p"), part), 3],
];

describe.each(ADDRESSES)("the address of %s", (_what, addressOf, segments) => {
  // Next decodes a path once before the page gets it; the decoded parts must be the same.
  test.each(HOSTILE)("stays on this site, with %j in it", (part) => {
    const url = new URL(addressOf(part), "https://loupe.test/other/page");
    expect(url.origin).toBe("https://loupe.test");
    expect(url.pathname.slice(1).split("/")).toHaveLength(segments);
    expect(url.pathname).not.toContain("//");
    expect(url.href).toBe(`https://loupe.test${addressOf(part)}`);
  });
});

test.each(HOSTILE)("a page reads back the names that its address was made of: %j", (part) => {
  const whole = part.toWellFormed();
  const [, , , , id = "missing"] = callPath("e/p", part).split("/");
  expect(decodeSegment(id)).toBe(whole);
  const [, entity = "missing", project = "missing"] = projectPath(`${part.replaceAll("/", "")}/${part}`).split("/");
  expect(projectIdOf({ entity, project })).toBe(`${whole.replaceAll("/", "")}/${whole}`);
});

/** Folders of pages next to a folder that takes any name, as `calls/compare` next to `calls/[id]`. */
function pagesBesideNames(folder = "app", way: readonly string[] = []): [string, readonly string[]][] {
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const inner = names.flatMap(({ name }): [string, readonly string[]][] =>
    pagesBesideNames(`${folder}/${name}`, /^\(.*\)$/.test(name) ? way : [...way, name]),
  );
  if (!names.some(({ name }) => name.startsWith("["))) return inner;
  const pages = names.flatMap(({ name }) => (name.startsWith("(") ? readdirSync(`${folder}/${name}`) : [name]));
  const fixed = pages.filter((name) => /^[a-z-]+$/.test(name));
  return fixed.length === 0 ? inner : [...inner, [[...way, "*"].join("/"), fixed]];
}

test("no name leads to another page instead", () => {
  const byPlace: Record<string, (name: string) => string> = {
    "*": (name) => projectPath(`${name}/p`),
    "[entity]/[project]/calls/*": (name) => callPath("e/p", name),
    "[entity]/[project]/feedback/queues/*": (name) => queuePath("e/p", name),
    "[entity]/[project]/tables/*": (name) => tablePath("e/p", name),
    "[entity]/[project]/training/*": (name) => trainingJobPath("e/p", name),
  };
  const found = new Map(pagesBesideNames());
  expect([...found.keys()].toSorted()).toEqual(Object.keys(byPlace).toSorted());
  for (const [place, pages] of found)
    for (const page of [...pages, ...pages.map((name) => `~${name}`)]) {
      const address = byPlace[place]?.(page).split("/") ?? [];
      expect(address).not.toContain(page);
      expect(address.map(decodeSegment)).toContain(page);
    }
  for (const file of [...readdirSync("public"), "_next"]) expect(projectPath(`${file}/p`)).toBe(`/~${file}/p`);
});

test("the page above another", () => {
  expect(ancestorPath("/a/b/objects/x%2Fy/1", 4)).toBe("/a/b/objects/x%2Fy");
  expect(ancestorPath("//evil.test/b", 1)).toBe("/evil.test");
});

test.each([
  ["/a/b/calls", true],
  ["/a/b/calls/x", true],
  ["/a/b/calls-x", false],
])("%s is under /a/b/calls: %s", (pathname, is) => {
  expect(isUnder(pathname, callsPath("a/b"))).toBe(is);
});

test("invalid encoding is unchanged", () => {
  expect(decodeSegment("%E0%A4%A")).toBe("%E0%A4%A");
});

test("a call's id stays one segment", () => {
  const path = callPath("a/b", "x/../y#z%");
  expect(path).toBe("/a/b/calls/x%2F..%2Fy%23z%25");
  expect(decodeSegment(path.split("/").at(-1) ?? "")).toBe("x/../y#z%");
});

test.each([
  [{ kind: "op", name: "a/b c", digest: "v1" } as const, "/a/b/ops/a%2Fb%20c/v2"],
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
  ["weave:///acme/bot/op/predict:v2", "/acme/bot/ops/predict/v3"],
  ["core:///acme/bot/object/ds:abc/attr/rows/index/3", "/acme/bot/objects/ds/abc?path=attr%2Frows%2Findex%2F3"],
  ["core:///acme/bot/table/d1", "/acme/bot/tables/d1"],
  ["core:///a/b/table/d/index/12", "/a/b/tables/d?row=12"],
  ["weave:///a/b/table/d/id/r1", "/a/b/tables/d?digests=r1"],
])("the ref %s leads to %s", (ref, path) => {
  expect(refPath(parseAnyRef(ref))).toBe(path);
});

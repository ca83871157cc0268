import { expect, test } from "vitest";
import { unknownProjects } from "./unknown-projects";

const PROJECTS = ["acme/bot", "acme/team", "beta/x"];

test.each<[string[], string[]]>([
  [["*"], []],
  [["acme/bot", "beta/*"], []],
  [["acme/bto", "acme/bot"], ["acme/bto"]],
  [["acm/*"], ["acm/*"]],
  [["bet/*", "bet/*"], ["bet/*"]],
  [["Acme/bot"], ["Acme/bot"]],
])("of %j, %j are unknown", (patterns, unknown) => expect(unknownProjects(patterns, PROJECTS)).toEqual(unknown));

test("without projects, all are unknown but *", () => {
  expect(unknownProjects(["*", "acme/*", "acme/bot"], [])).toEqual(["acme/*", "acme/bot"]);
});

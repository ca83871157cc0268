import { expect, it, test } from "vitest";

import { nearestPath, pathsIn, withPath } from "./filter-paths";
import { formatFilter } from "./format-filter";
import { parseFilter } from "./parse-filter";

const read = (text: string) => parseFilter(text) ?? { kind: "text", text };

it.each([
  ["status:error hello input~x", []],
  ["acme.tier:pro or not inputs.q:1", ["attributes.[acme.tier]", "inputs.q"]],
  ["has(feedback.tone:rude after(inputs.q:1)) inputs.q:2", ["feedback.tone", "inputs.q"]],
])("%s is about the paths %j", (text, paths) => {
  expect(pathsIn(read(text))).toEqual(paths);
});

test("every occurrence of a path is replaced", () => {
  const filter = withPath(read("inputs.a:1 has(not inputs.a~x) inputs.ab:1"), "inputs.a", "attributes.[acme.tier]");
  expect(formatFilter(filter)).toBe("acme.tier:1 has(not acme.tier~x) inputs.ab:1");
});

it.each([
  ["attributes.[acme.teir]", "attributes.[acme.tier]"],
  ["inputs.Question", "inputs.question"],
  ["attributes.[input.question]", "inputs.question"],
  ["feedback.helpfullness", "feedback.helpfulness"],
  ["attributes.[example.com]", undefined],
  ["inputs.question", undefined],
  ["inputs.messges", "inputs.messages"],
  ["inputs.messges.0", "inputs.messages.0"],
  ["summary.a\\.bb", "summary.a\\.b"],
  ["inputs", undefined],
])("the path nearest to %s is %s", (path, nearest) => {
  const known = [
    "inputs.question",
    "attributes.[acme.tier]",
    "feedback.helpfulness",
    "inputs.messages.0.content",
    "summary.a\\.b.c",
  ];
  expect(nearestPath(path, known)).toBe(nearest);
});

import { expect, test } from "vitest";

import { defaultFacets, facetWords, facetNamed, offeredFacets, parseFacets, slowAbove } from "./facet-fields";

const given = [
  "feedback.[core.reaction.1].payload.emoji",
  "feedback.[core.annotation.tone].payload.value",
  "feedback.[wandb.runnable.tone].payload.output",
  "feedback.[stars].payload.value",
  "feedback.[stars].payload.comment",
];

test("by default the well-known fields and the project's scores are shown, each once", () => {
  const shown = defaultFacets(given).map(facetWords);
  expect(shown.slice(0, 7)).toEqual(["Status", "Op", "Model", "Kind", "User", "Thread", "Reaction"]);
  expect(shown.slice(7)).toEqual(["feedback.tone", "feedback.stars"]);
});

test("what is not shown can be added, under its short name", () => {
  const found = [
    ...given,
    "attributes.otel.attributes.acme\\.tier",
    "attributes.acme.tier",
    "inputs.question",
    "inputs",
  ];
  expect(offeredFacets(defaultFacets(given), found).map(facetWords)).toEqual([
    "Note",
    "Feedback by",
    "feedback.[stars].payload.comment",
    "acme.tier",
    "inputs.question",
  ]);
});

test.each([
  ["op", "op_name"],
  ["acme.tier", "attributes.[acme.tier]"],
  ["attributes.otel.attributes.acme\\.tier", "attributes.[acme.tier]"],
  ["inputs.question", "inputs.question"],
  ["feedback.tone", "feedback.tone"],
  ["reaction", "feedback.reaction"],
  ["latency", undefined],
  ["tier", undefined],
  ["", undefined],
])("%s names the facet %s", (name, path) => {
  expect(facetNamed(name)).toBe(path);
});

test.each([
  ["", undefined],
  ["{}", undefined],
  ["[]", []],
  ['["op_name","latency",5,"attributes.[acme.tier]"]', ["op_name", "attributes.[acme.tier]"]],
])("stored as %s", (stored, facets) => {
  expect(parseFacets(stored)).toEqual(facets);
});

test.each([
  [undefined, undefined],
  [0, undefined],
  [0.4, 1],
  [7, 7],
  [99.2, 100],
  [1234, 1300],
  [1300, 1300],
])("with a p95 of %s ms calls are slow above %s ms", (p95, slow) => {
  expect(slowAbove(p95)).toBe(slow);
});

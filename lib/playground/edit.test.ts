import { describe, expect, test } from "vitest";
import { emptyDocument, isUntouched, makeDocument, MAX_PANES, playgroundDocument, type TurnFields } from "./document";
import { applyEdit, type Edit } from "./edit";

const document = makeDocument({
  turns: [
    { role: "system", content: "s" },
    { role: "user", content: "u" },
    { role: "assistant", content: "a" },
  ],
  panes: [{ model: "m", parameters: { temperature: "0.50" } }],
});
const [system, user, assistant] = document.turns.map(({ id }) => id);
const pane = document.panes[0]?.id ?? "";

describe("an edit", () => {
  test.each<[string, Edit, string]>([
    ["of a turn", { type: "turn", id: user ?? "", change: { content: "changed" } }, "s changed a"],
    [
      "adds turns behind one",
      { type: "add turns", turns: [{ role: "user", content: "new" }], after: user },
      "s u new a",
    ],
    ["adds turns at the end", { type: "add turns", turns: [{ role: "user", content: "new" }] }, "s u a new"],
    ["removes a turn", { type: "remove turn", id: user ?? "" }, "s a"],
    ["moves a turn up", { type: "move turn", id: assistant ?? "", by: -1 }, "s a u"],
    ["moves a turn down", { type: "move turn", id: system ?? "", by: 1 }, "u s a"],
    ["leaves the first where it is", { type: "move turn", id: system ?? "", by: -1 }, "s u a"],
    [
      "puts a turn back",
      { type: "insert turn", turn: { id: "99", role: "user", content: "back" }, index: 1 },
      "s back u a",
    ],
  ])("%s", (_name, edit, contents) => {
    const after = applyEdit(document, edit);
    expect(after.turns.map(({ content }) => content).join(" ")).toBe(contents);
    expect(new Set(after.turns.map(({ id }) => id)).size).toBe(after.turns.length);
    expect(playgroundDocument.parse(after)).toEqual(after);
  });

  test("keeps unchanged objects, so that only changed ones are rendered again", () => {
    const after = applyEdit(document, { type: "turn", id: user ?? "", change: { content: "changed" } });
    expect(after.turns[0]).toBe(document.turns[0]);
    expect(after.panes).toBe(document.panes);
  });
});

test("a pane is added with the model and parameters of the last, up to the most", () => {
  const many = Array.from({ length: 6 }).reduce<typeof document>((d) => applyEdit(d, { type: "add pane" }), document);
  expect(many.panes).toHaveLength(MAX_PANES);
  expect(new Set(many.panes.map(({ id }) => id)).size).toBe(MAX_PANES);
  expect(many.panes.map(({ model, parameters }) => [model, parameters])).toEqual(
    Array.from({ length: MAX_PANES }, () => ["m", { temperature: "0.50" }]),
  );
});

test.each([
  [["x"], ["x"]],
  [
    ["x", "y"],
    ["x", "y"],
  ],
  [
    ["a", "b", "c", "d", "e"],
    ["a", "b", "c", "d"],
  ],
  [[], [""]],
])("models %j are set side by side in an empty playground", (models, expected) => {
  const empty = emptyDocument(models);
  expect(empty.panes.map(({ model }) => model)).toEqual(expected);
  expect(new Set(empty.panes.map(({ id }) => id)).size).toBe(empty.panes.length);
});

test("a fork stays in its pane: no pane that is added, and no parameters that are shared, carry it", () => {
  const prefix = { model: "m", parts: [{ text: "Paris" }] };
  const forked = applyEdit(document, { type: "pane", id: pane, change: { prefix } });
  const two = applyEdit(applyEdit(forked, { type: "add pane" }), { type: "share parameters", pane });
  expect(two.panes.map((one) => one.prefix)).toEqual([prefix, undefined]);
});

describe("a turn with a model's answer", () => {
  const saidBy = { model: "m", server: "lab" };
  const said = makeDocument({ turns: [{ role: "assistant", content: "a", saidBy }], panes: [] });
  test.each<[string, Partial<TurnFields>, TurnFields["saidBy"]]>([
    ["keeps its model", { name: "x" }, saidBy],
    ["keeps it while its words are the same", { content: "a" }, saidBy],
    ["is noted as edited with other words", { content: "b" }, { ...saidBy, isEdited: true }],
    ["is noted as edited with other calls", { toolCalls: "[]" }, { ...saidBy, isEdited: true }],
    ["loses it in another role", { role: "user" }, undefined],
  ])("%s", (_what, change, expected) => {
    const after = applyEdit(said, { type: "turn", id: said.turns[0]?.id ?? "", change });
    expect(after.turns[0]?.saidBy).toEqual(expected);
  });
});

test("a removed pane is restored at its position, unless the maximum is reached", () => {
  const two = applyEdit(document, { type: "add pane" });
  const [first] = two.panes;
  const without = applyEdit(two, { type: "remove pane", id: pane });
  const back = (from: typeof document) => first && applyEdit(from, { type: "insert pane", pane: first, index: 0 });
  expect(back(without)?.panes).toEqual(two.panes);
  const full = Array.from({ length: 4 }).reduce<typeof document>((d) => applyEdit(d, { type: "add pane" }), without);
  expect(back(full)).toBe(full);
});

test("the last pane stays", () => {
  expect(applyEdit(document, { type: "remove pane", id: pane })).toBe(document);
});

test("a parameter is set, changed in its place, reset, and shared", () => {
  const set = (name: string, text: string | undefined): Edit => ({ type: "parameter", pane, name, text });
  const two = [set("seed", "9223372036854775807"), set("temperature", "0.7"), set("top_p", "1.0")].reduce(
    applyEdit,
    document,
  );
  expect(Object.entries(two.panes[0]?.parameters ?? {})).toEqual([
    ["temperature", "0.7"],
    ["seed", "9223372036854775807"],
    ["top_p", "1.0"],
  ]);
  const reset = applyEdit(two, set("temperature", undefined));
  expect(Object.keys(reset.panes[0]?.parameters ?? {})).toEqual(["seed", "top_p"]);
  const beside = applyEdit(applyEdit(document, { type: "add pane" }), set("n", "2"));
  const shared = applyEdit(beside, { type: "share parameters", pane });
  expect(shared.panes.map(({ parameters }) => parameters["n"])).toEqual(["2", "2"]);
});

test("an empty playground is untouched until something is written", () => {
  const empty = emptyDocument();
  expect(isUntouched(empty)).toBe(true);
  const written = applyEdit(empty, { type: "turn", id: empty.turns[1]?.id ?? "", change: { content: "x" } });
  expect(isUntouched(written)).toBe(false);
  expect(isUntouched(applyEdit(empty, { type: "add pane" }))).toBe(false);
});

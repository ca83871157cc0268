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

describe("a pane's own prompt", () => {
  const two = applyEdit(document, { type: "add pane" });
  const [, second = { id: "" }] = two.panes;
  const source = { name: "p", digest: "d", version: 3 };
  const owned = applyEdit(two, {
    type: "own prompt",
    pane: second.id,
    turns: [
      { role: "system", content: "own s" },
      { role: "user", content: "own u" },
    ],
    change: { prompt: source, model: "n" },
  });
  const own = (from: typeof document) => from.panes[1]?.turns ?? [];
  const texts = (from: typeof document) =>
    own(from)
      .map(({ content }) => content)
      .join(", ");
  const [ownSystem = "", ownUser = ""] = own(owned).map(({ id }) => id);

  test("is the pane's alone, with ids of its own", () => {
    expect([texts(owned), owned.panes[1]?.model, owned.panes[1]?.prompt]).toEqual(["own s, own u", "n", source]);
    expect([owned.turns, owned.panes[0]]).toEqual([document.turns, document.panes[0]]);
    const ids = [...owned.turns, ...own(owned), ...owned.panes].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(playgroundDocument.parse(owned)).toEqual(owned);
  });

  test.each<[string, Edit, string]>([
    ["is edited", { type: "turn", id: ownUser, change: { content: "x" } }, "own s, x"],
    ["gets turns", { type: "add turns", turns: [{ role: "user", content: "x" }], pane: second.id }, "own s, own u, x"],
    [
      "gets turns behind one",
      { type: "add turns", turns: [{ role: "user", content: "x" }], after: ownSystem, pane: second.id },
      "own s, x, own u",
    ],
    ["loses a turn", { type: "remove turn", id: ownSystem }, "own u"],
    [
      "gets a turn back",
      { type: "insert turn", turn: { id: "99", role: "user", content: "x" }, index: 0, pane: second.id },
      "x, own s, own u",
    ],
    ["changes its order", { type: "move turn", id: ownUser, by: -1 }, "own u, own s"],
  ])("%s, and the shared conversation stays the same object", (_name, edit, expected) => {
    const after = applyEdit(owned, edit);
    expect(texts(after)).toBe(expected);
    expect([after.turns, after.panes[0]]).toEqual([owned.turns, owned.panes[0]]);
    expect(after.turns).toBe(owned.turns);
    expect(after.panes[0]).toBe(owned.panes[0]);
  });

  test("stays the same object when the shared conversation is edited", () => {
    const after = applyEdit(owned, { type: "turn", id: user ?? "", change: { content: "x" } });
    expect(after.panes).toBe(owned.panes);
  });

  test("may lose its last turn and is still its own", () => {
    const after = [ownSystem, ownUser].reduce((from, id) => applyEdit(from, { type: "remove turn", id }), owned);
    expect(playgroundDocument.parse(after).panes[1]?.turns).toEqual([]);
  });

  test("ends, and can be restored", () => {
    const ended = applyEdit(owned, { type: "pane", id: second.id, change: { turns: undefined, prompt: undefined } });
    expect(ended.panes[1]?.turns).toBeUndefined();
    const change = { turns: own(owned), prompt: source };
    expect(applyEdit(ended, { type: "pane", id: second.id, change })).toEqual(owned);
  });

  test("comes from the version that it was saved as, unless it has ended since", () => {
    const saved = { ...source, digest: "d9", version: 9 };
    const edit: Edit = { type: "prompt", prompt: saved, pane: second.id };
    expect(applyEdit(owned, edit)).toEqual({ ...owned, panes: [owned.panes[0], { ...owned.panes[1], prompt: saved }] });
    expect(applyEdit(document, edit)).toEqual(document);
    expect(applyEdit(owned, { type: "prompt", prompt: saved })).toEqual({ ...owned, prompt: saved });
  });

  test("is not given to a pane that is added", () => {
    expect(applyEdit(owned, { type: "add pane" }).panes[2]?.turns).toBeUndefined();
  });
});

describe("a table row", () => {
  const typed = [
    { type: "variable", name: "city", value: "Paris" } as const,
    { type: "variable", name: "other", value: "kept" } as const,
  ].reduce<typeof document>(applyEdit, document);
  const row = { table: "t", index: 4, val: '{"city":"Lyon","town":"Porto"}', columns: {} };
  const filled = applyEdit(typed, { type: "row", row });

  test("replaces the typed values of its columns only, which can be restored", () => {
    expect(filled.variables).toEqual({ other: "kept" });
    expect(playgroundDocument.parse(filled)).toEqual(filled);
    expect(applyEdit(filled, { type: "row", row: undefined, variables: typed.variables })).toEqual(typed);
  });

  test.each([
    ["another column, whatever was typed", "town", { other: "kept" }],
    ["a column that has no value here, so the typed value stays", "state", { other: "kept", city: "Rome" }],
    ["no column, so the typed value stays", null, { other: "kept", city: "Rome" }],
  ])("fills a variable from %s", (_what, column, variables) => {
    const changed = applyEdit(filled, { type: "variable", name: "city", value: "Rome" });
    const mapped = applyEdit(changed, { type: "column", variable: "city", column });
    expect([mapped.variables, mapped.row?.columns]).toEqual([variables, { city: column }]);
  });

  test("is needed for a column", () => {
    expect(applyEdit(document, { type: "column", variable: "city", column: "town" })).toBe(document);
  });
});

test("a typed value is removed, so that the row's counts again", () => {
  const typed = applyEdit(document, { type: "variable", name: "city", value: "" });
  expect(typed.variables).toEqual({ city: "" });
  expect(applyEdit(typed, { type: "variable", name: "city", value: undefined }).variables).toEqual({});
});

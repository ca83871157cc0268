import { describe, expect, test } from "vitest";
import { makeDocument, STREAMED } from "@/lib/playground/document";
import { requestBody } from "@/lib/playground/request-body";
import { type Prompt, readPrompt, writePrompt } from "./prompt";
import { documentOfPrompt, beginsWithPrompt, hasTurnsOf, promptToSave, settingsFor } from "./prompt-document";

const source = { name: "p", digest: "d", version: 1 };
const prompt: Prompt = {
  kind: "chat",
  turns: [
    { role: "system", content: "Be brief." },
    { role: "user", content: "{{question}}" },
  ],
  model: "m",
  parameters: { temperature: "0.20" },
};
const plain: Prompt = { kind: "text", turns: [{ role: "user", content: "Hi {{name}}" }], parameters: {} };

test("an opened prompt is a conversation, with a pane that has its model settings", () => {
  const document = documentOfPrompt({ prompt, source }, "last");
  expect(document.prompt).toEqual(source);
  expect(document.turns.map(({ role, content }) => [role, content])).toEqual([
    ["system", "Be brief."],
    ["user", "{{question}}"],
  ]);
  expect(document.panes).toMatchObject([{ model: "m", parameters: { ...STREAMED, temperature: "0.20" } }]);
  expect(documentOfPrompt({ prompt: plain, source }, "last").panes[0]?.model).toBe("last");
});

test("a pane takes over the settings of a prompt that has some, otherwise it keeps its own", () => {
  const pane = { id: "1", model: "own", parameters: { top_p: "0.5" } };
  expect(settingsFor(pane, { prompt, source })).toEqual({
    model: "m",
    parameters: { ...STREAMED, temperature: "0.20" },
    prompt: source,
  });
  expect(settingsFor(pane, { prompt: plain, source })).toEqual({ ...pane, id: undefined, prompt: source });
});

describe("saving", () => {
  const saved = (over: Partial<Parameters<typeof promptToSave>[0]>) =>
    promptToSave({ turns: prompt.turns, settings: undefined, description: "", base: prompt, ...over });

  test("an unchanged prompt gives the same value", () => {
    const val = writePrompt(prompt, "p");
    const base = readPrompt(val);
    const document = documentOfPrompt({ prompt: base ?? prompt, source }, "last");
    const [settings] = document.panes;
    const again = promptToSave({ turns: document.turns, settings, description: "", base });
    expect(writePrompt(again, "p", val)).toBe(val);
  });

  test("has the pane's settings, without those that every new pane has", () => {
    const settings = { model: "n", parameters: { ...STREAMED, seed: "9223372036854775807" } };
    expect(saved({ settings })).toMatchObject({ model: "n", parameters: { seed: "9223372036854775807" } });
    const streamed = { ...prompt, parameters: { stream: "true" } };
    expect(saved({ settings: { model: "", parameters: STREAMED }, base: streamed })).toEqual({
      kind: "chat",
      turns: prompt.turns,
      parameters: { stream: "true" },
    });
  });

  test("has the base's settings or none without a pane, and the message", () => {
    expect(saved({ description: "Shorter" })).toEqual({ ...prompt, description: "Shorter" });
    expect(saved({ base: undefined })).toEqual({ kind: "chat", turns: prompt.turns, parameters: {} });
  });

  test.each<[string, Parameters<typeof promptToSave>[0]["turns"], Prompt | undefined, Prompt["kind"]]>([
    ["a single text stays a text", plain.turns, plain, "text"],
    ["with an empty system turn, too", [{ role: "system", content: "" }, ...plain.turns], plain, "text"],
    ["several messages become a chat", prompt.turns, plain, "chat"],
    ["a system message becomes a chat", [{ role: "system", content: "x" }], plain, "chat"],
    ["a new one is a chat", plain.turns, undefined, "chat"],
  ])("%s", (_what, turns, base, kind) => {
    const made = saved({ turns, base });
    expect(made.kind).toBe(kind);
    expect(readPrompt(writePrompt(made, "p"))?.turns).toEqual(made.turns);
  });
});

test.each<[string, Prompt["turns"], boolean]>([
  ["the same turns", prompt.turns, true],
  ["an empty system turn more", [{ role: "system", content: "" }, ...prompt.turns], true],
  ["another text", [{ role: "system", content: "Be long." }, ...prompt.turns.slice(1)], false],
  ["another role", prompt.turns.map((turn) => ({ ...turn, role: "user" })), false],
  ["a turn less", prompt.turns.slice(1), false],
])("%s are the prompt's: %s", (_what, turns, expected) => {
  expect(hasTurnsOf(turns, prompt)).toBe(expected);
});

test("turns that continue a prompt's begin with them", () => {
  const more = [...prompt.turns, { role: "assistant", content: "Yes." }];
  expect(beginsWithPrompt(more, prompt)).toBe(true);
  expect(beginsWithPrompt(prompt.turns, prompt)).toBe(true);
  expect(beginsWithPrompt(more.slice(1), prompt)).toBe(false);
  expect(beginsWithPrompt(prompt.turns.slice(0, -1), prompt)).toBe(false);
});

test("two versions on the same variables send their own messages", () => {
  const document = documentOfPrompt({ prompt, source }, "m");
  const [pane] = document.panes;
  const other = makeDocument({
    ...document,
    panes: [...document.panes, { model: "m", parameters: {}, turns: plain.turns }],
    variables: { question: "Where?", name: "Ann" },
  });
  expect(pane && other.panes.map((one) => JSON.parse(requestBody(other, one).body?.text ?? "{}").messages)).toEqual([
    [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Where?" },
    ],
    [{ role: "user", content: "Hi Ann" }],
  ]);
});

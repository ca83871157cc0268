import { deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { JsonText } from "@/lib/json/text";
import { makeDocument, playgroundDocument } from "./document";
import { readPreset, writePreset } from "./preset";
import { packDocument, SHARE_MAX_CHARS, unpackDocument } from "./share-link";

const document = makeDocument({
  turns: [
    { role: "system", content: "Grüße, 中文 😀" },
    { role: "user", content: "[", contentIsJson: true, toolCalls: "half typed" },
  ],
  panes: [{ model: "m", parameters: { seed: "9223372036854775807", temperature: "0." } }],
  variables: { name: "Ann" },
});

describe("a link", () => {
  test("carries everything, half-typed JSON too", async () => {
    const packed = await packDocument(document);
    expect(packed).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(await unpackDocument(packed ?? "")).toEqual(document);
  });

  test("is not made when it would be too long to send", async () => {
    const noise = Array.from({ length: 20_000 }, (_none, at) =>
      ((at * 2_654_435_761) % 4_294_967_296).toString(36),
    ).join("");
    const long = makeDocument({ turns: [{ role: "user", content: noise }], panes: [] });
    expect(noise.length).toBeGreaterThan(SHARE_MAX_CHARS);
    expect(await packDocument(long)).toBeUndefined();
  });

  const packed = (text: string) => deflateRawSync(text).toString("base64url");
  test.each([
    ["cut off", packed(JSON.stringify(document)).slice(0, 40), "incomplete"],
    ["nothing", "", "incomplete"],
    ["no base64", "%%%", "incomplete"],
    ["no playground", packed('{"turns":1}'), "does not contain a playground"],
    [
      "five panes",
      packed(JSON.stringify({ ...document, panes: Array.from({ length: 5 }, () => document.panes[0]) })),
      "does not contain a playground",
    ],
    ["a bomb", packed("x".repeat(20_000_000)), "more than 8 MiB"],
  ])("that is %s is refused in words", async (_name, text, words) => {
    await expect(unpackDocument(text)).rejects.toThrow(words);
  });
});

describe("a playground with prompts of panes and a table row", () => {
  const prompt = { name: "greet", digest: "d1", version: 2 };
  const whole = makeDocument({
    turns: [{ role: "user", content: "Hi {{name}}" }],
    prompt,
    panes: [
      { model: "a", parameters: {} },
      {
        model: "b",
        parameters: {},
        prompt: { ...prompt, digest: "d2", version: 3 },
        turns: [{ role: "assistant", content: "Own", saidBy: { model: "c" } }],
      },
      { model: "b", parameters: {}, turns: [] },
    ],
    row: { table: "t", dataset: "people", index: 3, val: '{"name": 1.0}', columns: { name: "first.name", x: null } },
  });

  test("is the same after a link, a saved object, and the browser's storage", async () => {
    expect(await unpackDocument((await packDocument(whole)) ?? "")).toEqual(whole);
    expect(readPreset(writePreset(whole))).toEqual(whole);
    expect(playgroundDocument.parse(JSON.parse(JSON.stringify(whole)))).toEqual(whole);
  });

  test("is saved with the row as it was sent", () => {
    expect(writePreset(whole).text).toContain('"val":{"name": 1.0}');
  });

  test("names the pane and the message that are not valid JSON", () => {
    const half = { role: "user", content: "[", contentIsJson: true };
    const broken = makeDocument({ turns: [], panes: [{ model: "a", parameters: {}, turns: [half] }] });
    expect(() => writePreset(broken)).toThrow("Pane 1, message 1: content");
  });

  test.each(['"prompt":{"name":"x"}', '"row":{"table":"t"}', '"row":7', '"prompt":[]'])(
    "is opened without a part in another shape: %s",
    (part) => {
      const { prompt: from, row } = readPreset(new JsonText(`{"messages":[],"panes":[{"model":"a"}],${part}}`));
      expect([from, row]).toEqual([undefined, undefined]);
    },
  );
});

test("a document from before panes had prompts is read unchanged", () => {
  const former = {
    turns: [{ id: "1", role: "user", content: "Hi {{name}}" }],
    panes: [{ id: "2", model: "m", parameters: { stream: "true" } }],
    variables: { name: "Ann", empty: "" },
    lastId: 2,
  };
  expect(playgroundDocument.parse(former)).toEqual(former);
});

describe("a saved object", () => {
  const whole = makeDocument({
    turns: [
      { role: "user", content: "Hi {{name}}" },
      {
        role: "assistant",
        content: "null",
        contentIsJson: true,
        toolCalls: '[{"id":"c","function":{"arguments":"{}"},"n":1.0}]',
      },
    ],
    panes: [
      { model: "a", parameters: { seed: "12345678901234567890" } },
      { model: "b", parameters: {} },
    ],
    variables: { name: "Ann" },
  });

  test("contains messages and parameters as they are sent, and can be opened again", () => {
    const val = writePreset(whole);
    expect(val.text).toContain(
      '"panes":[{"model":"a","parameters":{"seed":12345678901234567890}},{"model":"b","parameters":{}}]',
    );
    expect(readPreset(val)).toEqual(whole);
  });

  test("keeps the model of a turn and the fork of a pane, like a link", async () => {
    const prefix = { model: "a", parts: [{ text: "Paris" }, { text: " is", isForced: true }] };
    const said = makeDocument({
      turns: [
        { role: "user", content: "Hi" },
        { role: "assistant", content: "Hello", saidBy: { model: "b", server: "lab", isEdited: true } },
      ],
      panes: [
        { model: "a", parameters: {}, prefix },
        { model: "b", parameters: {} },
      ],
    });
    expect(readPreset(writePreset(said))).toEqual(said);
    expect(await unpackDocument((await packDocument(said)) ?? "")).toEqual(said);
  });

  test.each(['"answers":[{"message":"x"}]', '"answers":7', '"panes":[{"model":"a","prefix":"Paris"}]'])(
    "is opened without a part in another shape: %s",
    (part) => {
      const val = new JsonText(`{"messages":[{"role":"user","content":"Hi"}],"panes":[{"model":"a"}],${part}}`);
      const { turns, panes } = readPreset(val);
      expect([turns[0]?.saidBy, panes[0]?.prefix, turns[0]?.content, panes[0]?.model]).toEqual([
        undefined,
        undefined,
        "Hi",
        "a",
      ]);
    },
  );

  test("is not created from invalid JSON, and names the position", () => {
    expect(() => writePreset(document)).toThrow("Message 2: content");
  });

  test.each(["{}", "[]", '{"messages":{},"panes":[]}'])("%s is refused in words", (val) => {
    expect(() => readPreset(new JsonText(val))).toThrow("not a saved playground");
  });
});

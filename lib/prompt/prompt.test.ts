import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "@/lib/json/canonical";
import { jsonTextArbitrary } from "@/lib/json/json-arbitrary";
import { JsonNode } from "@/lib/json/node";
import { JsonText } from "@/lib/json/text";
import type { TurnFields } from "@/lib/playground/document";
import { UNNAMED_PLACEHOLDER, writeMembers } from "@/lib/playground/message";
import { type Prompt, readPrompt, variablesOf, writePrompt } from "./prompt";

const WEAVE = '"_type":"StringPrompt","_class_name":"StringPrompt","_bases":["Prompt","Object","BaseModel"]';
const WEAVE_CHAT = '"_type":"MessagesPrompt","_class_name":"MessagesPrompt","_bases":["Prompt","Object","BaseModel"]';
const text = (content: string, others = "") => new JsonText(`{${WEAVE},"content":${JSON.stringify(content)}${others}}`);
const chatOf = (content: string, others = "") =>
  new JsonText(`{${WEAVE_CHAT},"messages":[{"role":"user","content":${content}}]${others}}`);
const user = (content: string): TurnFields => ({ role: "user", content });

describe("reading", () => {
  test("a chat prompt of Langfuse's SDK, with its settings, message and placeholder", () => {
    const messages = '[{"role":"system","content":"You help {{name}}."},{"type":"placeholder","name":"history"}]';
    const config = '{"model":"m-1","temperature":0.50,"tools":[{"type":"function"}],"response_format":{"type":"text"}}';
    const val = `{${WEAVE_CHAT},"description":"Be kind","messages":${messages},"config":${config},"tags":["a"]}`;
    expect(readPrompt(new JsonText(val))).toEqual({
      kind: "chat",
      turns: [
        { role: "system", content: "You help {{name}}." },
        { role: "placeholder", content: "null", contentIsJson: true, name: "history" },
      ],
      model: "m-1",
      parameters: { temperature: "0.50", tools: '[{"type":"function"}]', response_format: '{"type":"text"}' },
      description: "Be kind",
    });
  });

  test("plain messages are a prompt", () => {
    expect(readPrompt(new JsonText('{"messages":[{"role":"user","content":"Hi"}]}'))?.turns).toEqual([user("Hi")]);
  });

  test.each([
    ["a number", "7"],
    ["a text", '"Hello"'],
    ["rows", '[{"role":"user","content":"Hi"}]'],
    ["messages without roles", '{"messages":[{"text":"Hi"}]}'],
    ["no messages", '{"messages":[]}'],
    ["a saved playground", '{"messages":[{"role":"user","content":"Hi"}],"panes":[]}'],
    ["another class", '{"_type":"Model","_class_name":"Model","_bases":["Object"],"prompt":"Hi"}'],
    ["a prompt without its text", `{${WEAVE},"content":7}`],
  ])("%s is none", (_, json) => {
    expect(readPrompt(new JsonText(json))).toBeUndefined();
  });
});

describe("variables", () => {
  test.each([
    ["Python's", 'Hi {name}, answer {{"a": 1}}', "", 'Hi {{name}}, answer {"a": 1}'],
    ["the TypeScript SDK's", 'Hi {name}, answer {"a": 1}', "", 'Hi {{name}}, answer {"a": 1}'],
    ["Langfuse's", "Hi {{ name }} {this}", "", "Hi {{ name }} {this}"],
    ["Langfuse's without any", "Hi {this}", ',"config":{}', "Hi {this}"],
    ["as named", "Hi {this}", ',"template_format":"mustache"', "Hi {this}"],
    ["as named", "{{this}} {name}", ',"template_format":"f-string"', "{this} {{name}}"],
    ["of a format that Loupe does not know", "{this}", ',"template_format":"jinja2"', "{this}"],
  ])("%s in %j%s", (_, content, others, expected) => {
    const base = text(content, others);
    const prompt = readPrompt(base);
    expect(prompt?.turns).toEqual([user(expected)]);
    expect(prompt && writePrompt(prompt, "p", base).text).toBe(base.text);
  });

  test("are found once, in order, also in parts", () => {
    const parts = '[{"type":"text","text":"{{b}} {{c}}"}]';
    const prompt: Prompt = {
      kind: "chat",
      turns: [user("{{a}} {{b}}"), { ...user(parts), contentIsJson: true }],
      parameters: {},
    };
    expect(variablesOf(prompt)).toEqual(["a", "b", "c"]);
  });

  test.each([
    ["a variable", String.raw`"Hi {name}"`, String.raw`"Hi {{name}}"`],
    ["quotes and braces", String.raw`"Hi \"{name}\" {{}}"`, String.raw`"Hi \"{{name}}\" {}"`],
    ["escapes", String.raw`"\u007bn\u00e4me\u007D\n"`, String.raw`"{{näme}}\n"`],
    ["a colon", String.raw`"a: \": {name}"`, String.raw`"a: \": {{name}}"`],
    ["a backslash", String.raw`"\\", "{a}": "{name}\\"`, String.raw`"\\", "{a}": "{{name}}\\"`],
  ])("of parts are converted within their texts: %s", (_, stored, expected) => {
    const base = chatOf(`[{"type":"text","text" : ${stored}}]`);
    const prompt = readPrompt(base);
    if (!prompt) throw new Error("not read");
    expect(prompt.turns[0]?.content).toBe(`[{"type":"text","text" : ${expected}}]`);
    expect(writePrompt(prompt, "p", base)).toBe(base);
    const edited = { ...prompt, turns: [...prompt.turns, { ...user(`[{"text":"{ {{x}}"}]`), contentIsJson: true }] };
    const written = writePrompt(edited, "p", base);
    expect(readPrompt(written)?.turns).toEqual(edited.turns);
    expect(JsonNode.parse(written).get("messages")?.raw).toContain(stored);
  });

  test("of parts that are not valid JSON yet are not converted", () => {
    const base = chatOf('"Hi {name}"');
    const prompt = readPrompt(base);
    if (!prompt) throw new Error("not read");
    const turns = [...prompt.turns, { ...user(String.raw`[{"text":"{{a}} \x"}]`), contentIsJson: true }];
    expect(() => writePrompt({ ...prompt, turns }, "p", base)).toThrow("Message 2: content: Not valid JSON");
  });
});

describe("writing", () => {
  test("a new prompt is what Langfuse's SDKs publish", () => {
    const prompt: Prompt = { kind: "text", turns: [user("Hi {{name}}")], model: "m-1", parameters: { top_p: "1.0" } };
    const written = writePrompt({ ...prompt, description: "First" }, "greet");
    expect(written.text).toBe(
      `{${WEAVE},"name":"greet","description":"First","content":"Hi {{name}}","config":{"model":"m-1","top_p":1.0},"tags":[]}`,
    );
  });

  test("keeps everything else, as it was spelled", () => {
    const base = new JsonText(
      `{"\\u0061":1.0,${WEAVE_CHAT},"messages":[{"content":"\\u0041","role":"user"},{"role":"assistant","content":"B"}],"config":{"t":1.0,"u":2},"z":[1 ,2]}`,
    );
    const prompt = readPrompt(base);
    if (!prompt) throw new Error("not read");
    const turns = [
      ...prompt.turns.slice(0, 1),
      user("C"),
      { role: "placeholder", content: "null", contentIsJson: true, name: "h" },
    ];
    const written = writePrompt(
      { ...prompt, turns, parameters: { t: "1.0", v: " 3 " }, description: "Why" },
      "p",
      base,
    );
    expect(written.text).toBe(
      `{"\\u0061":1.0,${WEAVE_CHAT},"messages":[{"content":"\\u0041","role":"user"},{"role":"user","content":"C"},{"name":"h","type":"placeholder"}],"config":{"t":1.0,"v":3},"z":[1 ,2],"description":"Why"}`,
    );
  });

  test("a placeholder is written by its name, which it needs", () => {
    const prompt: Prompt = { kind: "chat", turns: [user("Hi"), UNNAMED_PLACEHOLDER], parameters: {} };
    expect(() => writePrompt(prompt, "p")).toThrow("Message 2: Enter the name of the placeholder.");
    const named = { ...prompt, turns: [{ ...UNNAMED_PLACEHOLDER, name: "history" }, user("Hi")] };
    const written = writePrompt(named, "p");
    expect(JsonNode.parse(written).get("messages")?.raw).toBe(
      '[{"name":"history","type":"placeholder"},{"role":"user","content":"Hi"}]',
    );
    expect(readPrompt(written)?.turns).toEqual(named.turns);
    // A stored one without a name is kept as long as it is not changed.
    const nameless = new JsonText(`{${WEAVE_CHAT},"messages":[{"type":"placeholder","name":""}],"config":{}}`);
    const read = readPrompt(nameless);
    expect(read && writePrompt({ ...read, model: "m" }, "p", nameless).text).toContain(
      '{"type":"placeholder","name":""}',
    );
  });

  test("gives a message the type that Langfuse's SDK gave the others", () => {
    const messages = '[{"type":"chatmessage","role":"user","content":"A"},{"type":"placeholder","name":"h"}]';
    const base = new JsonText(`{${WEAVE_CHAT},"messages":${messages},"config":{}}`);
    const prompt = readPrompt(base);
    if (!prompt) throw new Error("not read");
    expect(prompt.turns[0]).toEqual(user("A"));
    const written = writePrompt({ ...prompt, turns: [user("B"), ...prompt.turns.slice(1)] }, "p", base);
    expect(JsonNode.parse(written).get("messages")?.raw).toBe(
      '[{"role":"user","content":"B","type":"chatmessage"},{"type":"placeholder","name":"h"}]',
    );
  });

  test("names the format of variables once the text no longer tells it", () => {
    const base = text("Hi {name}");
    const settings = { kind: "text", turns: [user("Hi {{name}} {this}")], model: "m", parameters: {} } as const;
    const written = writePrompt({ ...settings, turns: [...settings.turns] }, "p", base);
    expect(JsonNode.parse(written).get("content")?.string()).toBe("Hi {name} {{this}}");
    expect(JsonNode.parse(written).get("template_format")?.string()).toBe("f-string");
    expect(readPrompt(written)?.turns).toEqual(settings.turns);
  });

  test("a text prompt becomes a chat prompt", () => {
    const written = writePrompt({ kind: "chat", turns: [user("Hi"), user("there")], parameters: {} }, "p", text("Hi"));
    expect(JsonNode.parse(written).get("_class_name")?.string()).toBe("MessagesPrompt");
    expect(readPrompt(written)).toEqual({ kind: "chat", turns: [user("Hi"), user("there")], parameters: {} });
  });

  test.each<[string, Partial<Prompt>]>([
    ["Message 2: tool_calls", { kind: "chat", turns: [user(""), { ...user(""), toolCalls: "{" }] }],
    ["The parameter tools is not valid JSON", { parameters: { tools: "[" } }],
    ["A text prompt is a single text", { turns: [user("a"), user("b")] }],
  ])("refuses with: %s", (message, part) => {
    const prompt: Prompt = { kind: "text", turns: [user("a")], parameters: {}, ...part };
    expect(() => writePrompt(prompt, "p")).toThrow(message);
    expect(() => writePrompt(prompt, "p", text("b"))).toThrow(message);
  });
});

const piece = fc.oneof(
  fc.constantFrom("{", "}", "{{", "}}", "a", " ", '"', "\\", "{x}", "{{x}}", "{{ é.1 }}", "{1}"),
  fc.string(),
);
const content = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
const part = content.map((words) => `[{"type":"text","text":${JSON.stringify(words)}}]`);
const message = fc.oneof(
  fc.record({
    role: fc.constantFrom('"user"', '"system"', '"odd"'),
    content: content.map((words) => JSON.stringify(words)),
  }),
  fc.record({ role: fc.constant('"user"'), content: part, more: jsonTextArbitrary }),
  fc.record({ type: fc.constant('"placeholder"'), name: fc.constant('"history"') }),
  fc.record({ type: fc.constant('"chatmessage"'), role: fc.constant('"user"'), content: fc.constant('"Hi"') }),
);
const messages = fc
  .array(message, { maxLength: 4 })
  .map((list) => `[${list.map((one) => writeMembers(Object.entries(one))).join(",")}]`);
const others = fc.array(
  fc.oneof(
    fc.tuple(fc.constantFrom("config", "tags", "description", "extra", "name"), jsonTextArbitrary),
    fc.tuple(fc.constant("config"), fc.constant('{"model":"m","model":7,"tools":[1.0],"__proto__":{},"1":2}')),
    fc.tuple(fc.constant("template_format"), fc.constantFrom('"mustache"', '"f-string"', '"jinja2"', "7")),
  ),
  { maxLength: 4 },
);
const value = fc
  .tuple(
    fc.oneof(
      content.map((words) => `${WEAVE},"content":${JSON.stringify(words)}`),
      messages.map((list) => `${WEAVE_CHAT},"messages":${list}`),
    ),
    others,
  )
  .map(([own, members]) => new JsonText(`{${[own, ...members.map(([key, raw]) => `"${key}":${raw}`)].join(",")}}`));

test("what is read and not changed is written as it was", () => {
  fc.assert(
    fc.property(value, (base) => {
      const prompt = readPrompt(base);
      expect(prompt && writePrompt(prompt, "other", base).text).toBe(base.text);
    }),
    { numRuns: 1000 },
  );
});

test("texts in parts are read and written like texts of messages", () => {
  const named = ',"template_format":"f-string"';
  const inParts = (words: string) => `[{"type":"text","text":${JSON.stringify(words)}},{"{a}":7}]`;
  fc.assert(
    fc.property(content, content, (words, added) => {
      const [alone, inside] = [chatOf(JSON.stringify(words), named), chatOf(inParts(words), named)];
      const [expected, prompt] = [readPrompt(alone), readPrompt(inside)];
      if (!expected || !prompt) throw new Error("not read");
      const [turn = user("")] = expected.turns;
      expect(prompt.turns).toEqual([{ ...user(inParts(turn.content)), contentIsJson: true }]);
      const more = { ...prompt, turns: [...prompt.turns, { ...user(inParts(added)), contentIsJson: true }] };
      const last = JsonNode.parse(writePrompt(more, "p", inside))
        .at(["messages", 1, "content", 0, "text"])
        ?.string();
      const other = writePrompt({ ...expected, turns: [turn, user(added)] }, "p", alone);
      expect(last).toBe(JsonNode.parse(other).at(["messages", 1, "content"])?.string());
    }),
    { numRuns: 500 },
  );
});

test("what is changed is read again, and everything else is kept", () => {
  const settings = fc.record({ model: fc.string({ minLength: 1 }), description: fc.string() });
  const parameters = fc.dictionary(
    fc.constantFrom("tools", "seed", "x"),
    jsonTextArbitrary.map((json) => JsonNode.parse(json).raw),
  );
  fc.assert(
    fc.property(
      value,
      fc.array(content, { minLength: 1, maxLength: 3 }),
      settings,
      parameters,
      (base, texts, set, given) => {
        const before = readPrompt(base);
        if (!before) throw new Error("not read");
        const turns = before.kind === "text" ? texts.slice(0, 1).map(user) : [...before.turns, ...texts.map(user)];
        const prompt = { kind: before.kind, turns, ...set, parameters: given };
        const written = writePrompt(prompt, "p", base);
        expect(withoutSpaces(readPrompt(written))).toEqual(withoutSpaces(prompt));
        const kept = (val: JsonText) =>
          ["extra", "tags", "name", "_bases"].map((member) => JsonNode.parse(val).get(member)?.raw);
        expect(kept(written)).toEqual(kept(base));
      },
    ),
    { numRuns: 1000 },
  );
});

test("a new prompt is read as it was given", () => {
  fc.assert(
    fc.property(fc.array(content, { minLength: 1, maxLength: 3 }), (texts) => {
      const prompt: Prompt = { kind: "chat", turns: texts.map(user), parameters: { seed: "1" }, description: "d" };
      expect(readPrompt(writePrompt(prompt, "p"))).toEqual(prompt);
      expect(canonicalJson(writePrompt(prompt, "p").text)).toContain('"name":"p"');
    }),
  );
});

/** Spaces within the braces of a variable are not kept by every format. */
function withoutSpaces(prompt: Prompt | undefined): unknown {
  const turns = prompt?.turns.map((turn) => ({
    ...turn,
    content: turn.content.replaceAll(/\{\{\s*(é\.1)\s*\}\}/g, "{{$1}}"),
  }));
  return { ...prompt, turns };
}

import { describe, expect, test } from "vitest";
import { makeDocument, type TurnFields } from "./document";
import { readParameters, requestBody, turnOfPath, writeParameters } from "./request-body";
import { variableNames } from "./variable-names";
import { fillVariables, fillVariablesInJson } from "./fill-variables";
import { missingVariables, sentVariables } from "./variables";

function bodyOf(
  parameters: Record<string, string>,
  turns: TurnFields[] = [{ role: "user", content: "hi" }],
  variables: Record<string, string> = {},
) {
  const document = makeDocument({ turns, panes: [{ model: "m", parameters }], variables });
  const [pane] = document.panes;
  if (!pane) throw new Error("there is a pane");
  return requestBody(document, pane);
}

const start = '{"model":"m","messages":[{"role":"user","content":"hi"}]';

describe("a body", () => {
  test.each<[Record<string, string>, string]>([
    [{}, "}"],
    [{ seed: "9223372036854775807" }, ',"seed":9223372036854775807}'],
    [{ temperature: "0.70", top_p: "1.0" }, ',"temperature":0.70,"top_p":1.0}'],
    [{ stop: '[ "a", "\\n" ]' }, ',"stop":[ "a", "\\n" ]}'],
    [{ reasoning_effort: '"low"' }, ',"reasoning_effort":"low"}'],
  ])("has what was changed and nothing else: %j", (parameters, end) => {
    expect(bodyOf(parameters).body?.text).toBe(start + end);
  });

  test.each<[Record<string, string>, string]>([
    [{ temperature: "0." }, "temperature"],
    [{ temperature: "-1" }, "temperature"],
    [{ top_p: "2" }, "top_p"],
    [{ seed: "92233720368547758070" }, "seed"],
    [{ top_logprobs: "3" }, "top_logprobs"],
    [{ continue_final_message: "true", add_generation_prompt: "true" }, "continue_final_message"],
    [{ response_format: '{"type":' }, "response_format"],
    [{ tools: '[{"type":"function","function":{"name":""}}]' }, "tools[0].function.name"],
  ])("is refused with its field named: %j", (parameters, path) => {
    expect(bodyOf(parameters).problems?.map((problem) => problem.path)).toEqual(
      path.includes(".") ? [path.split("[")[0]] : [path],
    );
  });

  test("names the turn that is not JSON yet, and a missing model", () => {
    const document = makeDocument({
      turns: [
        { role: "user", content: "hi" },
        { role: "assistant", content: "", toolCalls: "[" },
      ],
      panes: [{ model: " ", parameters: {} }],
    });
    const [pane] = document.panes;
    expect(pane && requestBody(document, pane).problems?.map(({ path }) => path)).toEqual([
      "model",
      "messages[1].tool_calls",
    ]);
  });
});

test("a placeholder of a prompt is named, since no model accepts it", () => {
  const turns = [{ role: "placeholder", content: "", contentIsJson: true, name: "history" }];
  expect(bodyOf({}, turns).problems).toEqual([
    { path: "messages[0].role", message: "Replace the placeholder history with messages" },
  ]);
});

describe("a pane with its own prompt", () => {
  const document = makeDocument({
    turns: [{ role: "user", content: "Shared {{city}}" }],
    panes: [
      { model: "m", parameters: {} },
      { model: "m", parameters: {}, turns: [{ role: "user", content: "Own {{city}} {{tone}}" }] },
    ],
    variables: { city: "Paris" },
  });
  const bodies = (from: typeof document) => from.panes.map((pane) => requestBody(from, pane).body?.text);

  test("sends its own messages, with the same variables", () => {
    expect(bodies(document)).toEqual([
      '{"model":"m","messages":[{"role":"user","content":"Shared Paris"}]}',
      '{"model":"m","messages":[{"role":"user","content":"Own Paris {{tone}}"}]}',
    ]);
  });

  test("has its own missing variables", () => {
    const [shared, own] = document.panes.map(({ id }) => missingVariables(document, [id]));
    expect([shared, own]).toEqual([[], ["tone"]]);
    expect(sentVariables(document)).toEqual(["city", "tone"]);
  });

  test("leaves out the variables of a shared conversation that no pane sends", () => {
    expect(sentVariables({ ...document, panes: document.panes.slice(1) })).toEqual(["city", "tone"]);
    const other = { ...document, turns: [{ id: "1", role: "user", content: "{{unsent}}" }] };
    expect(sentVariables({ ...other, panes: document.panes.slice(1) })).toEqual(["city", "tone"]);
  });

  test("takes values from the table row unless one was typed, even an empty one", () => {
    const row = {
      table: "t",
      index: 0,
      val: '{"city":"Lyon","place":{"tone":["kind"]}}',
      columns: { tone: "place.tone" },
    };
    expect(bodies({ ...document, variables: {}, row })).toEqual([
      '{"model":"m","messages":[{"role":"user","content":"Shared Lyon"}]}',
      '{"model":"m","messages":[{"role":"user","content":"Own Lyon [\\"kind\\"]"}]}',
    ]);
    const typed = { ...document, variables: { tone: "" }, row };
    expect(bodies(typed)[1]).toBe('{"model":"m","messages":[{"role":"user","content":"Own Lyon "}]}');
    expect(
      missingVariables(
        typed,
        typed.panes.map(({ id }) => id),
      ),
    ).toEqual([]);
  });
});

test("an empty system turn is left out, and paths still lead to their turns", () => {
  const turns: TurnFields[] = [
    { role: "system", content: "" },
    { role: "user", content: "hi" },
  ];
  expect(bodyOf({}, turns).body?.text).toBe(`${start}}`);
  const paths = ["messages[0].content", "messages.0.content", "messages[1]", "temperature", "messages"];
  expect(paths.map((path) => turnOfPath(turns, path))).toEqual([1, 1, undefined, undefined, undefined]);
  expect(bodyOf({}, turns.slice(0, 1)).problems?.map(({ path }) => path)).toEqual(["messages"]);
});

describe("a fork's body", () => {
  const parts = [{ text: "Paris is " }, { text: "{{grey}}", isForced: true }];
  const forked = (fields: { model?: string; turns?: TurnFields[]; parameters?: Record<string, string> }) => {
    const { model = "m", turns = [{ role: "user", content: "hi" }], parameters = {} } = fields;
    const prefix = { model: "m", parts };
    const document = makeDocument({ turns, panes: [{ model, parameters, prefix }], variables: { grey: "no" } });
    const [pane] = document.panes;
    return pane && requestBody(document, pane).body?.text;
  };
  const begun = '{"role":"assistant","content":"Paris is {{grey}}"}';
  const whole = `{"model":"m","messages":[{"role":"user","content":"hi"},${begun}],"continue_final_message":true,"add_generation_prompt":false}`;

  test("ends with the beginning of the answer, word for word, to be continued", () => {
    expect(forked({})).toBe(whole);
  });

  test("ignores other settings of continuing", () => {
    expect(forked({ parameters: { add_generation_prompt: "true" } })).toBe(whole);
  });

  test("has the beginning once, if it was written as a turn before", () => {
    const turns = [
      { role: "user", content: "hi" },
      { role: "assistant", content: "Paris is " },
    ];
    expect(forked({ turns, parameters: { continue_final_message: "true" } })).toBe(whole);
  });

  test("of another model is one without it", () => {
    expect(forked({ model: "n" })).toBe('{"model":"n","messages":[{"role":"user","content":"hi"}]}');
  });
});

test("the model of a turn is not sent", () => {
  const turns = [{ role: "user", content: "hi", saidBy: { model: "other" } }];
  expect(bodyOf({}, turns).body?.text).toBe(`${start}}`);
});

describe("variables", () => {
  test("are found once each, in order", () => {
    const turns = [{ content: "{{b}} {{ a }} {{b}}" }, { content: "{{größe}} {{1}} {{}} {a}" }];
    expect(variableNames(turns)).toEqual(["b", "a", "größe"]);
  });

  test.each([
    ["Hi {{name}}", { name: "Ann" }, "Hi Ann"],
    ["{{ name }}{{name}}", { name: "$& $1" }, "$& $1$& $1"],
    ["{{other}}", { name: "Ann" }, "{{other}}"],
    ["[{{name}}]", { name: "" }, "[]"],
    ["{{toString}}", {}, "{{toString}}"],
  ])("%s with %j is %s", (text, variables, filled) => {
    expect(fillVariables(text, variables)).toBe(filled);
  });

  test("stay inside their string in JSON", () => {
    const filled = fillVariablesInJson('[{"type":"text","text":"{{q}}"}]', { q: '"}],"x":1\n' });
    expect(JSON.parse(filled)).toEqual([{ type: "text", text: '"}],"x":1\n' }]);
  });

  test("are filled in when sent, in texts and in parts", () => {
    const turns: TurnFields[] = [
      { role: "user", content: "Hi {{name}}" },
      { role: "user", content: '[{"type":"text","text":"{{name}}"}]', contentIsJson: true },
    ];
    expect(bodyOf({}, turns, { name: 'A"B' }).body?.text).toBe(
      '{"model":"m","messages":[{"role":"user","content":"Hi A\\"B"},{"role":"user","content":[{"type":"text","text":"A\\"B"}]}]}',
    );
  });
});

describe("parameters as one object", () => {
  test("are written and read in the same digits", () => {
    const parameters = { seed: "12345678901234567890", temperature: "1.0", stop: '["x"]' };
    const written = writeParameters("m", parameters) ?? "";
    expect(written).toBe('{"model":"m","seed":12345678901234567890,"temperature":1.0,"stop":["x"]}');
    expect(readParameters(written)).toEqual({ model: "m", parameters });
  });

  test("are not written while one is being typed", () => {
    expect(writeParameters("m", { temperature: "0." })).toBeUndefined();
  });

  test.each(["[]", '{"messages":[]}', '{"model":1}', "{"])("%s is refused", (json) => {
    expect(() => readParameters(json)).toThrow(/JSON|messages|model/);
  });
});

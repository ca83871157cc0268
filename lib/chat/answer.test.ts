import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { jsonTextArbitrary } from "@/lib/json/json-arbitrary";
import { Answer } from "./answer";
import { certaintyOf, perplexityOf, readToken } from "./token";

function stream(...chunks: (object | string)[]): Answer {
  const answer = new Answer();
  for (const chunk of chunks) answer.chunk(typeof chunk === "string" ? chunk : JSON.stringify(chunk));
  return answer;
}
const delta = (fields: object, choice: object = {}) => ({ id: "c", choices: [{ index: 0, delta: fields, ...choice }] });

describe("chunks", () => {
  test("make an answer together", () => {
    const answer = stream(
      delta({ role: "assistant", content: "" }),
      delta({ reasoning_content: "Let me " }),
      delta({ reasoning_content: "think." }),
      delta({ content: "Hel" }),
      delta({ content: "lo" }, { finish_reason: "stop", stop_reason: null }),
      { choices: [], usage: { prompt_tokens: 3, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 1 } } },
    );
    expect(answer.isDone).toBe(false);
    expect(answer.isFinished).toBe(true);
    answer.chunk("[DONE]");
    expect(answer.isDone).toBe(true);
    expect(answer.view).toMatchObject({
      choices: [{ index: 0, content: "Hello", reasoning: "Let me think.", finishReason: "stop" }],
      usage: { promptTokens: 3, completionTokens: 2, cachedTokens: 1 },
    });
    expect(JSON.parse(answer.raw)).toEqual({
      id: "c",
      object: "chat.completion",
      usage: { prompt_tokens: 3, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 1 } },
      choices: [
        {
          index: 0,
          message: { role: "assistant", content: "Hello", reasoning_content: "Let me think." },
          finish_reason: "stop",
          stop_reason: null,
        },
      ],
    });
  });

  test("of several choices go to their own", () => {
    const choice = (index: number, content: string) => ({ choices: [{ index, delta: { content } }] });
    const { view } = stream(choice(1, "b"), choice(0, "a"), choice(1, "B"));
    expect(view.choices.map(({ index, content }) => [index, content])).toEqual([
      [0, "a"],
      [1, "bB"],
    ]);
  });

  test.each([
    ["whose name comes once", [{ name: "find", arguments: "" }, { arguments: '{"q":' }, { arguments: "1}" }]],
    [
      "whose name is repeated",
      [
        { name: "find", arguments: '{"q":' },
        { name: "find", arguments: "1}" },
      ],
    ],
    ["whose name comes in pieces", [{ name: "fi" }, { name: "nd", arguments: '{"q":1}' }]],
  ])("make a tool call %s", (_name, pieces) => {
    const calls = pieces.map((callee, at) =>
      delta({ tool_calls: [{ index: 0, ...(at === 0 ? { id: "c1", type: "function" } : {}), function: callee }] }),
    );
    const answer = stream(...calls);
    expect(answer.view.choices[0]?.toolCalls).toEqual([{ id: "c1", name: "find", arguments: '{"q":1}' }]);
    expect(JSON.parse(answer.raw).choices[0].message.tool_calls).toEqual([
      { id: "c1", type: "function", function: { name: "find", arguments: '{"q":1}' } },
    ]);
  });

  test("make parallel tool calls, with and without an index", () => {
    const call = (name: string) => ({ id: name, type: "function", function: { name, arguments: "{}" } });
    const indexed = stream(
      delta({ tool_calls: [{ index: 0, ...call("a") }] }),
      delta({ tool_calls: [{ index: 1, ...call("b") }] }),
    );
    const bare = stream(delta({ tool_calls: [call("a")] }), delta({ tool_calls: [call("b")] }));
    for (const { view } of [indexed, bare])
      expect(view.choices[0]?.toolCalls.map(({ name }) => name)).toEqual(["a", "b"]);
  });

  test("make parallel tool calls that all have the same index", () => {
    const call = (place: number, more: object = {}) => ({
      index: 0,
      type: "function",
      function: { name: "weather", arguments: `{"city":${place}}` },
      ...more,
    });
    const called = (...chunks: object[]) =>
      JSON.parse(stream(...chunks.map((one) => delta({ tool_calls: [one] }))).raw).choices[0].message.tool_calls;
    const ids = [0, 1, 2].map((place) => call(place, { id: `call_${place}` }));
    expect(called(...ids)).toEqual(ids.map(({ index: _index, ...one }) => one));
    // One call in pieces that repeat its id, or have an empty one.
    const pieces = ['{"a":', "1", "}"].map((json, place) =>
      call(0, { id: place === 2 ? "" : "c", function: { name: place === 0 ? "f" : "", arguments: json } }),
    );
    expect(called(...pieces)).toEqual([{ id: "c", type: "function", function: { name: "f", arguments: '{"a":1}' } }]);
    const renamed = ['{"a":', "1", "}"].map((json, place) =>
      call(0, { id: `c${place}`, function: { ...(place === 0 && { name: "f" }), arguments: json } }),
    );
    expect(called(...renamed)).toMatchObject([{ function: { name: "f", arguments: '{"a":1}' } }]);
    const unnamed = ["one", "two"].map((name) => call(0, { function: { name, arguments: "{}" } }));
    expect(called(...unnamed).map((one: { function: { name: string } }) => one.function.name)).toEqual(["one", "two"]);
  });

  test("make the entries of reasoning_details, whose other fields each piece repeats", () => {
    const entry = { type: "reasoning.text", id: "r1", format: "anthropic-claude-v1", index: 0 };
    const pieces = [{ text: "th" }, { text: "ink" }, { signature: "SIG" }, { type: "reasoning.encrypted", data: "x" }];
    const answer = stream(
      ...pieces.map((piece) => delta({ content: "", reasoning_details: [{ ...entry, ...piece }] })),
      delta({ content: "Hi" }),
    );
    const { index: _index, ...whole } = entry;
    expect(JSON.parse(answer.raw).choices[0].message.reasoning_details).toEqual([
      { ...whole, text: "think", signature: "SIG" },
      { ...whole, type: "reasoning.encrypted", data: "x" },
    ]);
  });

  test("keep Mistral's thinking, a list in pieces, before the text", () => {
    const thinking = (text: string) => [{ type: "thinking", thinking: [{ type: "text", text }] }];
    const answer = stream(
      delta({ role: "assistant", content: "" }),
      delta({ content: thinking("Let me ") }),
      delta({ content: thinking("think.") }),
      delta({ content: "Hel" }),
      delta({ content: "lo" }),
    );
    expect(JSON.parse(answer.raw).choices[0].message.content).toEqual([
      ...thinking("Let me think."),
      { type: "text", text: "Hello" },
    ]);
    expect(answer.view.choices[0]).toMatchObject({ content: "Hello", reasoning: "Let me think." });
  });

  test("of several lines are one, and lines without empty ones between them are each one", () => {
    const lines = ['{"choices":[{"index":0,', '"delta":{"content":"a"}}]}'];
    expect(stream(lines.join("\n")).view.choices[0]?.content).toBe("a");
    const apart = stream(
      [delta({ content: "a" }), delta({ content: "b" })].map((one) => JSON.stringify(one)).join("\n"),
    );
    expect([apart.view.choices[0]?.content, apart.unreadable]).toEqual(["ab", 0]);
  });

  test("half of a tool call is what it is", () => {
    const { view } = stream(delta({ tool_calls: [{ index: 0, function: { name: "f", arguments: '{"a": [1,' } }] }));
    expect(view.choices[0]?.toolCalls).toEqual([{ id: "", name: "f", arguments: '{"a": [1,' }]);
  });

  test("keep log-probabilities in their digits", () => {
    const token = (text: string, logprob: string) =>
      `{"choices":[{"index":0,"delta":{"content":"${text}"},"logprobs":{"content":[{"token":"${text}","logprob":${logprob},"bytes":[1],"top_logprobs":[{"token":"x","logprob":-9.0},{"token":"${text}","logprob":${logprob}}]}]}}]}`;
    const answer = stream(token("a", "-0.10000000000000000001"), token("b", "-2.50"));
    expect(answer.raw).toContain('"logprob":-0.10000000000000000001');
    const tokens = (answer.view.choices[0]?.tokens ?? []).map(readToken);
    expect(tokens.map(({ token: text, logprob }) => [text, logprob])).toEqual([
      ["a", -0.1],
      ["b", -2.5],
    ]);
    expect(tokens[0]?.alternatives.map(({ token: text }) => text)).toEqual(["a", "x"]);
    expect(perplexityOf(tokens)).toBeCloseTo(Math.exp(1.3));
  });

  test("an error in mid-stream keeps the chunks before it", () => {
    const { view } = stream(delta({ content: "Half" }), {
      error: { message: "Out of memory", code: 500, param: null },
    });
    expect(view.choices[0]?.content).toBe("Half");
    expect(view.error).toEqual({ message: "Out of memory", code: "500" });
  });

  test.each([
    ["no JSON", '{"choices": [{"delta": {"con'],
    ["a list", "[1]"],
    ["a text", '"hello"'],
  ])("that are %s are counted and harm nothing", (_name, chunk) => {
    const answer = stream(delta({ content: "a" }), chunk, delta({ content: "b" }));
    expect(answer.unreadable).toBe(1);
    expect(answer.view.choices[0]?.content).toBe("ab");
  });

  test("of any form are accepted without throwing", () => {
    const hostile = fc.record(
      { choices: fc.jsonValue(), usage: fc.jsonValue(), error: fc.jsonValue(), model: fc.jsonValue() },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(hostile), fc.array(jsonTextArbitrary), (chunks, texts) => {
        const answer = stream(
          ...chunks,
          ...texts.map((text) => `{"choices":[{"delta":{"content":${text},"x":${text}},"logprobs":${text}}]}`),
        );
        expect(answer.view.choices).toBeInstanceOf(Array);
        expect(JSON.parse(answer.raw)).toBeTypeOf("object");
      }),
    );
  });
});

describe("a whole answer", () => {
  test("is kept unchanged", () => {
    const body =
      '{"id":"x", "choices":[{"index":0,"message":{"role":"assistant","content":"Hi","weight":1.0},"finish_reason":"stop"}]}';
    const answer = new Answer();
    answer.whole(body);
    expect(answer.raw).toBe(body);
    expect(answer.isDone).toBe(true);
    expect(answer.view.choices[0]).toMatchObject({ content: "Hi", finishReason: "stop" });
  });

  test("in parts, with an old function call, is read too", () => {
    const answer = new Answer();
    const message = { content: [{ type: "text", text: "Hi" }], function_call: { name: "f", arguments: "{}" } };
    answer.whole(JSON.stringify({ choices: [{ message }] }));
    expect(answer.view.choices[0]).toMatchObject({ content: "Hi", toolCalls: [{ name: "f", arguments: "{}" }] });
  });
});

test.each([
  [0, 4],
  [Math.log(0.5), 2],
  [Math.log(0.051), 1],
  [Math.log(0.0005), 0],
  [Number.NEGATIVE_INFINITY, 0],
])("a log-probability of %d is step %d", (logprob, certainty) => {
  expect(certaintyOf(logprob)).toBe(certainty);
});

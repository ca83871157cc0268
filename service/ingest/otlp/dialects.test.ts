import { describe, expect, it } from "vitest";
import { JsonText } from "@/lib/json/text";
import { callOf } from "./test-call";
import type { TestSpan } from "./test-export";

type SpanEvent = NonNullable<TestSpan["events"]>[number];

const withAttributes = (attributes: TestSpan["attributes"], scope?: string) => callOf({ attributes }, scope);
const user = { role: "user", content: "hi" };
const assistant = { role: "assistant", content: "hello" };
const toolCall = { id: "c1", type: "function", function: { name: "f", arguments: '{"x":1.0}' } };

describe("GenAI messages, in every form they come in", () => {
  const parts = (...list: object[]) => JSON.stringify([{ role: "user", parts: list }]);

  it.each<[string, TestSpan["attributes"], unknown]>([
    ["JSON in a string", { "gen_ai.input.messages": parts({ type: "text", content: "hi" }) }, [user]],
    [
      "a structured attribute",
      { "gen_ai.input.messages": [{ role: "user", parts: [{ type: "text", content: "hi" }] }] },
      [user],
    ],
    [
      "OpenAI's own shape",
      { "gen_ai.input.messages": JSON.stringify([{ ...user, cache: 1 }]) },
      [{ ...user, cache: 1 }],
    ],
    ["flattened", { "gen_ai.prompt.0.role": "user", "gen_ai.prompt.0.content": "hi" }, [user]],
    [
      "flattened, its parts as JSON",
      { "gen_ai.prompt.0.role": "user", "gen_ai.prompt.0.content": '[{"type":"text","text":"hi"}]' },
      [{ role: "user", content: [{ type: "text", text: "hi" }] }],
    ],
    ["text that is no JSON", { "gen_ai.prompt": "[cut off" }, [{ role: "user", content: "[cut off" }]],
    [
      "system instructions first",
      {
        "gen_ai.system_instructions": '[{"type":"text","content":"be brief"}]',
        "gen_ai.prompt": '[{"role":"user","content":"hi"}]',
      },
      [{ role: "system", content: "be brief" }, user],
    ],
    [
      "several parts",
      {
        "gen_ai.input.messages": parts(
          { type: "text", content: "see" },
          { type: "blob", modality: "image", mime_type: "image/png", content: "AAAA" },
          { type: "uri", modality: "image", uri: "https://example.com/a.png" },
          { type: "custom", x: 1 },
        ),
      },
      [
        {
          role: "user",
          content: [
            { type: "text", text: "see" },
            { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
            { type: "image_url", image_url: { url: "https://example.com/a.png" } },
            { type: "custom", x: 1 },
          ],
        },
      ],
    ],
    [
      "tool results among a user's parts",
      {
        "gen_ai.input.messages": parts(
          { type: "tool_call_response", id: "c1", response: { ok: true } },
          { type: "text", content: "hi" },
        ),
      },
      [{ role: "tool", content: '{"ok":true}', tool_call_id: "c1" }, user],
    ],
  ])("%s", (_, attributes, messages) => {
    expect(withAttributes({ "gen_ai.operation.name": "chat", ...attributes }).inputs.messages).toEqual(messages);
  });

  it("an output with reasoning and a tool call", () => {
    const list = [
      { type: "reasoning", content: "think" },
      { type: "reasoning", content: "more" },
      { type: "text", content: "hello" },
    ];
    const messages = [{ role: "assistant", parts: list, finish_reason: "stop" }];
    expect(withAttributes({ "gen_ai.output.messages": JSON.stringify(messages) }).output).toEqual({
      choices: [{ message: { ...assistant, reasoning_content: "think\nmore" }, finish_reason: "stop" }],
    });
  });

  it("events, one a message (conventions up to v1.36)", () => {
    const call = callOf({
      attributes: { "gen_ai.system": "openai", "gen_ai.request.model": "m" },
      events: [
        { name: "gen_ai.system.message", attributes: { content: "be brief" } },
        { name: "gen_ai.user.message", attributes: { "gen_ai.event.content": JSON.stringify(user) } },
        { name: "gen_ai.assistant.message", attributes: { tool_calls: JSON.stringify([toolCall]) } },
        { name: "gen_ai.tool.message", attributes: { id: "c1", content: "sunny" } },
        { name: "gen_ai.choice", attributes: { index: 0, finish_reason: "stop", message: JSON.stringify(assistant) } },
      ],
    });
    expect(call.inputs.messages).toEqual([
      { role: "system", content: "be brief" },
      user,
      { role: "assistant", content: null, tool_calls: [toolCall] },
      { role: "tool", content: "sunny", tool_call_id: "c1" },
    ]);
    expect(call.output).toEqual({ choices: [{ message: assistant, finish_reason: "stop" }] });
    expect(call).toMatchObject({ kind: "llm", model: "m" });
  });

  it("one event for all of them (v1.37 and later), and the two events of the oldest form", () => {
    const details: SpanEvent = {
      name: "gen_ai.client.inference.operation.details",
      attributes: {
        "gen_ai.input.messages": [user],
        "gen_ai.output.messages": [{ ...assistant, finish_reason: "stop" }],
      },
    };
    const oldest: SpanEvent[] = [
      { name: "gen_ai.content.prompt", attributes: { "gen_ai.prompt": JSON.stringify([user]) } },
      { name: "gen_ai.content.completion", attributes: { "gen_ai.completion": JSON.stringify([assistant]) } },
    ];
    for (const events of [[details], oldest]) {
      const { inputs, output } = callOf({ events });
      expect(inputs.messages).toEqual([user]);
      expect(output.choices[0].message).toEqual(assistant);
    }
  });

  it.each([
    ["chat", "llm"],
    ["text_completion", "llm"],
    ["generate_content", "llm"],
    ["embeddings", "embedding"],
    ["execute_tool", "tool"],
    ["invoke_agent", "agent"],
    ["agent_step", "agent"],
    ["invoke_workflow", "chain"],
    ["retrieval", "retriever"],
    ["__proto__", undefined],
  ])("operation %s is of kind %s", (operation, kind) => {
    expect(withAttributes({ "gen_ai.operation.name": operation }).kind).toBe(kind);
  });

  it("an agent whose input and output are in the general form", () => {
    const call = withAttributes({
      "gen_ai.operation.name": "invoke_agent",
      "input.value": "hi",
      "output.value": "hello",
    });
    expect(call).toMatchObject({ kind: "agent", inputs: { input: "hi" }, output: "hello" });
  });

  it("a tool's arguments and result that are no objects", () => {
    const call = withAttributes({
      "gen_ai.tool.name": "f",
      "gen_ai.tool.call.arguments": "[1.0]",
      "gen_ai.tool.call.result": "21",
    });
    expect(call).toMatchObject({ kind: "tool", inputs: { arguments: [1] }, output: "21", display_name: "f" });
  });

  it("tokens under their old names; nothing for what is no count", () => {
    expect(withAttributes({ "gen_ai.usage.prompt_tokens": 3, "gen_ai.usage.completion_tokens": 4 }).usage).toEqual({
      prompt_tokens: 3,
      completion_tokens: 4,
      total_tokens: 7,
    });
    expect(withAttributes({ "gen_ai.usage.input_tokens": -1 }).usage).toBeUndefined();
    expect(withAttributes({ "gen_ai.usage.output_tokens": 4 }).usage).toEqual({
      completion_tokens: 4,
      total_tokens: 4,
    });
    const cache = { "gen_ai.usage.cache_read.input_tokens": 2, "gen_ai.usage.cache_creation.input_tokens": 1 };
    expect(withAttributes(cache).usage).toEqual({
      prompt_tokens: 3,
      total_tokens: 3,
      cached_tokens: 2,
      cache_write_tokens: 1,
    });
  });
});

describe("the AI SDK", () => {
  const aiSdk = (attributes: TestSpan["attributes"]) => withAttributes(attributes, "ai");

  it("is told by its operation, too, whatever the scope", () => {
    const call = withAttributes({ "ai.operationId": "ai.embedMany.doEmbed", "gen_ai.system": "x" });
    expect([call.attributes.convention, call.kind]).toEqual(["ai_sdk", "embedding"]);
  });

  it("a finish reason that every object has", () => {
    const call = aiSdk({ "ai.response.text": "x", "ai.response.finishReason": "constructor" });
    expect(call.output.choices[0].finish_reason).toBe("constructor");
  });

  it("an object that was generated is the content, as the text it came in", () => {
    const call = aiSdk({ "ai.operationId": "ai.generateObject.doGenerate", "ai.response.object": '{"n":1.0}' });
    expect(call.output).toEqual({ choices: [{ message: { role: "assistant", content: '{"n":1.0}' } }] });
    expect(call.kind).toBe("llm");
  });

  it("messages with tool calls, results and images", () => {
    const messages = [
      {
        role: "user",
        content: [
          { type: "text", text: "see" },
          { type: "file", mediaType: "image/png", data: "AAAA" },
        ],
      },
      { role: "assistant", content: [{ type: "tool-call", toolCallId: "c1", toolName: "f", args: { x: 1 } }] },
      {
        role: "tool",
        content: [{ type: "tool-result", toolCallId: "c1", toolName: "f", output: { type: "text", value: "ok" } }],
      },
    ];
    const call = aiSdk({ "ai.operationId": "ai.streamText.doStream", "ai.prompt.messages": JSON.stringify(messages) });
    expect(call.inputs.messages).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "see" },
          { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
        ],
      },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "c1", type: "function", function: { name: "f", arguments: '{"x":1}' } }],
      },
      { role: "tool", name: "f", content: "ok", tool_call_id: "c1" },
    ]);
  });

  it("version 5's names of the counts; a tool's arguments that are no JSON", () => {
    const usage = { "ai.usage.promptTokens": 3, "ai.usage.completionTokens": 4 };
    expect(aiSdk({ "ai.operationId": "ai.generateText", ...usage }).usage).toMatchObject({ total_tokens: 7 });
    const tool = aiSdk({
      "ai.operationId": "ai.toolCall",
      "ai.toolCall.args": "not json",
      "ai.toolCall.result": '"text"',
    });
    expect(tool).toMatchObject({ kind: "tool", inputs: { args: "not json" }, output: "text" });
  });
});

describe("Traceloop", () => {
  it("old flattened messages, tool calls without an id", () => {
    const call = withAttributes({
      "llm.request.type": "chat",
      "gen_ai.request.model": "m",
      "gen_ai.prompt.0.role": "user",
      "gen_ai.prompt.0.content": "hi",
      "gen_ai.completion.0.role": "assistant",
      "gen_ai.completion.0.finish_reason": "tool_calls",
      "gen_ai.completion.0.tool_calls.0.name": "f",
      "gen_ai.completion.0.tool_calls.0.arguments": '{"x":1.0}',
      "llm.usage.total_tokens": 16,
      "traceloop.association.properties.session_id": "s-1",
      "traceloop.association.properties.user_id": "u-1",
      "traceloop.association.properties.team": "qa",
    });
    const { id: _id, ...calledWithoutId } = toolCall;
    expect(call).toMatchObject({ kind: "llm", thread_id: "s-1", usage: { total_tokens: 16 } });
    expect(call.attributes).toMatchObject({ convention: "traceloop", user_id: "u-1", metadata: { team: "qa" } });
    expect(call.inputs).toEqual({ model: "m", messages: [user] });
    expect(call.output.choices).toEqual([
      { message: { role: "assistant", content: null, tool_calls: [calledWithoutId] }, finish_reason: "tool_calls" },
    ]);
  });

  const entity = { "traceloop.entity.input": '{"args":["raw"]}', "traceloop.entity.output": '"raw"' };
  const messages = { "gen_ai.prompt.0.role": "user", "gen_ai.prompt.0.content": "hi" };
  it.each<[string, TestSpan["attributes"], object]>([
    ["what a tool was called with", { "traceloop.span.kind": "tool" }, { inputs: { args: ["raw"] }, output: "raw" }],
    ["messages before the function around them", {}, { inputs: { messages: [user] }, output: "raw" }],
  ])("%s", (_, attributes, wanted) => {
    expect(withAttributes({ ...attributes, ...messages, ...entity })).toMatchObject(wanted);
  });

  it("a task's input and output", () => {
    const call = withAttributes({
      "traceloop.span.kind": "task",
      "traceloop.entity.name": "look up",
      "traceloop.entity.input": '{"args":[1.0],"kwargs":{}}',
      "traceloop.entity.output": '"done"',
    });
    expect(call).toMatchObject({ kind: "chain", display_name: "look up", inputs: { args: [1] }, output: "done" });
  });
});

describe("any other span", () => {
  it.each<[string, TestSpan["attributes"], object]>([
    ["nothing", {}, { inputs: {} }],
    ["text", { "input.value": "hi", "output.value": "hello" }, { inputs: { input: "hi" }, output: "hello" }],
    ["objects", { "input.value": '{"a":1}', "output.value": "[1]" }, { inputs: { a: 1 }, output: [1] }],
    ["a number as text", { "output.value": "21" }, { output: "21" }],
    ["a number as JSON", { "output.value": "21", "output.mime_type": "application/json" }, { output: 21 }],
  ])("%s", (_, attributes, wanted) => {
    const call = withAttributes(attributes);
    expect(call).toMatchObject(wanted);
    expect(call.attributes.convention).toBe("otel");
  });

  it.each([
    [
      "the exception's type and message",
      { status: { code: 2 }, events: [exception("TypeError", "no")] },
      "TypeError: no",
    ],
    ["the last exception", { status: { code: 2 }, events: [exception("A", "1"), exception("B", "2")] }, "B: 2"],
    ["the status' message", { status: { code: 2, message: "failed" } }, "failed"],
    ["the error's type", { status: { code: 2 }, attributes: { "error.type": "timeout" } }, "timeout"],
    ["a word at least", { status: { code: 2 } }, "error"],
    ["none when the span did not fail", { events: [exception("TypeError", "handled")] }, undefined],
  ])("exception: %s", (_, span, wanted) => expect(callOf(span).exception).toBe(wanted));

  it.each([
    ["a root with a thread", { attributes: { "session.id": "s" } }, SPAN],
    ["a child", { parentSpanId: "00000000000000aa", attributes: { "session.id": "s" } }, undefined],
    [
      "a child that says so",
      { parentSpanId: "00000000000000aa", attributes: { "session.id": "s", "wandb.is_turn": true } },
      SPAN,
    ],
    ["a root without a thread", {}, undefined],
  ])("turn: %s", (_, span, wanted) => expect(callOf(span).turn_id).toBe(wanted));

  it.each([
    ["Google's agents", { "gcp.vertex.agent.session_id": "v" }, "v", SPAN],
    ["one that is named otherwise too", { "gcp.vertex.agent.session_id": "v", "session.id": "s" }, "s", SPAN],
    ["one that says it is no turn", { "gcp.vertex.agent.session_id": "v", "wandb.is_turn": false }, "v", undefined],
  ])("the conversation of %s", (_, attributes, thread, turn) => {
    const { thread_id, turn_id } = callOf({ parentSpanId: "00000000000000aa", attributes });
    expect([thread_id, turn_id]).toEqual([thread, turn]);
  });

  it("a parent that is itself, or no id, is none", () => {
    for (const parentSpanId of [SPAN, "0000000000000000", "abcd"])
      expect(callOf({ parentSpanId }).parent_id).toBeUndefined();
  });

  it("JSON nested too deeply to be put into a call stays text", () => {
    const deep = `${"[".repeat(201)}${"]".repeat(201)}`;
    expect(withAttributes({ "output.value": deep }).output).toBe(deep);
  });
});

const SPAN = "2eed5efe38224a42";

function exception(type: string, message: string) {
  return { name: "exception", attributes: { "exception.type": type, "exception.message": message } };
}

describe("ids that are numbers", () => {
  it.each<[string, TestSpan["attributes"]]>([
    ["attributes of their own", { "session.id": 7, "user.id": 42 }],
    ["doubles", { "session.id": new JsonText("7.0"), "user.id": new JsonText("42.0") }],
    [
      "metadata of the AI SDK",
      { "ai.operationId": "ai.generateText", "ai.telemetry.metadata.sessionId": 7, "ai.telemetry.metadata.userId": 42 },
    ],
    [
      "properties of Traceloop",
      {
        "traceloop.span.kind": "workflow",
        "traceloop.association.properties.session_id": 7,
        "traceloop.association.properties.user_id": 42,
      },
    ],
    ["metadata of LangSmith", { "langsmith.metadata.session_id": 7, "langsmith.metadata.user_id": 42 }],
    ["those of OpenInference", { "openinference.span.kind": "CHAIN", "session.id": 7, "user.id": 42 }],
    [
      "those of the GenAI conventions",
      { "gen_ai.operation.name": "chat", "gen_ai.conversation.id": 7, "enduser.id": 42 },
    ],
    ["those of Langfuse", { "langfuse.observation.type": "span", "langfuse.session.id": 7, "langfuse.user.id": 42 }],
    ["members of JSON", { metadata: '{"session_id": 7, "user_id": 42}' }],
  ])("in %s are the thread and the user", (_name, attributes) => {
    expect(callOf({ attributes })).toMatchObject({ thread_id: "7", user_id: "42" });
  });
});

import { describe, expect, test } from "vitest";
import { canonicalJson } from "@/lib/json/canonical";
import { JsonNode } from "@/lib/json/node";
import { JsonText } from "@/lib/json/text";
import { documentOfCall } from "./import-call";
import { requestBody } from "./request-body";

/** What the playground would send for a traced call, in addition to what it always adds. */
function sentFor(inputs: string, model?: string) {
  const imported = documentOfCall({ inputs: new JsonText(inputs), model });
  const [pane] = imported?.document.panes ?? [];
  if (!imported || !pane) return undefined;
  const { body, problems } = requestBody(imported.document, pane);
  if (!body) throw new Error(JSON.stringify(problems));
  const members = [...JsonNode.parse(body).entries()].filter(([name]) => !name.startsWith("stream"));
  return {
    sent: canonicalJson(`{${members.map(([name, node]) => `${JSON.stringify(name)}:${node.raw}`).join(",")}}`),
    leftOut: imported.leftOut,
  };
}

const chat = `{
  "model": "m", "seed": 9223372036854775807, "temperature": 0.70, "top_p": 1.0, "logit_bias": {"50256": -100},
  "messages": [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "name": "ann", "content": [{"type": "text", "text": "What is this?"}, {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA==", "detail": "low"}}]},
    {"role": "assistant", "content": null, "reasoning_content": "Hm.", "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "look", "arguments": "{\\"id\\":12345678901234567890}"}}]},
    {"role": "tool", "tool_call_id": "c1", "content": "a parcel"},
    {"role": "assistant", "content": "A parcel.", "refusal": null, "annotations": []}
  ],
  "tools": [{"type": "function", "function": {"name": "look", "strict": true, "parameters": {"type": "object", "properties": {"id": {"type": "integer", "maximum": 18446744073709551615}}}}}],
  "tool_choice": {"type": "function", "function": {"name": "look"}},
  "response_format": {"type": "json_schema", "json_schema": {"name": "s", "schema": {"const": 1.0}}},
  "reasoning_effort": "low"
}`;

describe("a call in OpenAI's shape", () => {
  test("is sent again without a digit changed", () => {
    expect(sentFor(chat)).toEqual({ sent: canonicalJson(chat), leftOut: [] });
  });

  test.each(["arg0", "kwargs", "request", "body"])("is found in %s", (wrapper) => {
    expect(sentFor(`{"${wrapper}": ${chat}}`)?.sent).toBe(canonicalJson(chat));
  });

  test("uses the model of the call if its inputs name none", () => {
    expect(sentFor('{"messages":[{"role":"user","content":"hi"}]}', "gpt")?.sent).toBe(
      '{"messages":[{"content":"hi","role":"user"}],"model":"gpt"}',
    );
  });

  test("leaves out values that are not parameters of a model, and lists them", () => {
    const inputs =
      '{"model":"m","messages":[{"role":"user","content":"hi"}],"maxRetries":2,"maxOutputTokens":5,"topP":0.5,"self":{},"n":null,"extra_body":{"top_k":3}}';
    expect(sentFor(inputs)).toEqual({
      sent: '{"max_tokens":5,"messages":[{"content":"hi","role":"user"}],"model":"m","top_k":3,"top_p":0.5}',
      leftOut: ["maxRetries"],
    });
  });
});

test("a call in Anthropic's shape becomes turns, tools and a choice", () => {
  const inputs = `{
    "model": "claude", "max_tokens": 1024, "stop_sequences": ["END"],
    "system": [{"type": "text", "text": "Be brief."}],
    "tools": [{"name": "look", "description": "Looks", "input_schema": {"type": "object"}}],
    "tool_choice": {"type": "tool", "name": "look"},
    "messages": [
      {"role": "user", "content": "What is 9913?"},
      {"role": "assistant", "content": [{"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": "I look."}, {"type": "tool_use", "id": "t1", "name": "look", "input": {"id": 9913.0}}]},
      {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "a parcel"}, {"type": "text", "text": "And?"}]}
    ]
  }`;
  expect(JSON.parse(sentFor(inputs)?.sent ?? "")).toEqual({
    model: "claude",
    max_tokens: 1024,
    stop: ["END"],
    tools: [{ type: "function", function: { name: "look", description: "Looks", parameters: { type: "object" } } }],
    tool_choice: { type: "function", function: { name: "look" } },
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "What is 9913?" },
      {
        role: "assistant",
        content: "I look.",
        reasoning_content: "Hm.",
        tool_calls: [{ id: "t1", type: "function", function: { name: "look", arguments: '{"id": 9913.0}' } }],
      },
      { role: "tool", tool_call_id: "t1", content: "a parcel" },
      { role: "user", content: "And?" },
    ],
  });
});

test("a call in OpenTelemetry's parts becomes turns", () => {
  const inputs = `{"messages": [
    {"role": "user", "parts": [{"type": "text", "content": "Weather?"}]},
    {"role": "assistant", "parts": [{"type": "tool_call", "id": "c1", "name": "weather", "arguments": {"city": "Paris"}}]},
    {"role": "tool", "parts": [{"type": "tool_call_response", "id": "c1", "response": "18"}]}
  ]}`;
  expect(JSON.parse(sentFor(inputs, "m")?.sent ?? "").messages).toEqual([
    { role: "user", content: "Weather?" },
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "c1", type: "function", function: { name: "weather", arguments: '{"city": "Paris"}' } }],
    },
    { role: "tool", tool_call_id: "c1", content: "18" },
  ]);
});

test.each<[string, unknown[]]>([
  ['{"prompt":"Hi"}', [{ role: "user", content: "Hi" }]],
  [
    '{"question":"Hi","system":"Be brief."}',
    [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Hi" },
    ],
  ],
  ['{"messages":[{"role":"user","content":[{"type":"text","text":"Hi"}]}]}', [{ role: "user", content: "Hi" }]],
  ['[{"role":"user","content":"Hi"}]', [{ role: "user", content: "Hi" }]],
  ['{"messages":[[{"type":"human","content":"Hi"}]]}', [{ role: "user", content: "Hi" }]],
])("%s is a conversation too", (inputs, messages) => {
  expect(JSON.parse(sentFor(inputs, "m")?.sent ?? "").messages).toEqual(messages);
});

test.each(["{}", "null", '{"rows":[1,2]}', "[]"])("%s is no conversation", (inputs) => {
  expect(sentFor(inputs)).toBeUndefined();
});

test("files are sent in OpenAI's format, and those that have none there are named", () => {
  const media = (type: string, source: object) => ({ type, source });
  const content = [
    media("image", { type: "base64", media_type: "image/png", data: "AAAA" }),
    media("document", { type: "base64", media_type: "application/pdf", data: "BBBB" }),
    media("document", { type: "text", media_type: "text/plain", data: "Be kind." }),
    media("image", { type: "file", file_id: "file_01" }),
    { type: "audio", mime_type: "audio/wav", data: "CCCC" },
    { type: "video", mime_type: "video/mp4", url: "https://example.com/a.mp4" },
    { type: "image_url", image_url: { url: "@@@langfuseMedia:type=image/png|id=a1|source=bytes@@@" } },
    { type: "hologram", n: 1 },
    {
      type: "tool_result",
      tool_use_id: "t",
      content: [{ type: "text", text: "a" }, media("image", { url: "https://e.com/i" })],
    },
  ];
  const inputs = new JsonText(JSON.stringify({ messages: [{ role: "user", content }] }));
  const { document, unsent } = documentOfCall({ inputs }) ?? {};
  const [result, turn] = document?.turns ?? [];
  expect(result).toMatchObject({ role: "tool", toolCallId: "t", content: "a" });
  expect(JSON.parse(turn?.content ?? "")).toEqual([
    { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
    { type: "file", file: { file_data: "data:application/pdf;base64,BBBB" } },
    { type: "text", text: "Be kind." },
    { type: "input_audio", input_audio: { data: "CCCC", format: "wav" } },
    { type: "hologram", n: 1 },
  ]);
  expect(unsent).toEqual(["image file_01", "video video/mp4", "image image/png", "image"]);
});

test("an image in OpenAI's format that was only stored is not sent as its reference", () => {
  const url = "@@@langfuseMedia:type=image/png|id=a1|source=bytes@@@";
  const content = [
    { type: "text", text: "what?" },
    { type: "image_url", image_url: { url } },
  ];
  const inputs = new JsonText(JSON.stringify({ messages: [{ role: "user", content }] }));
  const { document, unsent } = documentOfCall({ inputs }) ?? {};
  expect(document?.turns.map((turn) => turn.content)).toEqual(["what?"]);
  expect(unsent).toEqual(["image image/png"]);
});

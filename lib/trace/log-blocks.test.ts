import { describe, expect, it } from "vitest";
import { JsonText } from "@/lib/json/text";
import { type ChatMessage } from "./conversation";
import { messageBlocks, payloadBlocks } from "./log-blocks";

describe("messageBlocks", () => {
  it.each<[string, ChatMessage, object[]]>([
    [
      "a text",
      { role: "user", name: "Ann", parts: [{ type: "text", text: "Hi" }] },
      [{ label: "user", name: "Ann", text: "Hi" }],
    ],
    ["no part", { role: "assistant", parts: [] }, [{ label: "assistant", text: "(empty)" }]],
    [
      "reasoning",
      { role: "assistant", parts: [{ type: "reasoning", text: "Hm" }] },
      [{ label: "reasoning", text: "Hm" }],
    ],
    [
      "a tool call with exact numbers",
      { role: "assistant", parts: [{ type: "tool_call", name: "add", arguments: '{"n":1.0}' }] },
      [{ label: "tool call", name: "add", text: '{"n":1.0}', isCode: true }],
    ],
    [
      "a tool's result in JSON, as its output is written",
      {
        role: "tool",
        parts: [{ type: "tool_result", isError: false, text: `{"n":1.0,"stops":["${"x".repeat(60)}"]}` }],
      },
      [{ label: "tool result", text: `{\n  "n": 1.0,\n  "stops": [\n    "${"x".repeat(60)}"\n  ]\n}`, isCode: true }],
    ],
    [
      "arguments that are not JSON",
      { role: "assistant", parts: [{ type: "tool_call", name: "", arguments: '{"n":' }] },
      [{ label: "tool call", name: "tool", text: '{"n":' }],
    ],
    [
      "a tool's error",
      { role: "tool", parts: [{ type: "tool_result", name: "add", text: "no", isError: true }] },
      [{ label: "tool result", name: "add", text: "no", isCode: false, isError: true }],
    ],
    [
      "a file in words, without its content",
      {
        role: "user",
        parts: [
          {
            type: "media",
            medium: "image",
            mediaType: "image/png",
            name: "map.png",
            url: "data:image/png;base64,AAAA",
          },
        ],
      },
      [{ label: "user", text: "[image: map.png, image/png]" }],
    ],
    [
      "an answer that was cut",
      { role: "assistant", parts: [{ type: "text", text: "I" }], finishReason: "length" },
      [
        { label: "assistant", text: "I" },
        { label: "finish reason", text: "length", isError: true },
      ],
    ],
  ])("%s", (_, message, blocks) => {
    expect(messageBlocks(message)).toMatchObject(blocks);
    expect(messageBlocks(message)).toHaveLength(blocks.length);
  });
});

describe("payloadBlocks", () => {
  it.each([
    ["{}", []],
    ["null", []],
    ['""', []],
    ['"a\\nb"', [{ label: "output", text: "a\nb", isCode: false }]],
    ["12345678901234567890", [{ label: "output", text: "12345678901234567890", isCode: true }]],
    ['{"a":[]}', [{ label: "output", text: '{"a":[]}', isCode: true }]],
    ['{"a":\n1}', [{ label: "output", text: '{\n  "a": 1\n}', isCode: true }]],
    [`["${"a".repeat(60)}"]`, [{ label: "output", text: `[\n  "${"a".repeat(60)}"\n]`, isCode: true }]],
  ])("%s", (text, blocks) => {
    expect(payloadBlocks("output", new JsonText(text))).toEqual(blocks);
  });

  it("has nothing for what was not sent", () => {
    expect(payloadBlocks("input", undefined)).toEqual([]);
  });
});

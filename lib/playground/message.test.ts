import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "@/lib/json/canonical";
import { jsonTextArbitrary } from "@/lib/json/json-arbitrary";
import { JsonNode } from "@/lib/json/node";
import { messageOfTurn, turnOfMessage, writeMembers } from "./message";

describe("a message as a turn and back", () => {
  const there = (json: string) => messageOfTurn(turnOfMessage(JsonNode.parse(json)));

  test.each([
    '{"role":"user","content":"hello","name":"ann"}',
    '{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]}',
    '{"role":"tool","content":"18 °C","tool_call_id":"c1"}',
    '{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:,"}}]}',
    '{"role":"assistant","tool_calls":[]}',
    '{"role":"assistant","content":"","reasoning_content":"Hm.","weight":1.0,"big":12345678901234567890}',
    '{"role":"developer","content":"{{name}}"}',
  ])("is the same: %s", (json) => {
    expect(there(json)).toEqual({ json: expect.any(String), problems: [] });
    expect(canonicalJson(there(json).json)).toBe(canonicalJson(json));
  });

  test("is unchanged, for any other members", () => {
    // A member with a field of its own is the same string again, but not with the same escapes.
    const name = fc.string().filter((text) => text !== "name" && text !== "tool_call_id");
    const member = fc.tuple(name, jsonTextArbitrary);
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.array(member), (role, content, others) => {
        const json = writeMembers([...others, ["role", JSON.stringify(role)], ["content", JSON.stringify(content)]]);
        expect(canonicalJson(there(json).json)).toBe(canonicalJson(json));
      }),
    );
  });
});

test.each([
  [{ role: "user", content: "[1,", contentIsJson: true }, "content"],
  [{ role: "assistant", content: "", toolCalls: "{" }, "tool_calls"],
  [{ role: "user", content: "", extra: "x" }, "other fields"],
  [{ role: "user", content: "", extra: "[1]" }, "other fields"],
])("what is no JSON yet is named: %j", (turn, member) => {
  expect(messageOfTurn(turn).problems.map((problem) => problem.member)).toEqual([member]);
});

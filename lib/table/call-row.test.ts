import { describe, expect, it } from "vitest";

import { JsonText } from "@/lib/json/text";

import { callAsRow, type CallPart } from "./call-row";

const call = {
  id: "c/1",
  op_name: "answer",
  started_at: "2026-01-01T00:00:00Z",
  inputs: new JsonText('{"seed": 12345678901234567890, "output": "asked"}'),
  output: new JsonText('{"score": 1.0}'),
};
const row = (parts: CallPart[], spreadsInputs = false) =>
  callAsRow("acme/bot", call, {
    parts: new Set(parts),
    spreadsInputs,
    corrections: new Map([["c/1", new JsonText('"better"')]]),
  }).text;

describe("callAsRow", () => {
  it.each<[string, CallPart[], boolean, string]>([
    [
      "payloads as they were sent",
      ["inputs", "output"],
      false,
      `{"inputs":${call.inputs.text},"output":{"score": 1.0}}`,
    ],
    ["fields of the inputs", ["inputs"], true, '{"seed":12345678901234567890,"output":"asked"}'],
    ["a name once", ["inputs", "output"], true, '{"seed":12345678901234567890,"output":{"score": 1.0}}'],
    ["the call's ref", ["name", "ref"], false, '{"op_name":"answer","call":"core:///acme/bot/call/c%2F1"}'],
    ["what it should have returned", ["correction"], false, '{"expected_output":"better"}'],
    ["nothing for what the call has not", ["times", "exception"], false, '{"started_at":"2026-01-01T00:00:00Z"}'],
  ])("has %s", (_what, parts, spreads, text) => {
    expect(row(parts, spreads)).toBe(text);
  });
});

import { expect, it } from "vitest";

import { JsonText } from "@/lib/json/text";

import { exportFeedback } from "./export-feedback";

const row = {
  id: "1",
  feedback_type: "core.note.1",
  core_ref: "core:///a/b/call/c",
  payload: new JsonText('{"note": "=1+1", "n": 12345678901234567890}'),
};

it("writes records whole, every digit of a payload", () => {
  expect(exportFeedback([row], "jsonl")).toBe(
    `{"id":"1","feedback_type":"core.note.1","core_ref":"core:///a/b/call/c","payload":{"note": "=1+1", "n": 12345678901234567890}}\n`,
  );
});

it("writes columns, a formula as text", () => {
  const [, line] = exportFeedback([row], "csv").split("\r\n");
  expect(line).toBe(
    `1,,core.note.1,core:///a/b/call/c,,,,,,,'=1+1,"{""note"": ""=1+1"", ""n"": 12345678901234567890}"`,
  );
});

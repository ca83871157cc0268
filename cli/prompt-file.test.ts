import path from "node:path";
import { describe, expect, it } from "vitest";
import { toJsonText, JsonText } from "@/lib/json/text";
import { storedPrompt } from "@/lib/prompt/stored-prompt";
import { promptFile, promptFileName } from "./prompt-file";

describe("a prompt's file", () => {
  it.each([
    ["support", "support.json"],
    ["a/b", "a%2Fb.json"],
    ["../../etc/passwd", "%2E.%2F..%2Fetc%2Fpasswd.json"],
    [".hidden", "%2Ehidden.json"],
    ["C:\\x", "C%3A%5Cx.json"],
    ["検", "%E6%A4%9C.json"],
  ])("of %s is %s", (name, file) => {
    expect(promptFileName(name, "json")).toBe(file);
    expect(path.dirname(path.join("prompts", file))).toBe("prompts");
  });

  const version = {
    object_id: "support",
    version_index: 3,
    digest: "d1",
    val: new JsonText(
      '{"_type":"MessagesPrompt","messages":[{"role":"user","content":"{{q}}"}],"config":{"temperature":1.0,"seed":12345678901234567890}}',
    ),
  };

  it("keeps every number as it was sent", () => {
    const file = promptFile(version, "json");
    expect(file).toBe(promptFile({ ...version }, "json"));
    expect(file).toContain('"temperature": 1.0');
    expect(file).toContain('"seed": 12345678901234567890');
    expect(JSON.parse(file)).toMatchObject({
      name: "support",
      version: "v4",
      digest: "d1",
      value: { _type: "MessagesPrompt" },
    });
  });

  it("is readable as Markdown", () => {
    expect(promptFile(version, "md")).toBe(
      '---\nname: "support"\nversion: "v4"\ndigest: "d1"\n"temperature": 1.0\n"seed": 12345678901234567890\n---\n\n## user\n\n{{q}}\n',
    );
    const text = storedPrompt({
      kind: "text",
      name: "t",
      description: "first",
      prompt: toJsonText("Say {{word}}"),
      config: toJsonText({ model: "gpt-4o" }),
      tags: [],
    });
    expect(promptFile({ ...version, val: text }, "md")).toMatch(
      /description: "first"\nmodel: "gpt-4o"\n---\n\nSay \{\{word\}\}\n$/,
    );
  });

  it("is refused for a value that is no prompt", () =>
    expect(() => promptFile({ ...version, val: toJsonText({ rows: 1 }) }, "md")).toThrow("support is not a prompt."));
});

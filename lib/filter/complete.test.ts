import { describe, expect, it } from "vitest";

import { completed, completionAt, fieldOptions, valueOptions } from "./complete";
import { fieldNamed } from "./fields";

/** The text with `|` where the caret is. */
function at(marked: string) {
  const caret = marked.indexOf("|");
  return { text: marked.replace("|", ""), caret };
}

describe("completionAt", () => {
  it.each([
    ["|", { kind: "field", prefix: "" }],
    ["sta|", { kind: "field", prefix: "sta", from: 0, to: 3 }],
    ["sta|tus", { kind: "field", prefix: "sta", from: 0, to: 6 }],
    ["op:a (la|", { kind: "field", prefix: "la", from: 6 }],
    ["not -la|", { kind: "field", prefix: "la", from: 5 }],
    ["has:thr|", { kind: "field", prefix: "thr", from: 4 }],
    ["inputs.q|", { kind: "field", prefix: "inputs.q" }],
    ["status:|", { kind: "value", prefix: "", from: 7 }],
    ["status:error,ru|", { kind: "value", prefix: "ru", from: 13 }],
    ["-model:gp|", { kind: "value", prefix: "gp" }],
  ])("%s", (marked, completion) => {
    const { text, caret } = at(marked);
    expect(completionAt(text, caret)).toMatchObject(completion);
  });

  it.each(['"sta|', "latency>|", "unknown:a|", 'op:"a|'])("has no completions at %s", (marked) => {
    const { text, caret } = at(marked);
    expect(completionAt(text, caret)).toBeUndefined();
  });
});

describe("options", () => {
  it("names fields and known paths", () => {
    expect(fieldOptions("lat", []).map(({ insert }) => insert)).toEqual(["latency>"]);
    expect(fieldOptions("inputs.", ["inputs.a b", "inputs.q"]).map(({ insert }) => insert)).toEqual([
      '"inputs.a b":',
      "inputs.q:",
    ]);
  });

  it("counts values and quotes what needs it", () => {
    const op = fieldNamed("op");
    expect(op && valueOptions(op, "a", [{ value: "a b", count: 1_200 }, { value: "x" }, { count: 3 }])).toEqual([
      { insert: '"a b" ', label: "a b", hint: "1,200" },
    ]);
  });

  it("adds nothing to a complete value", () => {
    const status = fieldNamed("status");
    expect(status && valueOptions(status, "error", [])).toEqual([]);
    expect(status && valueOptions(status, "err", []).map(({ label }) => label)).toEqual(["error", "descendant_error"]);
  });

  it("puts the choice in the place of what was typed", () => {
    const { text, caret } = at("op:a sta| hello");
    const completion = completionAt(text, caret);
    expect(completion && completed(text, completion, { insert: "status:", label: "", hint: "" })).toEqual({
      text: "op:a status: hello",
      caret: 12,
    });
  });
});

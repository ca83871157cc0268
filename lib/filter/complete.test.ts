import { describe, expect, it } from "vitest";
import { feedbackField } from "@/lib/contract/feedback-field";

import { completed, completionAt, fieldOptions, valueOptions } from "./complete";
import { fieldNamed } from "./fields";
import { parseFilter } from "./parse-filter";

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
    ["has:thr|", { kind: "field", isPresence: true, prefix: "thr", from: 4 }],
    ["has(kind:tool sta|", { kind: "field", isPresence: false, prefix: "sta", from: 14 }],
    ["has(sta|", { kind: "field", prefix: "sta", from: 4 }],
    ["has(after(kind:to|", { kind: "value", prefix: "to" }],
    ["started>=to|", { kind: "value", isOrdered: true, prefix: "to", from: 9 }],
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

  it("names known values inside feedback, in quotes", () => {
    const quality = feedbackField("core.annotation.quality", "value");
    expect(fieldOptions("feedb", [quality])).toEqual([
      { insert: "feedback:", label: "feedback", hint: "reaction, or number of feedback records" },
      { insert: "feedback.quality:", label: "feedback.quality", hint: "latest feedback value" },
    ]);
    expect(fieldOptions("feedback.[", [quality]).map(({ insert }) => insert)).toEqual([`"${quality}":`]);
    expect(parseFilter(`"${quality}">=4 has:"${quality}"`)).toMatchObject({
      parts: [
        { field: quality, comparison: ">=" },
        { field: quality, comparison: "exists" },
      ],
    });
  });

  it("names attributes as their program does", () => {
    const paths = ["attributes.otel.attributes.acme\\.tier", "attributes.acme.tier", "attributes.otel.name"];
    const inserts = (prefix: string) => fieldOptions(prefix, paths).map(({ insert }) => insert);
    expect(inserts("acme")).toEqual(["acme.tier:"]);
    expect(inserts("attributes.o")).toEqual(["attributes.otel.attributes.acme\\.tier:", "attributes.otel.name:"]);
  });

  it("names relations, but not after has:", () => {
    expect(fieldOptions("unde", []).map(({ insert }) => insert)).toEqual(["under("]);
    expect(fieldOptions("be", [], true)).toEqual([]);
    expect(fieldOptions("thre", [], true).map(({ insert }) => insert)).toEqual(["thread "]);
  });

  it("offers any value and none", () => {
    const thread = fieldNamed("thread");
    expect(thread && valueOptions(thread, "", [{ value: "t-1" }]).map(({ insert }) => insert)).toEqual([
      "t-1 ",
      "* ",
      "none ",
    ]);
    expect(thread && valueOptions(thread, "none", [])).toEqual([]);
  });

  it("offers days for times", () => {
    const started = fieldNamed("started");
    expect(started && valueOptions(started, "to", [], true).map(({ insert }) => insert)).toEqual(["today "]);
    expect(started && valueOptions(started, "no", [], true)).toEqual([]);
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
    expect(status && valueOptions(status, "descendant-error", [])).toEqual([]);
    expect(status && valueOptions(status, "Descendant-e", []).map(({ label }) => label)).toEqual(["descendant_error"]);
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

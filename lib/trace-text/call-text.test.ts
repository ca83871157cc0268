import { describe, expect, test } from "vitest";
import type { Call } from "@/lib/contract/calls";
import { toJsonText } from "@/lib/json/text";
import { callText, valueAt } from "./call-text";
import { PathError, readPath } from "./payload-path";
import { callRow } from "./test-rows";
import { AWKWARD } from "./test-texts";
import { realTokens } from "./test-tokens";
import { traceView } from "./trace-view";

const view = traceView([callRow("root", undefined, 0), callRow("a/b", "root", 1)], Date.now());

function callOf(payloads: { inputs?: unknown; output?: unknown; attributes?: unknown; exception?: string }): Call {
  const { inputs = {}, output, attributes = {}, exception } = payloads;
  return {
    id: "root",
    project_id: "acme/bot",
    op_name: "run",
    trace_id: "t1",
    started_at: "2026-11-20T08:00:00Z",
    inputs: toJsonText(inputs),
    attributes: toJsonText(attributes),
    ...(output !== undefined && { output: toJsonText(output) }),
    ...(exception !== undefined && { exception }),
  };
}

const valueOf = (call: Call, path: string, budget = 1_000, from = 0) =>
  valueAt(call, readPath(path, view), { budget, from });

describe("paths", () => {
  test.each([
    ["1", { id: "root", steps: [] }],
    ["1.1", { id: "a/b", steps: [] }],
    ["a/b", { id: "a/b", steps: [] }],
    ["a/b/output", { id: "a/b", payload: "output", steps: [] }],
    ["1/output.choices[0].message", { id: "root", payload: "output", steps: ["choices", 0, "message"] }],
    ['1/attributes["gen_ai.system"][2]', { id: "root", payload: "attributes", steps: ["gen_ai.system", 2] }],
  ])("%s", (path, expected) => expect(readPath(path, view)).toEqual(expected));

  test.each([
    ["2", "no call at “2”; the trace has 2 calls, from 1 to 1.1, and call IDs work too"],
    ["1/result", "must begin with one of inputs, output, attributes, summary, exception"],
    ["1/output.a[x]", "“[x]” is not a path"],
    ["1/outputs", "must begin with one of"],
  ])("%s is refused", (path, message) => {
    expect(() => readPath(path, view)).toThrow(PathError);
    expect(() => readPath(path, view)).toThrow(message);
  });

  test("a value that is not there is refused with what there is", () => {
    const call = callOf({ inputs: { messages: [{ role: "user" }] } });
    expect(() => valueOf(call, "1/inputs.message")).toThrow("inputs has the fields messages");
    expect(() => valueOf(call, "1/inputs.messages[3]")).toThrow("inputs.messages has 1 items, from [0] to [0]");
    expect(() => valueOf(call, "1/inputs.messages[0].role.x")).toThrow("it is a string");
    expect(() => valueOf(call, "1/output")).toThrow("the call has no output");
    expect(() => valueOf(call, "1/exception")).toThrow("the call has no exception");
  });
});

describe("values", () => {
  test("what fits is as it was sent", () => {
    const call = callOf({ output: { n: [1, 2], text: "a\nb" } });
    expect(valueOf(call, "1/output")).toEqual({ text: '{"n":[1,2],"text":"a\\nb"}', isCut: false });
    expect(valueOf(call, "1/output.text")).toEqual({ text: "a\nb", isCut: false });
  });

  test("a path goes on inside a string that is JSON", () => {
    const call = callOf({ output: { arguments: '{"order":{"id":"A-1"}}' } });
    expect(valueOf(call, "1/output.arguments.order.id").text).toBe("A-1");
  });

  test("a long text is read in parts", () => {
    const text = Array.from({ length: 2_000 }, (_, at) => `word${at}`).join(" ");
    const call = callOf({ output: text });
    let [read, from]: [string, number | undefined] = ["", 0];
    while (from !== undefined) {
      const part = valueOf(call, "1/output", 300, from);
      expect(realTokens(part.text)).toBeLessThanOrEqual(300);
      read += part.text;
      from = part.next;
    }
    expect(read).toBe(text);
  });

  test("of a long list the first and the last items are shown, with their positions", () => {
    const messages = Array.from({ length: 100 }, (_, at) => ({
      role: "user",
      content: `message ${at} ${"x ".repeat(300)}`,
    }));
    const { text, isCut } = valueOf(callOf({ inputs: { messages } }), "1/inputs", 400);
    expect(isCut).toBe(true);
    expect(text).toContain("message 0 ");
    expect(text).toContain("«99» ");
    expect(text).toMatch(/«\d+ items left out»/);
  });
});

describe.each(Object.entries(AWKWARD))("%s", (_name, awkward) => {
  const call = callOf({
    inputs: { messages: Array.from({ length: 30 }, () => ({ role: "user", content: awkward })) },
    output: awkward,
    attributes: { [awkward.slice(0, 40)]: awkward, deep: [[[[[[awkward]]]]]] },
    exception: `Error: ${awkward}`,
  });

  test.each([120, 400, 2_000])("keeps within %d tokens", (budget) => {
    expect(realTokens(callText(call, "1 run", { budget }))).toBeLessThanOrEqual(budget);
    for (const path of ["1/inputs", "1/output", "1/attributes", "1/exception"])
      expect(realTokens(valueOf(call, path, budget).text)).toBeLessThanOrEqual(budget);
  });
});

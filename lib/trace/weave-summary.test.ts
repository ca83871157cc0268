import { describe, expect, test } from "vitest";
import { JsonText } from "@/lib/json/text";
import { addWeaveSummary, sentSummary, traceName } from "./weave-summary";

const derived = { status: "success", latency_ms: 12, trace_name: 'say "hi"' } as const;
const WEAVE = '"weave":{"status":"success","latency_ms":12,"trace_name":"say \\"hi\\""}';

describe("addWeaveSummary and back", () => {
  test.each([
    ["{}", `{ ${WEAVE}}`],
    ['{ "n": 1.0, "big": 12345678901234567890 }', `{ "n": 1.0, "big": 12345678901234567890 ,${WEAVE}}`],
    ['{"usage":{"m":{"prompt_tokens":1e2}},"weaver":1}', `{"usage":{"m":{"prompt_tokens":1e2}},"weaver":1,${WEAVE}}`],
    ['{"a":"}","b":{"weave":{"status":"x"}}}', `{"a":"}","b":{"weave":{"status":"x"}},${WEAVE}}`],
  ])("%s keeps every character", (sent, answered) => {
    const added = addWeaveSummary(new JsonText(sent), derived);
    expect(added.text).toBe(answered);
    expect(sentSummary(added)?.text).toBe(sent);
  });

  test.each([
    ["none", undefined],
    ["null", "null"],
  ])("a call with %s has what is derived alone", (_what, sent) => {
    const added = addWeaveSummary(sent === undefined ? undefined : new JsonText(sent), {
      status: "running",
      trace_name: "ask",
    });
    expect(added.text).toBe('{"weave":{"status":"running","trace_name":"ask"}}');
    expect(sentSummary(added)).toBeUndefined();
  });

  test("other members of `weave` in the summary are unchanged", () => {
    const sent = '{"weave":{"status":"mine","views":{"a":1.0}},"n":1}';
    const added = addWeaveSummary(new JsonText(sent), { status: "error" });
    expect(added.text).toBe('{"n":1,"weave":{"views":{"a":1.0},"status":"error"}}');
    expect(sentSummary(added)?.text).toBe('{"n":1,"weave":{"views":{"a":1.0}}}');
  });

  test("a member that is no object is replaced", () => {
    expect(addWeaveSummary(new JsonText('{"weave":[1]}'), { status: "error" }).text).toBe(
      '{ "weave":{"status":"error"}}',
    );
  });
});

test.each([
  ["Mine", "weave:///acme/bot/op/plan:x1", "Mine"],
  [undefined, "weave:///acme/bot/op/plan:x1", "plan"],
  [undefined, "core:///acme/bot/op/a%2Fb:x1", "a/b"],
  ["", "openai.chat", "openai.chat"],
  [undefined, "weave:///not/a/ref", "weave:///not/a/ref"],
])("a call named %s of %s is the trace %s", (displayName, op, name) => {
  expect(traceName(displayName, op)).toBe(name);
});

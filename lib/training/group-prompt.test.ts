import { expect, test } from "vitest";
import { JsonText } from "@/lib/json/text";
import { promptOfGroup } from "./group-prompt";

const tool = '{"type":"function","function":{"name":"f","parameters":{"maximum":12345678901234567890}}}';
const group = (messages: string, more = "") =>
  new JsonText(
    `{"trajectories":[{"messages_and_choices":[${messages}]${more},"reward":1},{"messages_and_choices":[{"role":"user","content":"other"}],"reward":0}]}`,
  );
const system = '{"role":"system","content":"Be brief."}';
const user = (content: string) => JSON.stringify({ role: "user", content });
const assistant = '{"role":"assistant","content":"Yes."}';
const choice =
  '{"finish_reason":"stop","index":0,"message":{"role":"assistant","content":"Yes."},"logprobs":{"content":[]}}';
const calls =
  '{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{}"}}]}';
const result = '{"role":"tool","tool_call_id":"c","content":"1.0"}';

test.each<[string, string, string[]]>([
  ["one question", `${user("Where?")},${assistant}`, ["user Where?"]],
  ["with instructions", `${system},${user("Where?")},${choice}`, ["system Be brief.", "user Where?"]],
  ["of several turns", `${user("a")},${choice},${user("b")},${assistant}`, ["user a", "assistant Yes.", "user b"]],
  ["with calls of tools behind it", `${user("a")},${calls},${result},${assistant}`, ["user a"]],
  ["of no user", `${system},${assistant},${assistant}`, ["system Be brief."]],
])("the prompt of a trajectory is what its model was asked: %s", (_what, messages, expected) => {
  const turns = promptOfGroup(group(messages))?.turns;
  expect(turns?.map(({ role, content }) => `${role} ${content}`)).toEqual(expected);
});

test("includes its tools, with exact digits", () => {
  expect(promptOfGroup(group(user("a"), `,"tools":[${tool}]`))?.parameters).toEqual({ tools: `[${tool}]` });
  expect(promptOfGroup(group(user("a"), ',"tools":[]'))?.parameters).toEqual({});
  expect(promptOfGroup(group(user("a"), ',"tools":null'))?.parameters).toEqual({});
});

test.each([
  ["begins with an answer and asks nothing", group(assistant)],
  ["is empty", new JsonText('{"trajectories":[]}')],
  ["is no group", new JsonText("{}")],
])("a group that %s has no prompt", (_what, json) => {
  expect(promptOfGroup(json)).toBeUndefined();
});

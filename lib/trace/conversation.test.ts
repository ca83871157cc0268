import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JsonText } from "@/lib/json/text";
import { type ChatMessage, readConversation } from "./conversation";
import type { MessagePart } from "./message-parts";

function show({ role, name, parts, finishReason }: ChatMessage): string {
  const who = `${role}${name ? `(${name})` : ""}${finishReason ? ` ${finishReason}` : ""}`;
  return `${who}: ${parts.map(showPart).join(" | ")}`;
}

function showPart(part: MessagePart): string {
  switch (part.type) {
    case "text":
      return part.text;
    case "tool_call":
      return `call ${part.id ?? "-"} ${part.name}${part.arguments}`;
    case "tool_result":
      return `result ${part.toolCallId ?? "-"} ${part.text ?? part.json}${part.isError ? " failed" : ""}`;
    case "media":
      return `${part.medium} ${part.mediaType ?? "-"} ${part.file ?? part.url ?? part.name}`;
    case "json":
      return `json ${part.json}`;
    default:
      return `${part.type} ${part.text}`;
  }
}

const HI = `{"messages":[{"role":"user","content":"hi"}]}`;

const cases: { name: string; inputs?: string; output?: string; shown: string[] | undefined }[] = [
  {
    name: "OpenAI's chat with a tool call, as OpenInference sends it",
    inputs: `{"model":"gpt-4o-mini","temperature":0.1,"messages":[{"role":"system","content":"brief"},{"role":"user","content":"Weather?"}],"tools":[]}`,
    output: `{"object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":null,"refusal":null,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"get_weather","arguments":"{\\"city\\":\\"Paris\\",\\"n\\":12345678901234567890}"}}]},"finish_reason":"tool_calls","logprobs":null}]}`,
    shown: [
      "system: brief",
      "user: Weather?",
      `assistant tool_calls: call call_1 get_weather{"city":"Paris","n":12345678901234567890}`,
    ],
  },
  {
    name: "files that Langfuse's SDKs replaced by a reference: OpenAI's, Anthropic's, within a text",
    inputs: `{"messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"@@@langfuseMedia:type=image/png|id=a-b_c1|source=base64_data_uri@@@"}},{"type":"image","source":{"type":"base64","media_type":"image/jpeg","data":"@@@langfuseMedia:type=image/jpeg|id=j1|source=base64_data_uri@@@"}}]},{"role":"user","content":"see @@@langfuseMedia:type=application/pdf|id=p1|source=bytes@@@ and @@@langfuseMedia: broken@@@"}]}`,
    shown: [
      "user: image image/png aXbYc1 | image image/jpeg j1",
      "user: see  | file application/pdf p1 |  and @@@langfuseMedia: broken@@@",
    ],
  },
  {
    name: "LangChain's messages: its two serializations, pairs of role and text, nested lists",
    inputs: `{"messages":[[{"lc":1,"type":"constructor","id":["langchain","schema","messages","SystemMessage"],"kwargs":{"content":"brief"}},["human","hi"]]]}`,
    output: `{"messages":[{"type":"ai","data":{"content":"","tool_calls":[{"name":"f","args":{"x":1.0},"id":"c1","type":"tool_call"}],"response_metadata":{"finish_reason":"tool_calls"}}},{"type":"tool","data":{"content":"21","tool_call_id":"c1","status":"success"}}]}`,
    shown: ["system: brief", "user: hi", `assistant tool_calls: call c1 f{"x":1.0}`, "tool: result c1 21"],
  },
  {
    name: "LangChain's generations, and the provider's own calls that it keeps",
    inputs: HI,
    output: `{"generations":[[{"text":"","generation_info":{"finish_reason":"stop"},"message":{"lc":1,"id":["AIMessage"],"kwargs":{"content":"","additional_kwargs":{"tool_calls":[{"id":"c1","function":{"name":"f","arguments":"{}"}}]}}}}]]}`,
    shown: ["user: hi", "assistant stop: call c1 f{}"],
  },
  {
    name: "LangGraph's commands",
    inputs: HI,
    output: `[{"graph":null,"update":{"messages":[{"type":"ai","data":{"content":"hello"}}]}}]`,
    shown: ["user: hi", "assistant: hello"],
  },
  {
    name: "Bedrock's parts, with a result that failed, and Gemini's calls",
    inputs: `{"messages":[{"role":"user","content":[{"text":"hi"}]},{"role":"assistant","content":[{"toolUse":{"toolUseId":"t1","name":"f","input":{"x":1.0}}}]},{"role":"user","content":[{"toolResult":{"toolUseId":"t1","status":"error","content":[{"text":"no"}]}}]}]}`,
    output: `{"role":"model","parts":[{"functionCall":{"name":"g","args":{"y":2}}}]}`,
    shown: ["user: hi", `assistant: call t1 f{"x":1.0}`, "user: result t1 no failed", `model: call - g{"y":2}`],
  },
  {
    name: "a call that is listed both in the content and beside it, a system text that is sent twice",
    inputs: `{"instructions":"brief","messages":[{"role":"system","content":"brief"},{"role":"user","content":"hi"}]}`,
    output: `{"type":"ai","data":{"content":[{"type":"text","text":"ok"},{"type":"tool_use","id":"t1","name":"f","input":{}}],"tool_calls":[{"name":"f","args":{},"id":"t1"}]}}`,
    shown: ["system: brief", "user: hi", "assistant: ok | call t1 f{}"],
  },
  {
    name: "a tool's answer in OpenAI's shape, text or parts",
    inputs: `{"messages":[{"role":"tool","tool_call_id":"c1","content":"{\\"t\\":1.0}"},{"role":"tool","tool_call_id":"c2","content":[{"type":"text","text":"21"}]}]}`,
    shown: [`tool: result c1 {"t":1.0}`, "tool: result c2 21"],
  },
  {
    name: "the AI SDK's prompt: parts, tool-call with exact input, tool-result with a value",
    inputs: `{"messages":[{"role":"user","content":[{"type":"text","text":"Weather in Paris?"}]},{"role":"assistant","content":[{"type":"tool-call","toolCallId":"c1","toolName":"get_weather","input":{"big":12345678901234567890, "f":1.0}}]},{"role":"tool","content":[{"type":"tool-result","toolCallId":"c1","toolName":"get_weather","output":{"type":"json","value":{"temp":21.0}}}]}]}`,
    shown: [
      "user: Weather in Paris?",
      `assistant: call c1 get_weather{"big":12345678901234567890, "f":1.0}`,
      `tool: result c1 {"temp":21.0}`,
    ],
  },
  {
    name: "Anthropic's parts with the system text beside, thinking, tool use and result, an image",
    inputs: `{"system":[{"type":"text","text":"be kind"}],"messages":[{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"AAAA"}},{"type":"text","text":"what?"}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}],"is_error":true}]}]}`,
    output: `{"role":"assistant","stop_reason":"tool_use","content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"ok"},{"type":"tool_use","id":"t2","name":"look","input":{"x":1.0}}]}`,
    shown: [
      "system: be kind",
      "user: image image/png data:image/png;base64,AAAA | what?",
      "user: result t1 a\nb failed",
      `assistant tool_use: reasoning hm | ok | call t2 look{"x":1.0}`,
    ],
  },
  {
    name: "OpenTelemetry's messages of parts",
    inputs: `{"system_instructions":[{"type":"text","content":"s"}],"messages":[{"role":"user","parts":[{"type":"text","content":"q"},{"type":"uri","mime_type":"image/png","uri":"https://x/y.png"}]},{"role":"tool","parts":[{"type":"tool_call_response","id":"c1","response":{"a":1.0}}]}]}`,
    output: `[{"role":"assistant","parts":[{"type":"reasoning","content":"r"},{"type":"tool_call","id":"c1","name":"f","arguments":{"a":1.0}}],"finish_reason":"tool_call"}]`,
    shown: [
      "system: s",
      "user: q | image image/png https://x/y.png",
      `tool: result c1 {"a":1.0}`,
      `assistant tool_call: reasoning r | call c1 f{"a":1.0}`,
    ],
  },
  {
    name: "OpenAI's responses",
    inputs: `{"instructions":"be brief","input":[{"role":"user","content":[{"type":"input_text","text":"q"},{"type":"input_image","image_url":"https://x/i.png"}]},{"type":"function_call","call_id":"c1","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c1","output":"done"}]}`,
    output: `{"output":[{"type":"reasoning","summary":[{"type":"summary_text","text":"because"}]},{"type":"message","role":"assistant","content":[{"type":"output_text","text":"a"}]}]}`,
    shown: [
      "system: be brief",
      "user: q | image - https://x/i.png",
      "assistant: call c1 f{}",
      "tool: result c1 done",
      "assistant: reasoning because",
      "assistant: a",
    ],
  },
  {
    name: "Weave's OpenAI call, a stream put together",
    inputs: `{"model":"gpt-4o-mini","stream":true,"messages":[{"role":"user","content":"hi stream"}]}`,
    output: `{"object":"chat.completion.chunk","choices":[{"index":0,"message":{"role":"assistant","content":"Hello","function_call":null},"finish_reason":"stop"}]}`,
    shown: ["user: hi stream", "assistant stop: Hello"],
  },
  {
    name: "Weave's own inputs",
    inputs: `{"question":"capital of France?"}`,
    output: `{"text":"Paris"}`,
    shown: ["user: capital of France?", "assistant: Paris"],
  },
  { name: "messages in a positional argument", inputs: `{"arg0":${HI}}`, shown: ["user: hi"] },
  { name: "a bare list of messages", inputs: `[{"role":"user","content":"hi"}]`, shown: ["user: hi"] },
  { name: "LangChain's nested lists", inputs: `{"messages":[[{"type":"human","content":"hi"}]]}`, shown: ["user: hi"] },
  { name: "plain text", inputs: `{"input":"hi"}`, output: `"hello"`, shown: ["user: hi", "assistant: hello"] },
  { name: "plain text that is still answered", inputs: `{"prompt":"hi","n":1}`, shown: ["user: hi"] },
  {
    name: "reasoning, refusal, name and an audio part",
    inputs: `{"messages":[{"role":"user","name":"ann","content":[{"type":"input_audio","input_audio":{"data":"AA","format":"wav"}}]}]}`,
    output: `{"choices":[{"message":{"role":"assistant","content":"","reasoning_content":"why","refusal":"no"}}]}`,
    shown: ["user(ann): audio audio/wav data:audio/wav;base64,AA", "assistant: reasoning why | refusal no"],
  },
  {
    name: "several choices",
    inputs: HI,
    output: `{"choices":[{"message":{"content":"a"}},{"text":"b"}]}`,
    shown: ["user: hi", "assistant: a", "assistant: b"],
  },
  {
    name: "a side that is no chat is shown as JSON beside one that is",
    inputs: HI,
    output: `{"score": 1.0}`,
    shown: ["user: hi", `assistant: json {"score": 1.0}`],
  },
  {
    name: "a part of an unknown kind as it is",
    inputs: `{"messages":[{"role":"user","content":[{"type":"hologram","n":1.0}]}]}`,
    shown: [`user: json {"type":"hologram","n":1.0}`],
  },
  { name: "no chat: numbers", inputs: `{"question":"capital?"}`, output: "[0.1, 0.2]", shown: undefined },
  { name: "no chat: an empty call", inputs: "{}", output: "null", shown: undefined },
  { name: "no chat: a list of other things", inputs: `{"messages":[1,2]}`, output: "true", shown: undefined },
  { name: "no chat: nothing at all", shown: undefined },
];

describe("readConversation", () => {
  it.each(cases)("$name", ({ inputs, output, shown }) => {
    const text = (json: string | undefined) => (json === undefined ? undefined : new JsonText(json));
    const read = readConversation(text(inputs), text(output));
    expect(read && [...read.input, ...read.output].map(show)).toEqual(shown);
  });

  it.each([
    [
      `{"model":"m","messages":[{"role":"user","content":"q"}],"tools":[]}`,
      `{"id":"1","choices":[{"text":"a"}]}`,
      ["model", "tools", "id"],
    ],
    [`{"question":"q"}`, `{"items":[1],"text":"a"}`, ["items"]],
    [`{"question":"q","n":1}`, `"a"`, ["n"]],
    [`{"system":"s","prompt":"q"}`, `{"content":"a"}`, []],
  ])("names the fields beside the messages of %s", (inputs, output, names) => {
    const { otherFields } = readConversation(new JsonText(inputs), new JsonText(output)) ?? {};
    expect([...(otherFields?.input ?? []), ...(otherFields?.output ?? [])]).toEqual(names);
  });

  it("reads any JSON in the place of a chat", () => {
    const word = fc.constantFrom(
      "messages",
      "role",
      "content",
      "parts",
      "type",
      "text",
      "tool_calls",
      "choices",
      "output",
    );
    const json = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 6 },
        fc.string(),
        fc.constant(null),
        fc.integer(),
        fc.boolean(),
        tie("list"),
        tie("object"),
      ),
      list: fc.array(tie("value"), { maxLength: 3 }),
      object: fc.dictionary(word, fc.oneof(tie("value"), word), { maxKeys: 4 }),
    })).value;
    const text = json.map((value) => new JsonText(JSON.stringify(value)));
    fc.assert(
      fc.property(text, text, (inputs, output) => {
        const read = readConversation(inputs, output);
        expect(read === undefined || [...read.input, ...read.output].every(({ role }) => role !== undefined)).toBe(
          true,
        );
      }),
      { numRuns: 1000 },
    );
  });
});

import { describe, expect, test } from "vitest";
import { CHAT_PARAMETERS, type ChatParameterName } from "@/lib/contract/chat-parameters";
import { answerJson, startUpstream } from "@/service/inference/test-upstream";
import { appWith, ask } from "./test-chat";
import { useService } from "./test-service";

const service = useService();

type Row = {
  /** Written as a caller might; it must arrive unchanged. */
  taken: string[];
  /** With the path and the message of the error. */
  refused: [sent: string, path: string, words: string][];
  /** Other fields that it requires. */
  beside?: string;
};

const NUMBER = "must be a number";
const WHOLE = "must be a whole number";
const BOOLEAN = "must be true or false";
const LIST = "must be an array";
const OBJECT = "expected a JSON object, found";
const SEED = "must be a whole number of up to 64 bits";

const flag: Row["taken"] = ["true", "false", "null"];

/** Every row of the interface's table except `model` and `messages`; a missing one does not compile. */
const ROWS: Record<ChatParameterName, (name: string) => Row> = {
  frequency_penalty: (name) => ({
    taken: ["0", "-2", "2.0", "1.50", "null"],
    refused: [
      ["2.01", name, "must be between -2 and 2"],
      ['"1"', name, NUMBER],
    ],
  }),
  presence_penalty: (name) => ({
    taken: ["0.0", "2", "-1e0"],
    refused: [
      ["-2.5", name, "must be between -2 and 2"],
      ["true", name, NUMBER],
    ],
  }),
  repetition_penalty: (name) => ({ taken: ["1.10", "0.5"], refused: [["-0.1", name, "must be at least 0"]] }),
  length_penalty: (name) => ({ taken: ["1", "-3.25"], refused: [["[]", name, NUMBER]] }),
  logit_bias: (name) => ({
    taken: ['{"50256": -100, "1":1.0}', "{}"],
    refused: [
      ["[]", name, "must be an object"],
      ['{"1":"x"}', `${name}.1`, NUMBER],
    ],
  }),
  logprobs: (name) => ({ taken: flag, refused: [["1", name, BOOLEAN]] }),
  top_logprobs: (name) => ({
    taken: ["0", "5", "20"],
    beside: '"logprobs":true,',
    refused: [
      ["1.5", name, WHOLE],
      ["-2", name, "must be at least -1"],
    ],
  }),
  prompt_logprobs: (name) => ({ taken: ["0", "3"], refused: [['"3"', name, WHOLE]] }),
  return_tokens_as_token_ids: (name) => ({ taken: flag, refused: [['"no"', name, BOOLEAN]] }),
  max_tokens: (name) => ({ taken: ["1", "4096", "-1"], refused: [["0.5", name, WHOLE]] }),
  max_completion_tokens: (name) => ({ taken: ["77"], refused: [["-2", name, "must be at least -1"]] }),
  min_tokens: (name) => ({ taken: ["0", "12"], refused: [["-1", name, "must be at least 0"]] }),
  n: (name) => ({
    taken: ["1", "4"],
    refused: [
      ["0", name, "must be at least 1"],
      ["1.5", name, WHOLE],
    ],
  }),
  best_of: (name) => ({ taken: ["3"], refused: [["0", name, "must be at least 1"]] }),
  use_beam_search: (name) => ({ taken: flag, refused: [["0", name, BOOLEAN]] }),
  temperature: (name) => ({ taken: ["0", "0.70", "2", "5e-1"], refused: [["-0.1", name, "must be at least 0"]] }),
  top_p: (name) => ({ taken: ["0.95", "1.0"], refused: [["1.01", name, "must be between 0 and 1"]] }),
  top_k: (name) => ({ taken: ["-1", "0", "40"], refused: [["-2", name, "must be at least -1"]] }),
  min_p: (name) => ({ taken: ["0.05"], refused: [["-0.1", name, "must be between 0 and 1"]] }),
  seed: (name) => ({
    taken: ["0", "9223372036854775807", "-9223372036854775808", "9223372036854776000", "-9223372036854776000", "null"],
    refused: [
      ["9223372036854776001", name, SEED],
      ["-9223372036854776001", name, SEED],
      ["1.0", name, SEED],
      ["1e3", name, SEED],
      ['"7"', name, SEED],
    ],
  }),
  stop: (name) => ({
    taken: ["[]", '["\\n\\n", "END"]', '"END"', '["\\u0041"]'],
    refused: [["4", name, "must be a string or an array of strings"]],
  }),
  stop_token_ids: (name) => ({ taken: ["[]", "[2, 128009]"], refused: [["[1.5]", `${name}[0]`, WHOLE]] }),
  include_stop_str_in_output: (name) => ({ taken: flag, refused: [['"x"', name, BOOLEAN]] }),
  ignore_eos: (name) => ({ taken: flag, refused: [["1", name, BOOLEAN]] }),
  truncate_prompt_tokens: (name) => ({
    taken: ["1", "2048"],
    refused: [
      ["0", name, "must be at least 1"],
      ["-1", name, "must be at least 1"],
    ],
  }),
  allowed_token_ids: (name) => ({ taken: ["[1,2,3]"], refused: [["{}", name, LIST]] }),
  bad_words: (name) => ({ taken: ['["darn"]'], refused: [["[1]", `${name}[0]`, "must be a string"]] }),
  skip_special_tokens: (name) => ({ taken: flag, refused: [["1", name, BOOLEAN]] }),
  spaces_between_special_tokens: (name) => ({ taken: flag, refused: [["1", name, BOOLEAN]] }),
  response_format: (name) => ({
    taken: [
      '{"type": "text"}',
      '{"type":"json_schema","json_schema":{"name":"city","description":"One","strict":true,"schema":{"type":"object","maximum":12345678901234567890}}}',
    ],
    refused: [
      ['{"schema":{}}', `${name}.type`, "is required"],
      ['{"type":"json_schema","json_schema":{"schema":[]}}', `${name}.json_schema.schema`, OBJECT],
      ['{"type":"json_schema","json_schema":{"strict":"yes"}}', `${name}.json_schema.strict`, BOOLEAN],
    ],
  }),
  guided_json: (name) => ({
    taken: ['"{\\"type\\":\\"object\\"}"', '{"type":"object","maximum":1.0}'],
    refused: [["7", name, "must be a JSON Schema, as a string or an object"]],
  }),
  guided_regex: (name) => ({ taken: ['"\\\\d{4}"'], refused: [["{}", name, "must be a string"]] }),
  guided_choice: (name) => ({ taken: ['["yes","no"]'], refused: [['"yes"', name, LIST]] }),
  guided_grammar: (name) => ({ taken: ['"root ::= \\"a\\""'], refused: [["1", name, "must be a string"]] }),
  structural_tag: (name) => ({
    taken: ['"{\\"type\\":\\"structural_tag\\"}"'],
    refused: [["1", name, "must be a string"]],
  }),
  guided_decoding_backend: (name) => ({ taken: ['"some-backend"'], refused: [["1", name, "must be a string"]] }),
  guided_whitespace_pattern: (name) => ({ taken: ['"[ \\\\t]*"'], refused: [["1", name, "must be a string"]] }),
  tools: (name) => ({
    taken: [
      '[{"type":"function","function":{"name":"f","description":"d","parameters":{"type":"object","minimum":1.0}}}]',
      "[]",
    ],
    refused: [
      ['[{"type":"function","function":{}}]', `${name}[0].function.name`, "is required"],
      ['[{"type":"function","function":{"name":"f","parameters":[]}}]', `${name}[0].function.parameters`, OBJECT],
      ["{}", name, LIST],
    ],
  }),
  tool_choice: (name) => ({
    taken: ['"none"', '"auto"', '"required"', '{"type": "function", "function": {"name": "f"}}'],
    refused: [["1", name, "must be none, auto, required or a function, as a string or an object"]],
  }),
  parallel_tool_calls: (name) => ({ taken: flag, refused: [["1", name, BOOLEAN]] }),
  echo: (name) => ({ taken: flag, refused: [["1", name, BOOLEAN]] }),
  add_generation_prompt: (name) => ({ taken: flag, refused: [["1", name, BOOLEAN]] }),
  continue_final_message: (name) => ({
    taken: flag,
    beside: '"add_generation_prompt":false,',
    refused: [['"true"', name, BOOLEAN]],
  }),
  add_special_tokens: (name) => ({ taken: flag, refused: [["1", name, BOOLEAN]] }),
  documents: (name) => ({
    taken: ['[{"title":"Paris","text":"…","rank":1.0}]', "[]"],
    refused: [["[1]", `${name}[0]`, OBJECT]],
  }),
  chat_template: (name) => ({ taken: ['"{{ messages[0].content }}"'], refused: [["{}", name, "must be a string"]] }),
  chat_template_kwargs: (name) => ({
    taken: ['{"enable_thinking": false, "big": 12345678901234567890}'],
    refused: [["[]", name, OBJECT]],
  }),
  mm_processor_kwargs: (name) => ({ taken: ['{"num_crops": 4}'], refused: [['"x"', name, OBJECT]] }),
  stream: (name) => ({ taken: flag, refused: [['"yes"', name, BOOLEAN]] }),
  stream_options: (name) => ({
    taken: ['{"include_usage": true, "continuous_usage_stats": false}'],
    refused: [['{"include_usage":1}', `${name}.include_usage`, BOOLEAN]],
  }),
  user: (name) => ({ taken: ['"ada@example.com"', '"\\u00e9"'], refused: [["1", name, "must be a string"]] }),
  priority: (name) => ({ taken: ["0", "-5", "10"], refused: [["1.5", name, WHOLE]] }),
  request_id: (name) => ({
    taken: ['"run-7.a"', '"with space and é"'],
    refused: [
      ["null", name, "must be a string, found null"],
      ['""', name, "must not be empty"],
    ],
  }),
  logits_processors: (name) => ({
    taken: ['["a.b.C", {"qualname":"d.E","args":[1.0],"kwargs":{"x":12345678901234567890}}]'],
    refused: [["[1]", `${name}[0]`, "must be a qualified name, or an object with a qualname"]],
  }),
  cache_salt: (name) => ({ taken: ['"Zm9v/+=="'], refused: [["1", name, "must be a string"]] }),
  kv_transfer_params: (name) => ({ taken: ['{"remote_port": 1.0}'], refused: [["[]", name, OBJECT]] }),
  engine_xargs: (name) => ({
    taken: ['{"a":"x","b":1.50}'],
    refused: [['{"a":[]}', `${name}.a`, "must be a string or a number"]],
  }),
};

const rows = Object.entries(CHAT_PARAMETERS).map(([name]) => ({ name, ...ROWS[name as ChatParameterName](name) }));

describe.each(rows)("$name", ({ name, taken, refused, beside = "" }) => {
  // Members before and after it, an unknown key, and spaces that a JSON serializer would not write.
  const bodyWith = (value: string) =>
    ` {"model":"model-1", ${beside}"messages":[{"role":"user","content":"\\u00e9 1.0"}],"${name}" :  ${value}\t,"not_known":1.00}\n`;

  test.each(taken)("%s reaches the model server byte for byte", async (value) => {
    const upstream = await startUpstream(answerJson(), { supports_priority: true });
    const response = await ask(appWith(service, [upstream]), bodyWith(value));
    expect([response.status, upstream.arrived.map(({ body }) => body)]).toEqual([200, [bodyWith(value)]]);
  });

  test.each(refused)("%s is rejected", async (value, path, words) => {
    const upstream = await startUpstream(answerJson(), { supports_priority: true });
    const response = await ask(appWith(service, [upstream]), bodyWith(value));
    const { error } = await response.json();
    expect([response.status, error.param, error.code]).toEqual([422, path, "invalid"]);
    expect(error.message).toContain(words);
    expect(upstream.arrived).toEqual([]);
  });
});

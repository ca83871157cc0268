import * as z from "zod";
import {
  type ChatParameter,
  boolean,
  exactInteger,
  integer,
  integers,
  number,
  object,
  shaped,
  text,
  texts,
} from "./chat-parameter";
import { jsonObject, jsonObjectOrNull } from "@/lib/json/payload";
import { list } from "./list";

const NONE: readonly never[] = [];

const responseFormat = z.looseObject({
  type: z.string(),
  json_schema: z
    .looseObject({
      name: z.string().nullish(),
      description: z.string().nullish(),
      schema: jsonObjectOrNull,
      strict: z.boolean().nullish(),
    })
    .nullish(),
});

const tool = z.looseObject({
  type: z.string(),
  function: z
    .looseObject({
      name: z.string().min(1, "must not be empty"),
      description: z.string().nullish(),
      parameters: jsonObjectOrNull,
      strict: z.boolean().nullish(),
    })
    .nullish(),
});

const streamOptions = z.looseObject({
  include_usage: z.boolean().nullish().meta({ description: "Includes the total usage in the last chunk." }),
  continuous_usage_stats: z
    .boolean()
    .nullish()
    .meta({ description: "Includes the running usage in every chunk.", default: false }),
});

const logitsProcessor = z.union(
  [z.string(), z.looseObject({ qualname: z.string(), args: z.array(z.unknown()).nullish(), kwargs: jsonObjectOrNull })],
  "must be a qualified name, or an object with a qualname",
);

const textOrObject = (what: string) =>
  z.union([z.string(), z.looseObject({})], `must be ${what}, as a string or an object`);

const sampling = {
  temperature: number({
    group: "sampling",
    meaning: "Sampling temperature. Lower is more deterministic; 0 is greedy decoding.",
    min: 0,
    usual: [0, 2],
  }),
  top_p: number({
    group: "sampling",
    meaning: "Nucleus sampling. Samples from the smallest set of tokens whose cumulative probability reaches top_p.",
    min: 0,
    max: 1,
  }),
  top_k: integer({
    group: "sampling",
    meaning: "Samples from the k most likely tokens; 0 or -1 disables the limit.",
    min: -1,
    usual: [0, 100],
  }),
  min_p: number({
    group: "sampling",
    meaning: "Minimum token probability, relative to that of the most likely token.",
    min: 0,
    max: 1,
  }),
  seed: exactInteger({
    group: "sampling",
    meaning: "Random seed. The same request with the same seed should return the same answer.",
  }),
  n: integer({
    group: "sampling",
    meaning: "Number of answers (choices) to generate.",
    default: 1,
    min: 1,
    usual: [1, 8],
  }),
  best_of: integer({
    group: "sampling",
    meaning: "Generates this many candidates and returns the best n.",
    min: 1,
    usual: [1, 8],
  }),
  use_beam_search: boolean({
    group: "sampling",
    meaning: "Uses beam search instead of sampling.",
    default: false,
  }),
  allowed_token_ids: integers({
    group: "sampling",
    meaning: "Token IDs that may be generated; all others are blocked.",
  }),
  bad_words: texts({ group: "sampling", meaning: "Words that are never generated." }),
};

const penalties = {
  frequency_penalty: number({
    group: "penalties",
    meaning:
      "Penalizes tokens in proportion to how often they have occurred in the answer; negative values encourage repetition.",
    default: 0,
    min: -2,
    max: 2,
  }),
  presence_penalty: number({
    group: "penalties",
    meaning: "Penalizes tokens that have occurred in the answer at all; negative values encourage repetition.",
    default: 0,
    min: -2,
    max: 2,
  }),
  repetition_penalty: number({
    group: "penalties",
    meaning:
      "Penalizes tokens that occurred in the prompt or answer: above 1 discourages repetition, below 1 encourages it.",
    min: 0,
    usual: [0.5, 2],
  }),
  length_penalty: number({
    group: "penalties",
    meaning: "Length penalty of beam search: above 1 favors longer answers, below 1 shorter ones.",
    default: 1,
    usual: [0, 2],
  }),
  logit_bias: shaped("json", z.record(z.string(), z.number()), {
    group: "penalties",
    meaning: "Bias added to the logits of tokens, by token ID: -100 bans a token, 100 forces it.",
  }),
};

const length = {
  max_tokens: integer({
    group: "length",
    meaning:
      "Maximum number of tokens to generate; max_completion_tokens is the newer name. Some engines accept -1 for no limit.",
    min: -1,
    usual: [1, 8192],
  }),
  max_completion_tokens: integer({
    group: "length",
    meaning: "Maximum number of tokens to generate, including reasoning tokens.",
    min: -1,
    usual: [1, 8192],
  }),
  min_tokens: integer({
    group: "length",
    meaning: "Minimum number of tokens to generate before the answer may end.",
    default: 0,
    min: 0,
    usual: [0, 1024],
  }),
  stop: shaped("texts", z.union([z.string(), list(z.string())], "must be a string or an array of strings"), {
    group: "length",
    meaning: "Stop sequences. Generation ends before the first one.",
    default: NONE,
  }),
  stop_token_ids: integers({ group: "length", meaning: "Token IDs that stop generation.", default: NONE }),
  include_stop_str_in_output: boolean({
    group: "length",
    meaning: "Includes the stop sequence in the answer.",
    default: false,
  }),
  ignore_eos: boolean({
    group: "length",
    meaning: "Ignores the end-of-sequence token and generates until the token limit.",
    default: false,
  }),
  truncate_prompt_tokens: integer({
    group: "length",
    meaning: "Truncates the prompt to its last N tokens.",
    min: 1,
  }),
};

const output = {
  response_format: shaped("json", responseFormat, {
    group: "output",
    meaning: "Output format: type text, json_object, or json_schema with the schema to follow.",
  }),
  guided_json: shaped("json", textOrObject("a JSON Schema"), {
    group: "output",
    meaning: "JSON Schema that the answer must match.",
  }),
  guided_regex: text({ group: "output", meaning: "Regular expression that the whole answer must match." }),
  guided_choice: texts({ group: "output", meaning: "The answer must be exactly one of these strings." }),
  guided_grammar: text({ group: "output", meaning: "Context-free grammar that the answer must match." }),
  structural_tag: text({
    group: "output",
    meaning: "Structural tag as JSON text: which parts of the answer must match which schema.",
  }),
  guided_decoding_backend: text({
    group: "output",
    meaning: "Backend for guided decoding, instead of the engine's configured one.",
  }),
  guided_whitespace_pattern: text({
    group: "output",
    meaning: "Regular expression for the whitespace allowed in guided JSON.",
  }),
  skip_special_tokens: boolean({
    group: "output",
    meaning: "Omits special tokens from the output text.",
    default: true,
  }),
  spaces_between_special_tokens: boolean({
    group: "output",
    meaning: "Adds spaces between special tokens in the output text.",
    default: true,
  }),
};

const tools = {
  tools: shaped("json", list(tool), {
    group: "tools",
    meaning: "Functions that the model may call, each with a JSON Schema of its parameters.",
  }),
  tool_choice: shaped("text", textOrObject("none, auto, required or a function"), {
    group: "tools",
    meaning:
      "Tool choice: none calls no tool, auto lets the model decide, required forces a call, an object names the function.",
  }),
  parallel_tool_calls: boolean({
    group: "tools",
    meaning: "Allows several tool calls in one answer.",
    default: false,
  }),
};

const logprobs = {
  logprobs: boolean({
    group: "logprobs",
    meaning: "Returns the log-probability of each generated token.",
    default: false,
  }),
  top_logprobs: integer({
    group: "logprobs",
    meaning: "Number of most likely tokens to return at each position; requires logprobs.",
    default: 0,
    min: -1,
    usual: [0, 20],
  }),
  prompt_logprobs: integer({
    group: "logprobs",
    meaning: "Returns log-probabilities of the prompt tokens, with this many alternatives each.",
    min: -1,
    usual: [0, 20],
  }),
  return_tokens_as_token_ids: boolean({
    group: "logprobs",
    meaning: "With logprobs: returns tokens as token_id:<id>, so that tokens without printable text can be identified.",
  }),
};

const template = {
  echo: boolean({
    group: "template",
    meaning: "Prepends the last message to the answer if both have the same role.",
    default: false,
  }),
  add_generation_prompt: boolean({
    group: "template",
    meaning: "Appends the generation prompt of the chat template.",
    default: true,
  }),
  continue_final_message: boolean({
    group: "template",
    meaning:
      "Leaves the last message open so that the model continues it. Cannot be combined with add_generation_prompt.",
    default: false,
  }),
  add_special_tokens: boolean({
    group: "template",
    meaning: "Adds special tokens, such as BOS, in addition to those of the chat template.",
    default: false,
  }),
  documents: shaped("json", list(jsonObject), {
    group: "template",
    meaning: "Documents for retrieval-augmented chat templates, ideally each with a title and text.",
  }),
  chat_template: text({
    group: "template",
    meaning: "Jinja chat template, instead of the model's; required if the model has none.",
  }),
  chat_template_kwargs: object({ group: "template", meaning: "Additional arguments for the chat template." }),
  mm_processor_kwargs: object({
    group: "template",
    meaning: "Additional arguments for the multimodal processor (images, audio).",
  }),
};

const REQUEST_ID = {
  group: "engine",
  meaning: "Request ID in logs and in the answer; a random UUID by default.",
} as const;

const engine = {
  stream: boolean({ group: "engine", meaning: "Streams the answer in chunks as it is generated.", default: false }),
  stream_options: shaped("json", streamOptions, { group: "engine", meaning: "Options for streamed answers." }),
  user: text({ group: "engine", meaning: "Identifier of the end user, for abuse detection by the provider." }),
  priority: integer({
    group: "engine",
    meaning: "Scheduling priority; lower runs earlier. Values other than 0 require priority scheduling on the server.",
    default: 0,
  }),
  // Null is not allowed: a server would take it for an id.
  request_id: {
    ...text(REQUEST_ID),
    schema: z.string().min(1, "must not be empty").optional().meta({ description: REQUEST_ID.meaning }),
  },
  logits_processors: shaped("json", list(logitsProcessor), {
    group: "engine",
    meaning: "Logits processors of the engine: qualified names, or objects with qualname, args and kwargs.",
  }),
  cache_salt: text({
    group: "engine",
    meaning: "Salt that isolates the prefix cache of this request; use a long random secret.",
  }),
  kv_transfer_params: object({
    group: "engine",
    meaning: "Parameters for disaggregated serving (KV cache transfer).",
  }),
  engine_xargs: shaped(
    "json",
    z.record(z.string(), z.union([z.string(), z.number()], "must be a string or a number")),
    {
      group: "engine",
      meaning: "Additional parameters for engine extensions.",
    },
  ),
};

/**
 * Every parameter of a chat request except `model` and `messages`, by name, in the order of the form: its meaning,
 * default and bounds (the interface's table of `/v1/chat/completions/`).
 */
export const CHAT_PARAMETERS = {
  ...sampling,
  ...penalties,
  ...length,
  ...output,
  ...tools,
  ...logprobs,
  ...template,
  ...engine,
} as const satisfies Record<string, ChatParameter>;

export type ChatParameterName = keyof typeof CHAT_PARAMETERS;

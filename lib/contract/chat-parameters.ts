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
  include_usage: z.boolean().nullish().meta({ description: "Whether the last chunk has the usage of the whole." }),
  continuous_usage_stats: z
    .boolean()
    .nullish()
    .meta({ description: "Whether every chunk has the usage so far.", default: false }),
});

const logitsProcessor = z.union(
  [z.string(), z.looseObject({ qualname: z.string(), args: z.array(z.unknown()).nullish(), kwargs: jsonObjectOrNull })],
  "must be a qualified name, or an object with one in qualname",
);

const textOrObject = (what: string) =>
  z.union([z.string(), z.looseObject({})], `must be ${what}, as text or an object`);

const sampling = {
  temperature: number({
    group: "sampling",
    meaning: "How freely tokens are drawn: 0 takes the likeliest each time, more makes answers vary.",
    min: 0,
    usual: [0, 2],
  }),
  top_p: number({
    group: "sampling",
    meaning: "Draws among the likeliest tokens only, as many as reach this share of probability together.",
    min: 0,
    max: 1,
  }),
  top_k: integer({
    group: "sampling",
    meaning: "Draws among this many of the likeliest tokens; 0 or -1 for all.",
    min: -1,
    usual: [0, 100],
  }),
  min_p: number({
    group: "sampling",
    meaning: "Leaves out tokens less likely than this share of the likeliest one's probability.",
    min: 0,
    max: 1,
  }),
  seed: exactInteger({
    group: "sampling",
    meaning: "Makes drawing repeatable: the same request with the same seed should give the same answer.",
  }),
  n: integer({
    group: "sampling",
    meaning: "How many answers to one conversation.",
    default: 1,
    min: 1,
    usual: [1, 8],
  }),
  best_of: integer({
    group: "sampling",
    meaning: "Makes this many answers and gives the best n of them.",
    min: 1,
    usual: [1, 8],
  }),
  use_beam_search: boolean({
    group: "sampling",
    meaning: "Searches for the likeliest whole answer instead of drawing token by token.",
    default: false,
  }),
  allowed_token_ids: integers({ group: "sampling", meaning: "The only token ids that may be drawn." }),
  bad_words: texts({ group: "sampling", meaning: "Words that are never made." }),
};

const penalties = {
  frequency_penalty: number({
    group: "penalties",
    meaning: "Makes a token less likely each time it has occurred in the answer; below 0 more likely.",
    default: 0,
    min: -2,
    max: 2,
  }),
  presence_penalty: number({
    group: "penalties",
    meaning: "Makes a token less likely once it has occurred in the answer; below 0 more likely.",
    default: 0,
    min: -2,
    max: 2,
  }),
  repetition_penalty: number({
    group: "penalties",
    meaning:
      "Divides the score of tokens that occurred in prompt or answer: above 1 discourages them, below 1 favours them.",
    min: 0,
    usual: [0.5, 2],
  }),
  length_penalty: number({
    group: "penalties",
    meaning: "Beam search only: above 1 favours long answers, below 1 short ones.",
    default: 1,
    usual: [0, 2],
  }),
  logit_bias: shaped("json", z.record(z.string(), z.number()), {
    group: "penalties",
    meaning: "Added to the score of tokens, by token id: -100 forbids one, 100 forces it.",
  }),
};

const length = {
  max_tokens: integer({
    group: "length",
    meaning: "Most tokens of an answer; max_completion_tokens is its newer name. Some engines take -1 for no bound.",
    min: -1,
    usual: [1, 8192],
  }),
  max_completion_tokens: integer({
    group: "length",
    meaning: "Most tokens of an answer, those of reasoning included.",
    min: -1,
    usual: [1, 8192],
  }),
  min_tokens: integer({
    group: "length",
    meaning: "Tokens that are made before anything may end the answer.",
    default: 0,
    min: 0,
    usual: [0, 1024],
  }),
  stop: shaped("texts", z.union([z.string(), list(z.string())], "must be a text or a list of texts"), {
    group: "length",
    meaning: "Texts that end the answer where they would come.",
    default: NONE,
  }),
  stop_token_ids: integers({ group: "length", meaning: "Token ids that end the answer.", default: NONE }),
  include_stop_str_in_output: boolean({
    group: "length",
    meaning: "Keeps the text that ended the answer in it.",
    default: false,
  }),
  ignore_eos: boolean({
    group: "length",
    meaning: "Goes on past the model's own end, up to the most tokens.",
    default: false,
  }),
  truncate_prompt_tokens: integer({
    group: "length",
    meaning: "Keeps this many tokens of the prompt, its last ones.",
    min: 1,
  }),
};

const output = {
  response_format: shaped("json", responseFormat, {
    group: "output",
    meaning: "Shape of the answer: type text, json_object, or json_schema with a schema that it follows.",
  }),
  guided_json: shaped("json", textOrObject("a JSON Schema"), {
    group: "output",
    meaning: "A JSON Schema that the answer follows.",
  }),
  guided_regex: text({ group: "output", meaning: "A regular expression that the whole answer matches." }),
  guided_choice: texts({ group: "output", meaning: "The answer is exactly one of these." }),
  guided_grammar: text({ group: "output", meaning: "A context-free grammar that the answer follows." }),
  structural_tag: text({
    group: "output",
    meaning: "A structural tag, as JSON text: which parts of the answer follow which schema.",
  }),
  guided_decoding_backend: text({
    group: "output",
    meaning: "The engine's part that guides decoding, in place of the one it is set up with.",
  }),
  guided_whitespace_pattern: text({
    group: "output",
    meaning: "A regular expression of the white space allowed in guided JSON.",
  }),
  skip_special_tokens: boolean({ group: "output", meaning: "Leaves special tokens out of the text.", default: true }),
  spaces_between_special_tokens: boolean({
    group: "output",
    meaning: "Puts spaces between special tokens that are in the text.",
    default: true,
  }),
};

const tools = {
  tools: shaped("json", list(tool), {
    group: "tools",
    meaning: "Functions that the model may ask to be called, each with a JSON Schema of its parameters.",
  }),
  tool_choice: shaped("text", textOrObject("none, auto, required or a function"), {
    group: "tools",
    meaning: "none calls no tool, auto lets the model choose, required makes it call one, an object names which.",
  }),
  parallel_tool_calls: boolean({
    group: "tools",
    meaning: "Lets one answer ask for several calls.",
    default: false,
  }),
};

const logprobs = {
  logprobs: boolean({
    group: "logprobs",
    meaning: "Gives the log-probability of each token of the answer.",
    default: false,
  }),
  top_logprobs: integer({
    group: "logprobs",
    meaning: "How many of the likeliest tokens to give at each position; needs logprobs.",
    default: 0,
    min: -1,
    usual: [0, 20],
  }),
  prompt_logprobs: integer({
    group: "logprobs",
    meaning: "Gives the log-probabilities of the prompt's tokens, with this many alternatives each.",
    min: -1,
    usual: [0, 20],
  }),
  return_tokens_as_token_ids: boolean({
    group: "logprobs",
    meaning: "With logprobs: names tokens by id, as token_id:<id>, where their text would be ambiguous.",
  }),
};

const template = {
  echo: boolean({
    group: "template",
    meaning: "Begins the answer with the last message, when both have the same role.",
    default: false,
  }),
  add_generation_prompt: boolean({
    group: "template",
    meaning: "Ends the prompt with the beginning of an answer, as the model's template has it.",
    default: true,
  }),
  continue_final_message: boolean({
    group: "template",
    meaning: "Leaves the last message open, for the model to go on with. Not together with add_generation_prompt.",
    default: false,
  }),
  add_special_tokens: boolean({
    group: "template",
    meaning: "Adds special tokens to those that the template adds.",
    default: false,
  }),
  documents: shaped("json", list(jsonObject), {
    group: "template",
    meaning: "Documents that a template for retrieval shows the model, each best with title and text.",
  }),
  chat_template: text({
    group: "template",
    meaning: "Template that makes the prompt, in place of the model's; needed where it has none.",
  }),
  chat_template_kwargs: object({ group: "template", meaning: "More arguments for the template." }),
  mm_processor_kwargs: object({ group: "template", meaning: "More arguments for what prepares images and sound." }),
};

const REQUEST_ID = {
  group: "engine",
  meaning: "Names the request in logs and in the answer; a random UUID when not given.",
} as const;

const engine = {
  stream: boolean({ group: "engine", meaning: "Sends the answer in chunks, as it is made.", default: false }),
  stream_options: shaped("json", streamOptions, { group: "engine", meaning: "What a streamed answer tells besides." }),
  user: text({ group: "engine", meaning: "Whom the request is made for; helps a provider to find misuse." }),
  priority: integer({
    group: "engine",
    meaning: "Lower is handled earlier. Other than 0 only where the model's server schedules by priority.",
    default: 0,
  }),
  // Not null: a server would take that for an id.
  request_id: {
    ...text(REQUEST_ID),
    schema: z.string().min(1, "must not be empty").optional().meta({ description: REQUEST_ID.meaning }),
  },
  logits_processors: shaped("json", list(logitsProcessor), {
    group: "engine",
    meaning: "Code of the engine that changes scores: qualified names, or objects with qualname, args and kwargs.",
  }),
  cache_salt: text({
    group: "engine",
    meaning: "Keeps the prompt's cache apart from others': best random, secret and long.",
  }),
  kv_transfer_params: object({
    group: "engine",
    meaning: "Parameters of serving prompt and answer on different machines.",
  }),
  engine_xargs: shaped("json", z.record(z.string(), z.union([z.string(), z.number()], "must be a text or a number")), {
    group: "engine",
    meaning: "More parameters for extensions of the engine.",
  }),
};

/**
 * Every parameter of a chat request besides `model` and `messages`, by name and in the order of a form: what it means,
 * its default and its bounds (the interface's table of `/v1/chat/completions/`).
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

import * as z from "zod";
import { CHAT_PARAMETERS, type ChatParameterName } from "./chat-parameters";
import { jsonObjectOrNull, jsonValue } from "@/lib/json/payload";
import { list } from "./list";
import { name } from "./primitives";

const calledFunction = z.looseObject({ name: z.string().nullish(), arguments: z.string().nullish() });
const toolCall = z.looseObject({
  id: z.string().nullish(),
  type: z.string().nullish(),
  function: calledFunction.nullish(),
});

/** A part of a message's content, such as `{type: "text", text}` or `{type: "image_url", image_url: {url}}`. */
const contentPart = z.looseObject({ type: z.string() });

/** A message of a conversation, with OpenAI's extensions: content as parts or null, tool calls and their results. */
export const chatMessage = z.looseObject({
  role: z.string().min(1, "must not be empty").meta({ description: "Usually system, user, assistant or tool." }),
  content: z.union([z.string(), list(contentPart)], "must be a string, an array of parts, or null").nullish(),
  name: z.string().nullish(),
  tool_calls: list(toolCall).nullish(),
  tool_call_id: z.string().nullish(),
});

type ParameterSchemas = { [Name in ChatParameterName]: (typeof CHAT_PARAMETERS)[Name]["schema"] };

function parameterSchemas(): ParameterSchemas {
  const entries = Object.entries(CHAT_PARAMETERS).map(([parameter, { schema }]) => [parameter, schema]);
  // The list has every name with its schema.
  return Object.fromEntries(entries) as ParameterSchemas;
}

/**
 * Rules between fields are checked together with those of each field, so that all invalid fields are reported at once.
 */
const isObject = ({ value }: z.core.ParsePayload) => typeof value === "object" && value !== null;

/**
 * The body of `/v1/chat/completions`. It is validated with this schema and then forwarded as it was sent: defaults are
 * never written into it, and unknown fields also reach the model server.
 */
export const chatRequest = z
  .looseObject({
    model: name.meta({ description: "An ID listed by /v1/models." }),
    messages: list(chatMessage),
    ...parameterSchemas(),
  })
  .refine(({ top_logprobs, logprobs }) => !top_logprobs || logprobs === true, {
    path: ["top_logprobs"],
    error: "requires logprobs to be true",
    when: isObject,
  })
  .refine((body) => body.continue_final_message !== true || body.add_generation_prompt !== true, {
    path: ["continue_final_message"],
    error: "cannot be combined with add_generation_prompt",
    when: isObject,
  });
export type ChatRequest = z.infer<typeof chatRequest>;

const tokenLogprob = z.looseObject({
  token: z.string(),
  logprob: z.number().nullish(),
  bytes: list(z.int()).nullish(),
});

/** Log-probabilities of an answer's tokens, each with the most likely alternatives. */
export const choiceLogprobs = z.looseObject({
  content: list(tokenLogprob.extend({ top_logprobs: list(tokenLogprob).nullish() })).nullish(),
});

const count = z.int().min(0).nullish();

/** Tokens of a completion; cached tokens are part of the prompt tokens. */
const chatUsage = z.looseObject({
  prompt_tokens: count,
  total_tokens: count,
  completion_tokens: count,
  prompt_tokens_details: z.looseObject({ cached_tokens: count }).nullish(),
});

const urlCitation = z.looseObject({
  end_index: z.int().nullish(),
  start_index: z.int().nullish(),
  title: z.string().nullish(),
  url: z.string().nullish(),
});
const annotation = z.looseObject({ type: z.string().nullish(), url_citation: urlCitation.nullish() });

/** The common fields of a message and of its pieces. */
const said = {
  role: z.string().nullish(),
  content: z.string().nullish(),
  refusal: z.string().nullish(),
  /** A string in the interface, a list in OpenAI's API. */
  annotations: z.union([z.array(annotation), annotation]).nullish(),
  audio: z
    .looseObject({
      id: z.string().nullish(),
      data: z.string().nullish(),
      expires_at: z.int().nullish(),
      transcript: z.string().nullish(),
    })
    .nullish(),
  function_call: calledFunction.nullish(),
  reasoning_content: z.string().nullish(),
};

const chosen = {
  index: z.int(),
  logprobs: choiceLogprobs.nullish(),
  /** `stop`, `length`, `tool_calls`, `content_filter`, or a server's own value. */
  finish_reason: z.string().nullish(),
  /** The stop text or token id that ended it. */
  stop_reason: z.union([z.int(), z.string()]).nullish(),
};

/** The common fields of a complete answer and its chunks. */
const completion = {
  id: z.string(),
  created: z.number().nullish(),
  model: z.string().nullish(),
  usage: chatUsage.nullish(),
  /** Usually `auto`, `default`, `flex`, `scale` or `priority`. */
  service_tier: z.string().nullish(),
  system_fingerprint: z.string().nullish(),
  prompt_logprobs: z.array(jsonValue).nullish(),
  kv_transfer_params: jsonObjectOrNull,
};

/** A model server's answer, parsed loosely: servers send nulls and their own fields. */
export const chatCompletion = z.looseObject({
  ...completion,
  object: z.string(),
  choices: z.array(
    z.looseObject({ ...chosen, message: z.looseObject({ ...said, tool_calls: z.array(toolCall).nullish() }) }),
  ),
});

/** One event of a streamed answer; text pieces are concatenated, those of tool calls by `index`. */
export const chatChunk = z.looseObject({
  ...completion,
  object: z.string().nullish(),
  choices: z.array(
    z.looseObject({
      ...chosen,
      delta: z
        .looseObject({ ...said, tool_calls: z.array(toolCall.extend({ index: z.int().nullish() })).nullish() })
        .nullish(),
    }),
  ),
});

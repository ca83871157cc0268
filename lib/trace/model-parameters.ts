import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";

/** A parameter of a request to a model. */
export interface ModelParameter {
  /** Its usual name in words, whatever the API calls it. */
  name: string;
  /** A text without its quotes; any other value as its exact source text. */
  value: string;
}

/** Parameters in the order in which they are shown, with their names in APIs and SDKs. */
const PARAMETERS: readonly (readonly [name: string, ...keys: string[]])[] = [
  ["temperature", "temperature"],
  [
    "max tokens",
    "max_tokens",
    "max_completion_tokens",
    "max_output_tokens",
    "maxTokens",
    "maxOutputTokens",
    "max_new_tokens",
    "max_tokens_to_sample",
    "num_predict",
  ],
  ["top p", "top_p", "topP"],
  ["top k", "top_k", "topK"],
  ["min p", "min_p", "minP"],
  ["seed", "seed", "random_seed"],
  ["stop", "stop", "stop_sequences", "stopSequences"],
  ["frequency penalty", "frequency_penalty", "frequencyPenalty"],
  ["presence penalty", "presence_penalty", "presencePenalty"],
  ["repetition penalty", "repetition_penalty", "repeat_penalty"],
  ["reasoning effort", "reasoning_effort", "reasoningEffort"],
  ["thinking", "thinking", "thinkingConfig", "thinking_config"],
  ["verbosity", "verbosity"],
  [
    "response format",
    "response_format",
    "responseFormat",
    "output_format",
    "response_mime_type",
    "responseMimeType",
    "output.type",
  ],
  ["tool choice", "tool_choice", "toolChoice"],
  ["parallel tool calls", "parallel_tool_calls"],
  ["choices", "n", "choice.count", "candidate_count", "candidateCount"],
  ["logprobs", "logprobs"],
  ["top logprobs", "top_logprobs"],
  ["logit bias", "logit_bias"],
  ["dimensions", "dimensions", "embedding.dimensions"],
  ["encoding format", "encoding_format", "encoding_formats"],
  ["service tier", "service_tier"],
  ["stream", "stream", "is_stream"],
];

/** Where APIs and SDKs put parameters inside a request. */
const WRAPPERS = [
  "arg0",
  "input",
  "inputs",
  "kwargs",
  "body",
  "request",
  "config",
  "options",
  "parameters",
  "generation_config",
  "generationConfig",
  "inferenceConfig",
  "invocation_params",
  "model_kwargs",
  "model_settings",
  "settings",
];
const WRAPPER_LEVELS = 2;

/** Parameters that OpenAI's responses have elsewhere than its chat completions. */
const RESPONSES_PATHS: Readonly<Record<string, string[]>> = {
  response_format: ["text", "format"],
  reasoning_effort: ["reasoning", "effort"],
  verbosity: ["text", "verbosity"],
};

/** Attributes that have all parameters in one value, as an object or as JSON in a text. */
const WHOLE = [
  "llm.invocation_parameters",
  "embedding.invocation_parameters",
  "langfuse.observation.model.parameters",
  "model_parameters",
  "model_config",
  "model_request_parameters",
];
/** Prefixes of attributes that have one parameter each. */
const PREFIXES = ["gen_ai.request.", "ai.settings.", "llm.request.", "llm."];

interface SentCall {
  inputs: JsonText | undefined;
  attributes: JsonText | undefined;
}

/**
 * The parameters of a model call, from its inputs and, for what those lack, from the attributes of OpenTelemetry's
 * conventions, OpenInference, the AI SDK, Langfuse and OpenLLMetry. Absent ones and nulls are left out. Only meaningful
 * for calls of models: the arguments of other functions may have the same names.
 */
export function readModelParameters({ inputs, attributes }: SentCall): ModelParameter[] {
  const places = [
    ...(inputs ? placesIn(JsonNode.parse(inputs)) : []),
    ...(attributes ? attributePlaces(JsonNode.parse(attributes)) : []),
  ];
  return PARAMETERS.flatMap(([name, ...keys]) => {
    for (const place of places) {
      for (const key of keys) {
        const value = shownValue(place(key));
        if (value !== undefined) return [{ name, value }];
      }
    }
    return [];
  });
}

type Place = (key: string) => JsonNode | undefined;

/** An object and those that wrap a request in it, outer ones first. */
function placesIn(root: JsonNode): Place[] {
  const found: JsonNode[] = [];
  let level = [root];
  for (let depth = 0; depth <= WRAPPER_LEVELS; depth += 1) {
    const objects = level.filter(({ kind }) => kind === "object");
    found.push(...objects);
    level = objects.flatMap((node) => WRAPPERS.flatMap((wrapper) => node.get(wrapper) ?? []));
  }
  return found.map((node) => (key) => node.get(key) ?? node.at(RESPONSES_PATHS[key] ?? [key]));
}

function attributePlaces(root: JsonNode): Place[] {
  const holders = [root.at(["otel", "attributes"]), root].filter((node) => node !== undefined);
  return holders.flatMap((holder) => {
    const whole = WHOLE.flatMap((name) => {
      const value = holder.get(name) ?? holder.at(name.split("."));
      const text = value?.string();
      const node = text === undefined ? value : JsonNode.read(text);
      return node ? placesIn(node) : [];
    });
    const single: Place[] = PREFIXES.map(
      (prefix) => (key) => holder.get(prefix + key) ?? holder.at((prefix + key).split(".")),
    );
    return [...single, ...whole];
  });
}

/** What SDKs record for a parameter that was not set. */
const NOT_SET = /^(?:<?(?:openai\.)?(?:not_?given|omit)\b.*)?$/i;

function shownValue(node: JsonNode | undefined): string | undefined {
  if (!node || node.kind === "null" || ((node.kind === "object" || node.kind === "array") && node.size === 0))
    return undefined;
  const text = node.string();
  if (text !== undefined) return NOT_SET.test(text) ? undefined : text;
  return formatName(node) ?? node.raw;
}

/** `{"type": "json_schema", "json_schema": {"name": "answer"}}` and the like are shown as their type and name. */
function formatName(node: JsonNode): string | undefined {
  const type = node.get("type")?.string();
  if (type === undefined) return undefined;
  const name = (node.get("name") ?? node.at([type, "name"]))?.string();
  if (name !== undefined) return `${type} ${name}`;
  return node.size === 1 ? type : undefined;
}

import { STREAM_END } from "@/lib/contract/chat-wire";
import { JsonNode } from "@/lib/json/node";
import { writeJson } from "@/lib/json/text";
import { type Growing, GrowingObject } from "./growing-json";

/** An error message of a model server, unchanged. */
export interface AnswerError {
  message: string;
  /** The field of the request that the error is about. */
  param?: string;
  type?: string;
  code?: string;
}

export interface ToolCallView {
  id: string;
  name: string;
  /** As the model wrote them: JSON, or the beginning of JSON. */
  arguments: string;
}

export interface ChoiceView {
  index: number;
  content: string;
  reasoning: string;
  refusal: string;
  toolCalls: ToolCallView[];
  /** One entry of `logprobs.content` per token; see `readToken`. */
  tokens: readonly JsonNode[];
  finishReason?: string;
}

interface UsageView {
  promptTokens?: number;
  completionTokens?: number;
  cachedTokens?: number;
  reasoningTokens?: number;
}

export interface AnswerView {
  choices: ChoiceView[];
  usage?: UsageView;
  /** The name that the server uses. */
  model?: string;
  error?: AnswerError;
}

interface Choice {
  fields: GrowingObject;
  message: GrowingObject;
}

/**
 * A chat answer as it arrives, whole or in chunks. It never throws on what a server sends: chunks that are not JSON are
 * counted, and unknown fields are kept for `raw`.
 */
export class Answer {
  readonly #choices = new Map<number, Choice>();
  readonly #fields = new GrowingObject();
  #isStreamed = false;
  #error: AnswerError | undefined;
  #whole: string | undefined;
  /** Number of chunks that were not JSON objects. */
  unreadable = 0;
  /** Whether the server marked the stream as complete. */
  isDone = false;

  /** Adds one `data` of an event stream; lines that are no object together are events whose empty lines are missing. */
  chunk(data: string): void {
    if (data.includes("\n") && !readObject(data)) {
      for (const line of data.split("\n")) this.chunk(line);
      return;
    }
    if (data.trim() === STREAM_END) {
      this.isDone = true;
      return;
    }
    this.#isStreamed = true;
    this.#add(data);
  }

  /** The body of an answer that was not streamed. */
  whole(body: string): void {
    this.#whole = body;
    this.isDone = true;
    this.#add(body);
  }

  /** Whether the model has produced anything yet, including reasoning and tool calls. */
  get hasBegun(): boolean {
    return [...this.#choices.values()].some(
      ({ message }) =>
        ["content", "reasoning_content", "reasoning", "refusal"].some((key) => message.text(key)) ||
        message.items("content").length > 0 ||
        message.items("tool_calls").length > 0 ||
        message.has("function_call"),
    );
  }

  /** Whether every choice has a finish reason. */
  get isFinished(): boolean {
    const choices = [...this.#choices.values()];
    return choices.length > 0 && choices.every(({ fields }) => fields.text("finish_reason") !== undefined);
  }

  /** The answer so far, for display. */
  get view(): AnswerView {
    const usage = this.#fields.object("usage");
    const model = this.#fields.text("model");
    return {
      choices: [...this.#choices].toSorted(([a], [b]) => a - b).map(viewChoice),
      ...(usage ? { usage: viewUsage(usage) } : {}),
      ...(model === undefined ? {} : { model }),
      ...(this.#error ? { error: this.#error } : {}),
    };
  }

  /** Every field of the answer: the body as it arrived, or the completion assembled from its chunks. */
  get raw(): string {
    if (this.#whole !== undefined) return this.#whole;
    const choices = [...this.#choices]
      .toSorted(([a], [b]) => a - b)
      .map(([index, { fields, message }]) => ({ index, message, ...fields.toJSON() }));
    const object = this.#isStreamed ? { object: "chat.completion" } : {};
    return writeJson({ ...this.#fields.toJSON(), ...object, choices });
  }

  #add(text: string): void {
    const root = readObject(text);
    if (!root) {
      this.unreadable += 1;
      return;
    }
    for (const [key, node] of root.entries()) {
      if (key === "choices") for (const choice of node.items()) this.#addChoice(choice);
      else if (key === "error" && node.kind !== "null") this.#error = readError(node);
      else this.#fields.set(key, node);
    }
  }

  #addChoice(node: JsonNode): void {
    const given = node.get("index")?.number() ?? 0;
    const index = Number.isSafeInteger(given) && given >= 0 ? given : 0;
    const choice = this.#choices.get(index) ?? { fields: new GrowingObject(), message: new GrowingObject() };
    this.#choices.set(index, choice);
    for (const [key, member] of node.entries()) {
      if (key === "delta" || key === "message") choice.message.add(member);
      else if (key === "logprobs") choice.fields.grow(key, member);
      else choice.fields.set(key, member);
    }
  }
}

function readObject(text: string): JsonNode | undefined {
  try {
    const root = JsonNode.parse(text);
    return root.kind === "object" ? root : undefined;
  } catch {
    return undefined;
  }
}

function readError(node: JsonNode): AnswerError {
  const text = (key: string) => {
    const member = node.get(key);
    return member?.kind === "null" ? undefined : (member?.string() ?? member?.raw);
  };
  const [param, type, code] = [text("param"), text("type"), text("code")];
  return {
    message: node.string() ?? text("message") ?? node.raw,
    ...(param === undefined ? {} : { param }),
    ...(type === undefined ? {} : { type }),
    ...(code === undefined ? {} : { code }),
  };
}

function viewChoice([index, { fields, message }]: [number, Choice]): ChoiceView {
  const finishReason = fields.text("finish_reason");
  const legacy = message.object("function_call");
  const called = message.items("tool_calls").map(viewToolCall);
  return {
    index,
    content: contentOf(message),
    reasoning: message.text("reasoning_content") ?? message.text("reasoning") ?? thinkingOf(message),
    refusal: message.text("refusal") ?? "",
    toolCalls: legacy
      ? [...called, { id: "", name: legacy.text("name") ?? "", arguments: legacy.text("arguments") ?? "" }]
      : called,
    tokens: (fields.object("logprobs")?.items("content") ?? []).filter((item) => item instanceof JsonNode),
    ...(finishReason === undefined ? {} : { finishReason }),
  };
}

function viewToolCall(call: Growing): ToolCallView {
  if (call instanceof GrowingObject) {
    const callee = call.object("function");
    const given = callee?.object("arguments");
    return {
      id: call.text("id") ?? "",
      name: callee?.text("name") ?? "",
      arguments: callee?.text("arguments") ?? (given ? writeJson(given) : ""),
    };
  }
  const node = call instanceof JsonNode ? call : undefined;
  const given = node?.at(["function", "arguments"]);
  return {
    id: node?.get("id")?.string() ?? "",
    name: node?.at(["function", "name"])?.string() ?? "",
    arguments: given?.string() ?? given?.raw ?? "",
  };
}

function contentOf(message: GrowingObject): string {
  const parts = message.items("content");
  return message.text("content") ?? parts.map((part) => textOfPart(part)).join("");
}

/** Mistral's servers have the thinking in parts of the content. */
function thinkingOf(message: GrowingObject): string {
  const parts = message.items("content").flatMap((part) => {
    if (part instanceof GrowingObject) return part.items("thinking");
    return part instanceof JsonNode ? [...(part.get("thinking")?.items() ?? [])] : [];
  });
  return parts.map(textOfPart).join("");
}

function textOfPart(part: Growing): string {
  if (part instanceof GrowingObject) return part.text("text") ?? "";
  return part instanceof JsonNode ? (part.string() ?? part.get("text")?.string() ?? "") : "";
}

function viewUsage(usage: GrowingObject): UsageView {
  const count = (object: GrowingObject | undefined, key: string) => object?.node(key)?.number();
  return {
    promptTokens: count(usage, "prompt_tokens"),
    completionTokens: count(usage, "completion_tokens"),
    cachedTokens: count(usage.object("prompt_tokens_details"), "cached_tokens"),
    reasoningTokens: count(usage.object("completion_tokens_details"), "reasoning_tokens"),
  };
}

import { JsonNode } from "@/lib/json/node";
import { JsonText, writeJson } from "@/lib/json/text";
import { readConversation } from "@/lib/trace/conversation";
import { makeDocument, type PlaygroundDocument, STREAMED, type TurnFields } from "./document";
import { readParts } from "@/lib/trace/message-parts";
import { isOpenAiMessage, turnsOfMessage, turnsOfParts, unsentMedia } from "./import-message";
import { turnOfMessage } from "./message";
import { knownParameter } from "./parameters";

export interface ImportedCall {
  document: PlaygroundDocument;
  /** Names of inputs that are not parameters of a chat request and were left out. */
  leftOut: string[];
  /** Images and other files in the messages that a chat request cannot contain, each in a few words. */
  unsent: string[];
}

/** Members of inputs that contain the conversation, the model or the program's own objects. */
const NOT_PARAMETERS = new Set([
  ..."messages input inputs contents prompt model system system_instructions instructions tools functions".split(" "),
  ..."self cls extra_headers extra_query extra_body timeout api_key base_url".split(" "),
]);
/** Other APIs' names of parameters: the AI SDK's, Anthropic's, Gemini's. */
const OTHER_NAMES = new Map([
  ["maxTokens", "max_tokens"],
  ["maxOutputTokens", "max_tokens"],
  ["max_output_tokens", "max_tokens"],
  ["topP", "top_p"],
  ["topK", "top_k"],
  ["frequencyPenalty", "frequency_penalty"],
  ["presencePenalty", "presence_penalty"],
  ["stopSequences", "stop"],
  ["stop_sequences", "stop"],
  ["responseFormat", "response_format"],
  ["toolChoice", "tool_choice"],
]);
/** Where SDKs put the request among the arguments that they traced. */
const WRAPPERS = ["arg0", "input", "inputs", "kwargs", "body", "request"];

/**
 * A traced call as a playground: its messages, tools, model and parameters, from OpenAI's chat format and those of
 * OpenTelemetry, the AI SDK and Anthropic. Values in OpenAI's format are copied exactly. Undefined if the call is not a
 * chat.
 */
export function documentOfCall({
  inputs,
  model,
}: {
  inputs: JsonText | undefined;
  /** Of the call, if its inputs have none. */
  model?: string;
}): ImportedCall | undefined {
  if (!inputs) return undefined;
  const request = findRequest(JsonNode.parse(inputs));
  const found = (request && requestTurns(request)) ?? conversationTurns(inputs);
  if (found.turns.length === 0) return undefined;
  const { parameters, leftOut } = readRequestParameters(request);
  const modelName = request?.get("model")?.string();
  return {
    document: makeDocument({
      turns: found.turns,
      panes: [{ model: modelName ?? model ?? "", parameters: { ...STREAMED, ...parameters } }],
    }),
    leftOut,
    unsent: found.unsent,
  };
}

type FoundTurns = Pick<ImportedCall, "unsent"> & { turns: TurnFields[] };

function conversationTurns(inputs: JsonText): FoundTurns {
  const messages = readConversation(inputs, undefined)?.input ?? [];
  return { turns: messages.flatMap(turnsOfParts), unsent: messages.flatMap(({ parts }) => unsentMedia(parts)) };
}

function findRequest(root: JsonNode): JsonNode | undefined {
  if (isRequest(root)) return root;
  return WRAPPERS.map((wrapper) => root.get(wrapper)).find((inner) => inner && isRequest(inner));
}

function isRequest(node: JsonNode): boolean {
  return node.kind === "object" && node.get("messages")?.kind === "array";
}

/** Undefined when an item alone is not a message: the conversation reader supports more formats. */
function requestTurns(request: JsonNode): FoundTurns | undefined {
  const messages = [...(request.get("messages")?.items() ?? [])];
  if (!messages.every((message) => message.get("role")?.kind === "string")) return undefined;
  const system = ["system", "system_instructions", "instructions"].map((name) => request.get(name)).find(Boolean);
  const turns = system && system.kind !== "null" ? turnsOfMessage(system, "system") : [];
  const unsent: string[] = [];
  for (const message of messages) {
    const isSendable = isOpenAiMessage(message);
    turns.push(...(isSendable ? [withPlainText(turnOfMessage(message))] : turnsOfMessage(message)));
    if (!isSendable) unsent.push(...unsentMedia(readParts(message)));
  }
  return { turns, unsent };
}

/** SDKs also wrap plain text as a list with one part: as text it is easier to read and edit. */
function withPlainText(turn: TurnFields): TurnFields {
  if (!turn.contentIsJson || turn.content === "") return turn;
  const [part, ...more] = JsonNode.parse(turn.content).items();
  const text = part?.get("type")?.string() === "text" && part.size === 2 ? part.get("text")?.string() : undefined;
  if (text === undefined || more.length > 0) return turn;
  const { contentIsJson: _isJson, ...others } = turn;
  return { ...others, content: text };
}

function readRequestParameters(request: JsonNode | undefined): Pick<ImportedCall, "leftOut"> & {
  parameters: Record<string, string>;
} {
  const parameters = new Map<string, string>();
  const leftOut: string[] = [];
  const members = [...(request?.entries() ?? []), ...(request?.get("extra_body")?.entries() ?? [])];
  for (const [inputName, node] of members) {
    if (NOT_PARAMETERS.has(inputName) || node.kind === "null") continue;
    const name = OTHER_NAMES.get(inputName) ?? inputName;
    // Servers have parameters of their own, all in snake case; anything else is a setting of an SDK.
    if (!knownParameter(name) && !/^[a-z][a-z0-9_]*$/.test(name)) leftOut.push(inputName);
    else parameters.set(name, name === "tool_choice" ? toolChoice(node) : node.raw);
  }
  const tools = request?.get("tools") ?? request?.get("functions");
  if (tools?.kind === "array" && tools.size > 0) parameters.set("tools", toolList(tools));
  return { parameters: Object.fromEntries(parameters), leftOut };
}

function toolList(tools: JsonNode): string {
  return writeJson([...tools.items()].map(toolOf));
}

function toolOf(tool: JsonNode): JsonText | object {
  const name = tool.get("name");
  if (!name || tool.get("function")) return new JsonText(tool.raw);
  const exact = (node: JsonNode | undefined) => node && new JsonText(node.raw);
  const parameters = tool.get("parameters") ?? tool.get("input_schema") ?? tool.get("inputSchema");
  return {
    type: "function",
    function: {
      name: exact(name),
      description: exact(tool.get("description")),
      parameters: exact(parameters?.get("jsonSchema") ?? parameters),
      strict: exact(tool.get("strict")),
    },
  };
}

/** Anthropic's and the AI SDK's `{type, name}` in OpenAI's format. */
function toolChoice(choice: JsonNode): string {
  if (choice.kind !== "object" || choice.get("function")) return choice.raw;
  const type = choice.get("type")?.string();
  const name = choice.get("name") ?? choice.get("toolName");
  if (type === "tool" && name) return writeJson({ type: "function", function: { name: new JsonText(name.raw) } });
  if (type === "any") return '"required"';
  return type === "auto" || type === "none" || type === "required" ? JSON.stringify(type) : choice.raw;
}

import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";

/** A tool offered to a model; `parameters` and `json` are exact source text. */
export interface ToolDefinition {
  name: string;
  description?: string;
  /** The JSON Schema of its arguments. */
  parameters?: string;
  /** The complete definition. */
  json: string;
}

/** Where SDKs put the request among the arguments that they traced. */
const WRAPPERS = ["arg0", "input", "inputs", "kwargs", "body", "request", "config"];
const LISTS = ["tools", "functions", "tool_definitions"];

/**
 * The tools in a call's inputs, in order, in any of the usual formats: OpenAI's and Anthropic's lists, Gemini's
 * declarations, the AI SDK's map by name and its JSON texts. A later definition of a name replaces an earlier one.
 */
export function readTools(inputs: JsonText | undefined): ReadonlyMap<string, ToolDefinition> {
  const tools = new Map<string, ToolDefinition>();
  if (!inputs) return tools;
  const root = JsonNode.parse(inputs);
  const places = [root, ...WRAPPERS.map((wrapper) => root.get(wrapper))].filter((place) => place?.kind === "object");
  for (const place of places) {
    for (const list of LISTS.map((name) => place?.get(name))) {
      if (!list) continue;
      for (const tool of listed(list)) tools.set(tool.name, tool);
    }
    if (tools.size > 0) return tools;
  }
  return tools;
}

function* listed(list: JsonNode): Generator<ToolDefinition> {
  for (const [name, node] of list.entries()) {
    const tool = definition(node, name);
    if (tool) yield tool;
  }
  for (const item of list.items()) {
    const node = item.kind === "string" ? parsed(item.string() ?? "") : item;
    if (!node) continue;
    const declarations = node.get("functionDeclarations") ?? node.get("function_declarations");
    const nodes = declarations ? [...declarations.items()] : [node];
    for (const one of nodes) {
      const tool = definition(one);
      if (tool) yield tool;
    }
  }
}

function definition(node: JsonNode, givenName?: string): ToolDefinition | undefined {
  if (node.kind !== "object") return undefined;
  const inner = node.get("function");
  const about = inner?.kind === "object" ? inner : node;
  // Tools built into a provider have a type and no name.
  const name = about.get("name")?.string() ?? givenName ?? node.get("type")?.string();
  if (name === undefined) return undefined;
  const description = about.get("description")?.string();
  const parameters = ["parameters", "input_schema", "inputSchema", "parametersJsonSchema"]
    .map((field) => about.get(field))
    .find((found) => found?.kind === "object");
  return {
    name,
    ...(description ? { description } : {}),
    ...(parameters ? { parameters: parameters.raw } : {}),
    json: node.raw,
  };
}

function parsed(text: string): JsonNode | undefined {
  try {
    return JsonNode.parse(text);
  } catch {
    return undefined;
  }
}

import { AppError } from "@/lib/contract/app-error";
import { chatRequest } from "@/lib/contract/chat";
import type { FieldError } from "@/lib/contract/field-errors";
import { JsonNode } from "@/lib/json/node";
import { parseJson } from "@/lib/json/slice";
import { slicePlan } from "@/lib/json/slice-plan";
import { JsonText, writeJson } from "@/lib/json/text";
import { validate } from "@/lib/contract/validate";
import type { Pane, PlaygroundDocument, TurnFields } from "./document";
import { messageOfTurn, PLACEHOLDER_ROLE, writeMembers } from "./message";
import { parameterProblem } from "./parameters";
import { prefixOf, prefixText } from "./prefix";
import { turnsOfPane } from "./pane-turns";
import { fillVariables, fillVariablesInJson, filledGrowth, tooLong } from "./fill-variables";
import { valuesIn } from "./variables";

/** The request of a pane, or its errors; paths are as in the body: `messages[2].tool_calls`. */
export type RequestBody = { body: JsonText; problems?: undefined } | { body?: undefined; problems: FieldError[] };

/**
 * The body of a pane's request: model, its own messages or the shared ones, then only the parameters that were changed, with numbers as they were
 * typed. Variables with a value are filled in, and an empty system turn is left out. The beginning of a fork is the
 * last message.
 */
export function requestBody(document: PlaygroundDocument, pane: Pane): RequestBody {
  const { model } = pane;
  const turns = turnsOfPane(document, pane);
  const variables = valuesIn(document, turns);
  const problems: FieldError[] = [];
  const prefix = prefixText(prefixOf(pane));
  const sent = turns.filter(isSent);
  const chars = sent.reduce((sum, { content }) => sum + content.length + filledGrowth(content, variables), 0);
  const lengthProblem = tooLong(chars);
  if (lengthProblem !== undefined) return { problems: [{ path: "messages", message: lengthProblem }] };
  if (model.trim() === "") problems.push({ path: "model", message: "Choose a model" });
  const messages = sent.map((turn, index) => {
    const { json, problems: found } = messageOfTurn(filled(turn, variables));
    for (const { member, message } of found) problems.push({ path: `messages[${index}].${member}`, message });
    return json;
  });
  for (const [index, { role, name = "" }] of sent.entries())
    if (role === PLACEHOLDER_ROLE)
      problems.push({ path: `messages[${index}].role`, message: `Replace the placeholder ${name} with messages` });
  if (sent.length === 0) problems.push({ path: "messages", message: "Add a message with content" });
  if (prefix !== "") {
    // A beginning that was written as a turn is part of the fork.
    if (isContinued(pane, sent)) messages.pop();
    messages.push(writeJson({ role: "assistant", content: prefix }));
  }
  const members: [string, string][] = [
    ["model", JSON.stringify(model)],
    ["messages", `[${messages.join(",")}]`],
  ];
  for (const [name, text] of Object.entries(prefix === "" ? pane.parameters : continuing(pane))) {
    const message = parameterProblem(name, text);
    if (message) problems.push({ path: name, message });
    else members.push([name, JsonNode.parse(text).raw]);
  }
  const body = writeMembers(members);
  if (problems.length === 0) problems.push(...ruleProblems(body));
  return problems.length > 0 ? { problems } : { body: new JsonText(body) };
}

function isContinued({ parameters }: Pane, turns: readonly TurnFields[]): boolean {
  return parameters["continue_final_message"] === "true" && turns.at(-1)?.role === "assistant";
}

/** A pane's parameters, and those that make its model continue the last message. */
function continuing({ parameters }: Pane): Record<string, string> {
  const { continue_final_message: _continued, add_generation_prompt: _prompted, ...others } = parameters;
  return { ...others, continue_final_message: "true", add_generation_prompt: "false" };
}

/** Errors about the body as a whole, such as one parameter that needs another. */
function ruleProblems(body: string): readonly FieldError[] {
  try {
    validate(chatRequest, parseJson(body, slicePlan(chatRequest)));
    return [];
  } catch (error) {
    if (error instanceof AppError) return error.errors ?? [{ path: "", message: error.message }];
    throw error;
  }
}

/** Whether a turn is sent: an empty system turn is there to be filled in. */
export function isSent({ role, content, toolCalls, extra }: TurnFields): boolean {
  return role !== "system" || content !== "" || toolCalls !== undefined || extra !== undefined;
}

/** The index of the turn that a path is about; undefined if it is not about a message that was sent. */
export function turnOfPath(turns: readonly TurnFields[], path: string): number | undefined {
  const [, place] = /^messages\[(\d+)\]/.exec(path) ?? /^messages\.(\d+)(?:\.|$)/.exec(path) ?? [];
  if (place === undefined) return undefined;
  const turn = turns.filter(isSent)[Number(place)];
  return turn && turns.indexOf(turn);
}

function filled(turn: TurnFields, variables: Readonly<Record<string, string>>): TurnFields {
  const fill = turn.contentIsJson ? fillVariablesInJson : fillVariables;
  return { ...turn, content: fill(turn.content, variables) };
}

/** Parameters as one JSON object with a line for each; undefined if one of them is not valid JSON yet. */
export function writeParameters(model: string, parameters: Readonly<Record<string, string>>): string | undefined {
  const members: [string, string][] = [["model", JSON.stringify(model)]];
  for (const [name, text] of Object.entries(parameters)) {
    try {
      members.push([name, JsonNode.parse(text).raw]);
    } catch {
      return undefined;
    }
  }
  return writeMembers(members);
}

/** The parameters in such an object; throws a `JsonSyntaxError`, or an Error with a message for the user. */
export function readParameters(json: string): { model: string; parameters: Record<string, string> } {
  const root = JsonNode.parse(json);
  if (root.kind !== "object") throw new Error("Must be a JSON object.");
  const members = new Map(root.entries());
  if (members.has("messages")) throw new Error('Remove "messages"; edit messages in the conversation instead.');
  const model = members.get("model");
  members.delete("model");
  if (model && model.kind !== "string") throw new Error("model must be a string.");
  return {
    model: model?.string() ?? "",
    parameters: Object.fromEntries([...members].map(([name, node]) => [name, node.raw])),
  };
}

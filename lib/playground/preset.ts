import * as z from "zod";
import { JsonNode } from "@/lib/json/node";
import { JsonText, writeJson } from "@/lib/json/text";
import { makeDocument, MAX_PANES, type Pane, type PlaygroundDocument, saidBy, type TurnFields } from "./document";
import { messageOfTurn, turnOfMessage, writeMembers } from "./message";
import { panePrefix } from "./prefix";
import { readParameters, writeParameters } from "./request-body";

/** Which messages are answers, and of which model, by index. */
const answers = z.array(saidBy.extend({ message: z.int() }));

/**
 * The playground as the value of an object: `{messages, panes: [{model, parameters}], variables}`, with messages and
 * parameters as they would be sent, and `answers` and a pane's `prefix` if there are any. Throws an Error with a
 * message for the user if a part of it is not valid JSON yet.
 */
export function writePreset({ turns, panes, variables }: PlaygroundDocument): JsonText {
  const messages = turns.map((turn, index) => {
    const { json, problems } = messageOfTurn(turn);
    const [first] = problems;
    if (first) throw new Error(`Message ${index + 1}: ${first.member}: ${first.message}.`);
    return new JsonText(json);
  });
  const written = panes.map(({ model, parameters, prefix }, index) => {
    if (writeParameters(model, parameters) === undefined)
      throw new Error(`Pane ${index + 1}: a parameter is not valid JSON.`);
    return { model, parameters: new JsonText(writeMembers(Object.entries(parameters))), prefix };
  });
  const answerModels = turns.flatMap((turn, message) => (turn.saidBy ? [{ message, ...turn.saidBy }] : []));
  const parts = { messages, panes: written, variables, ...(answerModels.length > 0 && { answers: answerModels }) };
  return new JsonText(writeJson(parts));
}

/** The playground in an object's value; throws an Error with a message for the user if it contains none. */
export function readPreset(val: JsonText): PlaygroundDocument {
  const root = JsonNode.parse(val);
  const messages = root.get("messages");
  const panes = root.get("panes");
  if (messages?.kind !== "array" || panes?.kind !== "array")
    throw new Error("This object is not a saved playground: it has no messages or no panes. Choose another object.");
  const answerModels = new Map(
    readPart(answers, root.get("answers"))?.map(({ message, ...answer }) => [message, answer] as const),
  );
  return makeDocument({
    turns: [...messages.items()].map((message, index) => withSaidBy(turnOfMessage(message), answerModels.get(index))),
    panes: [...panes.items()].slice(0, MAX_PANES).map((pane) => ({
      model: pane.get("model")?.string() ?? "",
      parameters: readParameters(pane.get("parameters")?.raw ?? "{}").parameters,
      ...withPrefix(readPart(panePrefix, pane.get("prefix"))),
    })),
    variables: Object.fromEntries(
      [...(root.get("variables")?.entries() ?? [])].map(([name, value]) => [name, value.string() ?? value.raw]),
    ),
  });
}

function withSaidBy(turn: TurnFields, by: TurnFields["saidBy"]): TurnFields {
  return by ? { ...turn, saidBy: by } : turn;
}

function withPrefix(prefix: Pane["prefix"]): Pick<Pane, "prefix"> {
  return prefix ? { prefix } : {};
}

/** Anyone can write objects of the class, so an invalid part is left out. */
function readPart<Part>(schema: z.ZodType<Part>, node: JsonNode | undefined): Part | undefined {
  return node && schema.safeParse(JSON.parse(node.raw)).data;
}

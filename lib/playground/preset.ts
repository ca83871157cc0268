import { JsonNode } from "@/lib/contract/json/node";
import { JsonText, writeJson } from "@/lib/contract/json/text";
import { makeDocument, MAX_PANES, type PlaygroundDocument } from "./document";
import { messageOfTurn, turnOfMessage, writeMembers } from "./message";
import { readParameters, writeParameters } from "./request-body";

/** The class of the objects that playgrounds are saved as. */
export const PRESET_CLASS = "PlaygroundPreset";

/**
 * The playground as the value of an object: `{messages, panes: [{model, parameters}], variables}`, messages and
 * parameters as they would be sent. Throws an Error in words for the reader while a part of it is no JSON yet.
 */
export function writePreset({ turns, panes, variables }: PlaygroundDocument): JsonText {
  const messages = turns.map((turn, index) => {
    const { json, problems } = messageOfTurn(turn);
    const [first] = problems;
    if (first) throw new Error(`Turn ${index + 1}: ${first.member} ${first.message}.`);
    return new JsonText(json);
  });
  const written = panes.map(({ model, parameters }, index) => {
    if (writeParameters(model, parameters) === undefined)
      throw new Error(`Pane ${index + 1}: a parameter is not JSON yet.`);
    return { model, parameters: new JsonText(writeMembers(Object.entries(parameters))) };
  });
  return new JsonText(writeJson({ messages, panes: written, variables }));
}

/** The playground that an object holds; throws an Error in words for the reader when it holds none. */
export function readPreset(val: JsonText): PlaygroundDocument {
  const root = JsonNode.parse(val);
  const messages = root.get("messages");
  const panes = root.get("panes");
  if (messages?.kind !== "array" || panes?.kind !== "array")
    throw new Error("This object holds no playground: it has no messages and panes.");
  return makeDocument({
    turns: [...messages.items()].map(turnOfMessage),
    panes: [...panes.items()].slice(0, MAX_PANES).map((pane) => ({
      model: pane.get("model")?.string() ?? "",
      parameters: readParameters(pane.get("parameters")?.raw ?? "{}").parameters,
    })),
    variables: Object.fromEntries(
      [...(root.get("variables")?.entries() ?? [])].map(([name, value]) => [name, value.string() ?? value.raw]),
    ),
  });
}
